"""formats: one folder for each rulebook."""
