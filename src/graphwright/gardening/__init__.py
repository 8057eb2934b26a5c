"""What the gardener looks for: duplicates, missing links, stale evidence and neglected parts, each with its reason."""
