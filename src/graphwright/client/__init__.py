"""A headless client: connects, keeps a replica of one project, and shows it as the three canvases of a browser."""
