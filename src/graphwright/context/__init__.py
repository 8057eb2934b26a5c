"""What a language model gets to see: captures of the graph, and the prompt around them."""
