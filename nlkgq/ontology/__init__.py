"""The terms of an ontology: model, hierarchy, lexicon, renderers, profile of a graph; `loader` is its only I/O."""
