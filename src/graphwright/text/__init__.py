"""Text as the product reads it everywhere: folds, words, stems, sentences, quantities, languages. Pure, one of each.

Knows no graph, no documents and no workflow; what a word *means* there is decided by those who ask.
"""
