"""The pure parts of an investigation: what is asked, supposed, missing, found, written and checked."""
