"""Masked text and a rendered ontology become a request, from prompts/*.j2."""
