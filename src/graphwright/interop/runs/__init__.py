"""A run as files for others: JSON, a page to read, spans for tracing tools, evidence that can be checked."""
