"""Orders that no frame fits, told by cue words and by what they name."""
