"""Embedders: one file per way of turning text into vectors; found by `recollect.registry`, imported by nobody else."""
