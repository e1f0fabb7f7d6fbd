"""What the readers of Chinese, Japanese and Hindi share: clauses, days, and the making of a draft."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.persons import LASTING
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.sentences import Sentence

CLAUSE_MARKS: Final = Lazy(
    r"[，,；;：]|\s(?:और|लेकिन|पर|इसलिए|मगर|क्योंकि)\s(?=मैं|मुझे|मेर|हम)|\s(?:aur|lekin|par|isliye|magar|kyunki)\s(?=main|mujhe|mer|ham)"
)
DAY: Final = Lazy(
    r"\d{1,2}月|\d{1,2}[日号]|明天|后天|下周|下个?月|周[一二三四五六日天]|星期|月底|年底|明日|来週|来月|来年|[月火水木金土日]曜|まで|तक|तारीख|सोमवार|मंगलवार"
    r"|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|कल|अगले|जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर"
    r"|दिसंबर|今晚|今夜|後天|下週|\d+/\d+|\b\d{1,2} (?:january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b|\b(?:kal|agle|somvar|mangalvar|budhvar|guruvar|shukravar|shanivar|ravivar)\b",
    re.IGNORECASE,
)


def clauses(text: str, sentence: Sentence) -> list[tuple[int, int]]:
    """Places of the clauses; of a question all but the last."""
    places: list[tuple[int, int]] = []
    start = sentence.start
    for match in CLAUSE_MARKS.finditer(text, sentence.start, sentence.end):
        places.append((start, match.start()))
        start = match.end()
    places.append((start, sentence.end))
    return places[:-1] if sentence.mark == "?" else places


def add(
    turn: Turn,
    content: str,
    kind: str,
    place: tuple[int, int],
    language: str,
    *,
    denied: bool,
    tags: tuple[str, ...] = (),
) -> None:
    """One more draft of the turn."""
    sure = min((left for hedge, left in HEDGES[language].items() if hedge in content), default=1.0)
    turn.told.append(
        Draft(
            content,
            kind,
            *place,
            confidence=sure,
            polarity=-1 if denied else 1,
            tags=tags,
            ahead=kind == "commitment",
        )
    )


def lasting(body: str, language: str) -> bool:
    """Whether a clause says that it holds from now on."""
    return any(phrase in body for phrase in LASTING[language])
