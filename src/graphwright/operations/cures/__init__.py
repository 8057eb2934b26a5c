"""Cures: merge, retype, relink. Each is a plan from a graph and a wish to ordinary operations, and tells what moves."""
