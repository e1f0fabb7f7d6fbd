"""Words beside the value of a domain's field: where it ends, and what is none."""

from __future__ import annotations

from typing import Final

TURNING: Final = tuple(
    """but although though because while whereas however except aber obwohl weil doch pero aunque porque mais parce mas
    embora""".split()
)
"""What follows is about something else, or says why."""
JOINING: Final = tuple("and or so then y o und oder et ou e".split())
SUBJECTS: Final = tuple(
    """i i'm i've i'd i'll you you're he he's she she's we we're they they're it's there's ich wir yo je j'ai""".split()
)
"""Behind a joining word they begin another statement."""
ASKING: Final = frozenset(
    """why what how when where who whom whose which whether if that warum wieso wie was wann wo wer ob dass porqué qué
    cómo cuándo quién pourquoi comment quand quoi qui que porquê quando quem""".split()
)
"""A value that begins so is a clause and no name of anything."""
NO_VALUES: Final = frozenset(
    """nothing none nobody anything everything something nada nadie todo nichts niemand alles etwas rien personne tudo
    ninguém""".split()
)
SPOKEN_TO: Final = frozenset("me you your yours we ich mich mir dich dein yo tú je moi toi você".split())
"""Nobody else can tell who is meant: a value that holds one says nothing by itself. Not "I" and "us", since there are
World War I and US history."""
OWN: Final = tuple(
    "my our mi mis nuestro nuestra mein meine meinen meinem meiner mon ma mes meu minha meus minhas".split()
)
