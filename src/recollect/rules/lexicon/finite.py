"""Common finite verbs, by which the end of a subject is found. Plain data."""

from __future__ import annotations

from typing import Final

FINITE: Final = frozenset(
    """
    is are was were am be been has have had does do did will would can could should must may might
    lives live works work goes go went loves likes love like hates hate prefers prefer enjoys plays
    play runs run uses use wants want needs need speaks knows starts ends opens closes meets takes
    costs gets got came come moved left joined died serves served studied studies teaches drives
    rides wears owns eats drinks makes made says said told broke attended collaborated co-founded
    received performed participated volunteered won created organized published renews ships carries
    turned passed graduated enrolled sold bought decided chose picked presents sits leads handles
    happen happens deploys found seats gives give shows sleeps sleep keeps keep holds pays pay
    expires weighs measures sings sing bakes begins began finished finishes hopes plans thinks
    became becomes stays stay stayed feels felt looks sees saw seems sounds comes leaves lost loses
    wins hit hits reads writes wrote builds built sells buys brings brought sends sent calls called
    rang moves moving grew grows cooks smokes swims flies adores suffers understands talks trains
    practises practices collects relocated dropped stopped started switched cancelled quit chopped replaced swapped
    traded exchanged upgraded migrated repaired fixed healed shares dislikes dislike
    detests detest loathes loathe despises despise avoids avoid specializes specialises admires es son
    está esta vive trabaja tiene tengo vivo trabajo soy estoy gusta encanta ist sind wohnt wohne
    arbeitet arbeite hat habe bin mag est sont habite travaille a ai suis aime mora moro trabalha
    trabalho tem tenho sou é gosto fecha abre viven trabajan tienen wohnen arbeiten haben leben lebt lebe habitent
    travaillent vivent moram trabalham têm vivem abita abito abitano lavora lavoro lavorano vivono ha hanno
    是 在 有 住在 喜欢 は が है हैं हूँ रहता रहती
    """.split()
)
WITH_VERBS: Final = frozenset("se le les ya no nunca siempre ne n' s' nao não já si gli non ci".split())
"""Pronouns and negations of other languages that stand right before a verb and before no noun of the subject."""
