"""Recollect's own REST interface under /v1: the verbs of the library, as resources."""
