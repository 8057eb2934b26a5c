"""Questions about the model: what is asked for, which rows of the graph answer it, and how they are said.

`words.py`      the words by which is asked, of a language (`asking.toml`)
`marks.py`      what the words of a question point at: names, node types, connections, signs
`query.py`      what is asked: one record over type, connection, direction, count, negation, rank
`readings.py`   from marks to a query: `about_named.py` and `about_types.py`, of `pieces.py` and `directions.py`
`links.py`      what elements do with each other, as steps over edges
`evaluate.py`   from a query to rows of the graph
`answers.py`    rows in the person's language, with the nodes they rest on
`surveys.py`    answers about the whole
`followups.py`  questions that lean on the talk
`tooling.py`    which tools a question calls
`asking.py`     the door: a sentence in, an answer out
"""
