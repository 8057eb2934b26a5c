"""Runs: the visible, durable tree of steps behind every answer (ADR-10).

Read in this order: `scope` (what a workflow sees), `perform` (one step: replay it or do it), `waits` (a step that a
person ends), `drive` (a run's code, pass after pass), `engine` (start, answer, cancel, resume). `tree` and `digest`
are pure and read what was recorded. The engine knows nothing of graphs being changed, prompts or sockets.
"""
