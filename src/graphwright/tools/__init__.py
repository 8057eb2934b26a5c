"""The functions that a language model may ask for: a closed list. Reads look, writes propose, none changes."""
