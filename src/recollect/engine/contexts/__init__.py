"""The context a prompt is given.

`context.py` is what callers ask; `building.py` makes one, out of what `search.py` looks for and what `standing.py` says
whatever is asked; `told.py` leaves out what the model is told anyway, `retold.py` what stands there in other words.
"""
