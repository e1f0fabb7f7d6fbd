"""Recalling: a question in, hits with reasons out. `pipeline` reads like a table of contents."""
