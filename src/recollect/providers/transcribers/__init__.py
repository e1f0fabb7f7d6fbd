"""Transcribers: one file per way to hear."""
