"""Suite accuracy: small generated graphs on which queries of different meaning give different answers."""
