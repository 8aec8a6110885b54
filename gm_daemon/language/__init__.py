"""language: what a letter asks for: orders, FINAL, votes, commands, complaints."""
