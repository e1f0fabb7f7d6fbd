"""The memory as an MCP server: tools, resources and prompts for agents, over stdio and over HTTP.

Translation and nothing else; each tool is a verb of `Memory`. The `mcp` package takes a second to import, so nothing
here is imported before a command or a server needs it.
"""
