"""SysML v2 as the elements of its API: one JSON object for each, memberships among them."""
