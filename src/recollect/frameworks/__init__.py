"""Recollect inside agent frameworks: one file for each, loaded only by who imports it."""
