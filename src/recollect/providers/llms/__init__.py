"""Language models: found by `recollect.registry`, imported by nobody else."""
