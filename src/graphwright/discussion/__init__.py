"""What a discussion consists of: its opening, turns and votes, what people do to it, its decision and record."""
