"""Where things are kept: one journal per project, and what can be derived from it."""
