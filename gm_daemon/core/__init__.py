"""core: what every competition shares, as values."""
