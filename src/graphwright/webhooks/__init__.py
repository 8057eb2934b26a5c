"""Webhooks: what happens in a project is told to other programs: signed, in order, again until it was taken."""
