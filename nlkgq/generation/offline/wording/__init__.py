"""Ordinary words of a question put as the rest of the translator reads them, one kind after the other."""
