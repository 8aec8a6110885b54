"""demo: embedded mail servers and players, for `gm-daemon demo`."""
