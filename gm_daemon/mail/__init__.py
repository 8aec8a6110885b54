"""mail: letters come in over IMAP and go out over SMTP; who wrote them, and what they wrote themselves."""
