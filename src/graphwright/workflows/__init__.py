"""The workflows. Each reads top to bottom; none imports another."""
