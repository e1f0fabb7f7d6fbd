"""The context: what is known, and what answers the question, as a text of bounded size for a prompt.

In reading order: layouts (which sections, how large), base (what is always there), offers (what the question found),
pack (what fits), render (how it is written). Nothing here opens a store or counts tokens by itself.
"""
