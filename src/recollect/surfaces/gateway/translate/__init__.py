"""Protocols that an upstream does not speak, over chat completions: one file each."""
