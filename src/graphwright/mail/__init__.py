"""Notices by mail: what others say to somebody reaches them where they are, gathered, once, and only as they want."""
