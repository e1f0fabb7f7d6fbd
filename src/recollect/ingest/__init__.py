"""Bringing in what lies elsewhere: files of conversations and the databases of other systems."""
