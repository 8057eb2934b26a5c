"""What other people's agents may do in a project, offered over MCP: look, propose, ask, follow, decide with a person.

Every call is carried out for the person behind it, by the same actions as everybody's, so rights, limits and the
journal are the same. An agent never applies a change by itself: it proposes, and a person decides (ADR-29).
"""
