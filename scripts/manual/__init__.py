"""The generated parts of the manual, one file for each thing they are read from; `generate_docs.py` writes them."""
