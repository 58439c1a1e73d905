"""QueryGenerator: a language model or the offline translator."""
