"""Systems of others as generators: the same questions, graph, gate and scores as our own."""
