"""Several servers on one PostgreSQL: one works on the projects, the others pass on whatever reaches them."""
