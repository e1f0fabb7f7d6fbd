"""Rerankers, one file per wire: found by `recollect.registry`."""
