"""What comes back: models, formats, table, comparison."""
