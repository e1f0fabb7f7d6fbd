"""Files as memory.

`files.py` is what callers ask. It searches through `search.py`, a policy and an index that answers for another, with
`beside.py` for what stands beside files in an answer; the index of our own is the workspace (`workspace.py`,
`workspace_search.py`, `workspace_vectors.py`). The other way round, `mirror.py` writes memories as files and takes a
person's edits back (`mirroring.py`).
"""
