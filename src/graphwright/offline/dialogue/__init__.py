"""Talking: what is done with a reading, what is asked back, what is spoken of, and what could be said next."""
