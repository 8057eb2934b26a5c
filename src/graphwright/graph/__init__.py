"""The system model: its ontology, the graph itself, and the rules it is held against. Pure: no I/O, no clock."""
