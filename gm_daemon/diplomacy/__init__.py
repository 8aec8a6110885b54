"""diplomacy: the board game as a library, without mail, clock or database."""
