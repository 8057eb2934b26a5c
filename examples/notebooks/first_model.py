# %% [markdown]
# # A first model
#
# A notebook in the percent form, which Jupyter (with jupytext), VS Code and PyCharm open cell by cell. It needs nothing
# but Graphwright: `python examples/notebooks/first_model.py`.

# %%
import tempfile

import graphwright as gw

project = gw.open("shop", folder=tempfile.mkdtemp())

# %% [markdown]
# Sentences become a checked change.

# %%
reply = project.say("The customer places an order. The clerk confirms the order.")
print(reply.outcome, project.model)

# %% [markdown]
# The same by hand: applied whole when the block ends, or not at all.

# %%
with project.change("what must hold") as change:
    quick = change.add("REQ", "Confirmed within 2 seconds", "An order is confirmed within 2 seconds.")
    change.link(project.find("Confirm order", "FUNC"), "satisfy", quick)

# %% [markdown]
# What the rules miss, what it looks like, and what was before. A cell that ends in `project` shows the picture too.

# %%
for finding in project.findings()[:3]:
    print("-", finding.message)
for picture in project.pictures():
    print(picture.title, f"({len(picture.svg):,} characters of SVG)")
print("then:", project.at(1))
project

# %%
project.close()
