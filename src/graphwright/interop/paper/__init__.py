"""The specification as a document that people sign: what it says, its diagrams, and the two forms of paper."""
