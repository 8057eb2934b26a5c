"""The pure parts of *discuss*: order of turns, personas as data, reading of answers, votes, the decision record."""
