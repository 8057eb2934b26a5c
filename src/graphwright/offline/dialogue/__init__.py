"""Talking about what was understood: what is done at once, proposed, asked first or declined; small talk; forms."""
