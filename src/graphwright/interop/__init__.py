"""Other people's formats, in and out. An import says what it changed on the way, an export what it leaves behind."""
