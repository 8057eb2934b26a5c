"""Schedules: a workflow that is started at times, for the person who wants it, as if they had written the message."""
