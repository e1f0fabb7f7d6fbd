"""Interfaces of other memory systems, so that their clients work here after changing a base URL."""
