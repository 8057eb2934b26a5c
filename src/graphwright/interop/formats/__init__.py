"""The formats, a file each: how it is recognised, read and written. `interop.registry` lists them."""
