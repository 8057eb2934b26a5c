"""What a team adds to Graphwright for its reviews."""
