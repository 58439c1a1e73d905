"""What needs both an ontology and a query: the schema graph, variable types, explanation."""
