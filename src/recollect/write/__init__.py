"""Remembering: what a caller gives becomes entries ready for one transaction."""
