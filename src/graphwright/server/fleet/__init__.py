"""Several servers on one PostgreSQL: one of them works on the projects, the others pass on whatever reaches them."""
