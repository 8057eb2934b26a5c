"""Measures every figure that the manual publishes: `make bench`."""
