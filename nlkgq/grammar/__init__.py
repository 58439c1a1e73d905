"""Grammars of the queries that make sense over an ontology: a matcher, and texts for engines that constrain models."""
