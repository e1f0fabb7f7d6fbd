"""Words by which several are spoken of at once. Plain data, folded."""

from __future__ import annotations

from typing import Final

ALL_OF_THEM: Final = frozenset(
    """both all neither none everybody everyone nobody beide beiden alle keiner todos todas ambos ambas tous toutes
    entrambi entrambe tutti tutte""".split()
)
"""None of them is left out."""
THEY: Final = frozenset("they we us wir nosotros nosotras nous noi nos ellos ellas ils elles eles elas loro".split())
"""Those who were spoken of, as a whole."""
PLURALS: Final = frozenset(
    """children people men women folks kinder eltern geschwister grosseltern sohne schwestern
    freunde genitori fratelli sorelle nonni figli figlie amici""".split()
)
"""Of more than one, without an "s" at the end."""
TOGETHER: Final = frozenset("together zusammen juntos juntas ensemble insieme".split())
"""What is so of none of them alone."""
MUTUAL: Final = frozenset("married engaged dating partners couple friends verheiratet verlobt freunde casados".split())
"""What people are to each other: over for the one, it is over for the other."""
