"""Text forms of a graph and of what may be asked of it. Pure: text in, records out, and back."""
