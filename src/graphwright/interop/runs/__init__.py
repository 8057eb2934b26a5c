"""A run as files for others: seed 002's JSON, a page to read, spans for tracing tools, evidence that can be checked."""
