"""outbox: effects become messages, and messages leave."""
