"""Capella: whole projects, loaded by their own library in a process apart."""
