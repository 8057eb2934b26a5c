"""The offline assistant (ADR-16): plain sentences in German, English and French, read by rules; no language model.

`understand` is the pure core, `assistant` puts it behind the `LanguageModel` protocol. Deterministic: the same text on
the same graph gives the same answer. The language is documented, sentence by sentence, in docs/offline-language.md.
"""
