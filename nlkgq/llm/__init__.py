"""Model clients, one a file."""
