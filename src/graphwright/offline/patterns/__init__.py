"""What each kind of sentence does to the draft: one family of meanings a file."""
