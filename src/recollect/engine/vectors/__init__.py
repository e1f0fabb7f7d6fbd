"""Vectors: made, and kept where they are compared.

`embedding.py` makes them, with its caches and its fallback, `sector_embedding.py` those of sectors with an embedder of
their own, `backfill.py` many at once in a provider's batch jobs. `tier.py` keeps an index outside the store in step and
asks it; `tier_care.py` looks after that.
"""
