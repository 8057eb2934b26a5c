"""ReqIF 1.2: specifications as requirement tools exchange them, read and written element by element."""
