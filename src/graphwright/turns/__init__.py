"""One turn of the assistant: prepared, asked for, heard while it streams, read when it is whole; for all workflows."""
