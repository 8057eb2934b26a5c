"""Finds texts by their words and by their meaning. Knows nothing of graphs, documents or language models."""
