"""Outside programs that search files: one file per program; found by `recollect.registry`, imported by nobody else.

`qmd` is the program QMD behind the contract of file search, `index` its index of one agent. Below them each knows one
thing: `process` runs a program and lets none of it live on, `collections` says what is searched and where a path leads,
`answers` reads what it prints, `homes` keeps one agent's files from another's, `transcripts` exports conversations,
`rhythm` says when to update.
"""
