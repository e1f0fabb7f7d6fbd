"""Everything a user can ask for, one file per noun. Surfaces call this and nothing below it."""
