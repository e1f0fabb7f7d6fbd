"""Wire protocols: one file each, pure functions of bodies and events."""
