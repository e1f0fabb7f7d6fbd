"""Export and import.

`transfer.py` writes and reads the file; `records.py` stores what was read, `versions.py` and `ids.py` see to it that no
record is taken for another; `documents.py`, `kept.py` and `names.py` are the lines that are no records.
"""
