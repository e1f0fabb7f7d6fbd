"""Is what a language model says borne out by what it was shown? What is not never becomes a memory.

`claims.py` asks it of a claim, for the reader of a model's reply; `grounding.py` asks it, less strictly, of a summary's
or a profile's sentences. Under them: `clauses.py` reads the turns into clauses, each with whom it is about;
`bearing.py` says which of them bear out a part of a statement; `wording.py` holds word against word, and `derivable.py`
date against date. All of it is pure, and knows nothing of models and stores.
"""
