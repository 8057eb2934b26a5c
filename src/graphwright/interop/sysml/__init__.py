"""SysML v2 as text: which part of the language stands for which part of a model, and both ways between them."""
