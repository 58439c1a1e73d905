"""RULES: tree -> tree, one rule a file."""
