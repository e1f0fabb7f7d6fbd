"""A folder of Markdown files as memory: which files it is, what they say, and when they change."""
