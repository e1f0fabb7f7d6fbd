"""Weighing a new statement against what is known: read, compare, judge, choose, merge. No language model, no I/O."""
