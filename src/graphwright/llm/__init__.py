"""The model call: one protocol, two wire dialects, and what keeps a call within its bounds."""
