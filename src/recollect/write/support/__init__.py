"""Is what a language model says borne out by what it was shown? What is not never becomes a memory.

`claims.py` asks it of a claim, for the reader of a model's reply; `grounding.py` asks it, less strictly, of a summary's
or a profile's sentences. Under both: `clauses.py` reads what was said into clauses, each with whom it is about;
`wording.py` holds word against word, `denying.py` "not" against "not" and `derivable.py` date against date. Which
clauses bear out a part of a claim says `bearing.py`; which tell of whom a retelling is about, `told_of.py`, with
`vocabulary.py` for its words and `unspaced.py` for names without capitals. All of it is pure,
and knows nothing of models and stores.
"""
