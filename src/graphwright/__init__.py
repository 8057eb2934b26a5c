"""Graphwright: people and a language model build one system model together."""

__version__ = "0.1.0"
