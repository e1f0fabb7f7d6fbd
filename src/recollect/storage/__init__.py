"""Stores. Nobody imports this folder; `registry` finds its parts by URL scheme."""
