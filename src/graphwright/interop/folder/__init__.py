"""A model as a folder of text files that git keeps: its files, their reading, and the merge with the workbench."""
