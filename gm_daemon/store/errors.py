"""store: what can be wrong with the database, in words for the person who runs it."""

from __future__ import annotations

from gm_daemon.errors import InputError


class StoreError(InputError):
    """The database cannot be used; the message says why and what to do."""


class TooNew(StoreError):
    """The database was written by a newer version than this one."""


class StoreBusy(StoreError):
    """Another process holds the database, or its server is away for a while; trying again later can help."""
