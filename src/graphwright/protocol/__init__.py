"""The nouns every folder shares: what is stored and what crosses the wire, defined once (D12). No behaviour."""
