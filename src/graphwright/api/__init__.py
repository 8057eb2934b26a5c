"""The Python API: one project as a Python person likes it, in a folder, in a running server or at an address.

    import graphwright as gw

    with gw.open("shop") as project:
        project.say("The customer places an order.")
        print(project.nodes)

Every door leads through the same actions as the browser's: what changes the model is checked, applied whole and can be
undone. `AsyncProject` is written by hand; its blocking twin is generated from it (`scripts/generate_api.py`).
Stable are the names that `graphwright` itself exports, and what their docstrings say.
"""
