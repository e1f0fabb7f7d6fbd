"""Everything a user can ask for, one file per noun, or a folder. Surfaces call this and nothing below it."""
