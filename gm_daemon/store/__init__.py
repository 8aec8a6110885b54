"""store: the database; the only user of SQLAlchemy."""
