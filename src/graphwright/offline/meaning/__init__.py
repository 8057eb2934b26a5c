"""What a reading means for a model: existing elements before new ones, and nothing that the words do not say."""
