"""The one door to a model."""
