"""errors: the exceptions that cross the borders of modules."""

from __future__ import annotations


class InputError(Exception):
    """What the user gave us cannot be used: a config file, an input file, an argument.

    Its text is for that user, one line for each fault. The command line prints it and exits with 2.
    """
