"""Two models side by side, wherever they come from: which elements are the same, and what is different."""
