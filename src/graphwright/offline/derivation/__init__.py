"""What follows from a model by rules: functions, tests, flows and modules, each change with its reason (B-80)."""
