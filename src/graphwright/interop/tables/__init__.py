"""Models in tables: a sheet for each kind of element, a row for each element, columns for what is said of it."""
