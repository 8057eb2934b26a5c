"""What a check finds, in the forms that build servers read."""
