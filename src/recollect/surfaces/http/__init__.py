"""Recollect over HTTP: one front (credentials, limits, dispatch) and behind it one application for each surface."""
