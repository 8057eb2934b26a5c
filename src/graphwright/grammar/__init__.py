"""What a plain sentence says: words, phrases, clauses and roles in English, German and French.

Nothing here knows a graph: what a sentence means for a model stands in `offline/meaning`.
"""
