"""What an investigation consists of: what is asked, supposed, missing, found, written and checked."""
