"""Values of a question become typed placeholders and come back; pure text over a value index."""
