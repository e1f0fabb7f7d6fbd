"""Durable background work: a closed table of handlers, a runner that claims and finishes, a worker thread."""
