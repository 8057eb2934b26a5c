"""The stories. Each reads top to bottom like the seed it comes from; none imports another."""
