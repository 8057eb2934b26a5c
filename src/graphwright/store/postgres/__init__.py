"""The store in a PostgreSQL: for who has one already, and for more than one machine can keep. Extra `postgres`."""
