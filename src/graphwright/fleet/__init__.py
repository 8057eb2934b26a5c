"""Several servers on one PostgreSQL: each works on projects of its own and passes on what is about others."""
