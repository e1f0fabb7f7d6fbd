"""The nouns: frozen dataclasses, standard library only, no I/O."""
