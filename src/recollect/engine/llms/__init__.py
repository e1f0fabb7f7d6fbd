"""Language models at work.

`models.py` is the chain that is asked, within what `spend.py` allows; `extraction.py` asks it for claims, `layers.py`
for summaries and profiles. What they answer is held against what they were shown (`recollect.write.support`); what
cannot even be read is no answer (`answers.py`).
"""
