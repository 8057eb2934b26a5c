"""The headless client, a product of its own: bots and programs work in a project with it as people do in a browser.

It connects over the network, keeps a replica of one project, and shows it as the three canvases of a browser; this
copy and that of the page are held to the same golden scenes. What it sends are commands, carried out by the same
`actions` as everybody's. A program that holds the workbench inside itself calls `actions.dispatch.carry_out` instead.
"""
