"""From text to commit: parse, resolve, plan, commit, revert. Only `commit` changes a graph (ADR-01)."""
