"""ArchiMate: the exchange file of the Open Group, version 3."""
