"""Interfaces of other systems: each a thin translation of its wire shapes to the verbs of Memory."""
