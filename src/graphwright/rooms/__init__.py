"""A room is a project while people are connected: who is there, what they hear, and how they catch up."""
