"""Pure formulas: every input is an argument, time included, and nothing is read or written."""
