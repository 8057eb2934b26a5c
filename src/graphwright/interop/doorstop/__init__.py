"""Doorstop: a folder of items, each a file of YAML, in documents that know their parents."""
