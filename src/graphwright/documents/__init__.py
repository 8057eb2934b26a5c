"""Documents: files become passages with their place in the source, which can be found, cited and linked to nodes."""
