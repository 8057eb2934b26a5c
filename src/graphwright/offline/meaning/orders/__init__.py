"""Orders to change the model: how they are worded, what they name, and nothing of how they are carried out."""
