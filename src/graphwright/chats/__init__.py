"""Other people's chat clients: they ask a project as if it were a language model, in the protocols they know.

What they say becomes a message and a run like everybody's. Nothing is changed here: what a sentence would change
becomes a proposal, and its decision a link; only where a protocol brings a person's own decision is that handed on.
"""
