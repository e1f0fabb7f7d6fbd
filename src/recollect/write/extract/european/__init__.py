"""Reading Spanish, German, French, Portuguese and Italian turns: one module per concern, tables in the lexicon."""
