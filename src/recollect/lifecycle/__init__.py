"""Ageing: what is too old or too weak to be shown, and what a summary can take the place of. Pure decisions."""
