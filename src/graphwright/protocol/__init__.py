"""The nouns every folder shares: what is stored and what crosses the wire, defined once (ADR-12). No behaviour."""
