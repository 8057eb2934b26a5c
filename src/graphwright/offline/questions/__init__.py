"""Questions about the model: what is asked for, which rows of the graph answer it, and how they are said.

`words.py`      the words by which is asked, of a language (`asking.toml`)
`marks.py`      what the words of a question point at: names, node types, connections, signs
`query.py`      from marks to a `Query`: one grammar over type, connection, direction, count, negation, rank
`links.py`      what elements do with each other, as steps over edges
`evaluate.py`   from a query to rows of the graph
`answers.py`    rows in the person's language, with the nodes they rest on
`asking.py`     the door: a sentence in, an answer out
"""
