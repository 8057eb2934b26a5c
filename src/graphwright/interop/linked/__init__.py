"""The graph as linked data, and the rules it is held against as shapes that other validators run."""
