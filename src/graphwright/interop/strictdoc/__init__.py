"""StrictDoc documents: requirements as text, in and out."""
