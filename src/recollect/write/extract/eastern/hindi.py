"""Hindi clauses about the speaker, in its own script and in Latin letters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.requests import CONDITIONALS, QUESTION_WORDS
from recollect.write.extract.eastern.common import DAY, add, clauses, lasting
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.sentences import Sentence

_ASKS: Final = Lazy(
    r"क्या|कैसे|कब|कहाँ|कहां|कौन|क्यों|कितन|बताओ|बताइए|बताएं|बता दो|कीजिए|दीजिए|समझा(?:ओ|इए|एं)"
    r"|लिखो|लिखिए|लिख दो|सुझाव|मदद|कृपया|धन्यवाद|अगर"
    r"|यदि|कैसा|कैसी|\b(?:kya|kaise|kab|kahan|kaun|kyun|kyu|kitna|kitne|kitni|batao|bataiye|bata do"
    r"|samjhao|likho|likh do|madad"
    r"|help|suggest|agar|kaisa|kaisi|please|dhanyavad|shukriya)\b",
    re.IGNORECASE,
)
_SAYS: Final = Lazy(
    r"(?:^|\s)(?:मैं|मैंने|मुझे|मुझसे|मुझको|मेरा|मेरी|मेरे|हम|हमें|हमारा|हमारी|हमारे|हमने|अपना|अपनी|अपने|main|mai|maine|mujhe|mujhko|mera|meri"
    r"|mere|hum|humein|hamara|hamari|hamare|humne|mujhse)(?:\s|$)",
    re.IGNORECASE,
)
_WISHED: Final = Lazy(
    r"जवाब|बोल|लिख|उत्तर|दो|दें|दीजिए|करें|करो|बुला|कह|समझा|बता|\b(?:jawab|bolo|likho|do|dena|dein|karo|bulao|bolna|batao|kehna|baat)\b",
    re.IGNORECASE,
)
_ADDRESS: Final = Lazy(
    r"(?:मुझे|mujhe) \S+ (?:बुला|कह(?:ो|कर|ना|िए)|bula|keh|bolo|bulao)|(?:आप|तुम) (?:कहकर|बोलकर)", re.IGNORECASE
)
_FUTURE: Final = Lazy(r"\b(?:hamesha|ab se|aage se|har baar|kabhi mat)\b|हर बार|कभी मत", re.IGNORECASE)
_MOMENT: Final = Lazy(
    r"चाहिए|चाहता हू|चाहती हू|जानना|सोच रह|लग रहा|समझ नहीं आ(?:या| रह)|कोशिश की|samajh nahi aaya|भूख|थक"
    r"|\b(?:chahiye|chahta hu|chahti hu|chahta hoon|chahti hoon|jaanna|soch rah"
    r"|bhookh|thak)",
    re.IGNORECASE,
)
_GOES_ON: Final = Lazy(
    r"(?:है|हूँ|हूं|हैं|था|थी|थे|नहीं|नहीं\s\S+|\b(?:hai|hoon|hu|hun|hain|tha|thi|aati|aata|nahi \w+))$", re.IGNORECASE
)
_OTHER: Final = Lazy(r"^(?:तुम|आप|वह|वो|यह|ये|उस|इस|tum|aap|woh|wo|yeh|ye|us|is|uska|uski)(?:\s|$)", re.IGNORECASE)
_HE_SHE: Final = Lazy(r"^(?:वह|वो|उसे|उसको|उसका|उसकी|woh|wo|use|uska|uski)\s", re.IGNORECASE)
_THIRD: Final = {
    "मैंने": "{n} ने", "मुझको": "{n} को", "मुझे": "{n} को", "मेरा": "{n} का", "मेरी": "{n} की", "मेरे": "{n} के",
    "मैं": "{n}", "हमारा": "{n} का", "हमारी": "{n} की", "हमारे": "{n} के", "हमने": "{n} ने", "हम": "{n}", "हमें": "{n} को",
    "मुझसे": "{n} से", "हूँ": "है", "हूं": "है", "रहूँगा": "रहेगा", "रहूँगी": "रहेगी", "जाऊँगा": "जाएगा", "जाऊँगी": "जाएगी",
    "करूँगा": "करेगा", "करूँगी": "करेगी",
    "main": "{n}", "mai": "{n}", "maine": "{n} ne", "mujhe": "{n} ko", "mujhko": "{n} ko", "mera": "{n} ka",
    "meri": "{n} ki", "mere": "{n} ke", "hum": "{n}", "humein": "{n} ko", "hamara": "{n} ka", "hamari": "{n} ki",
    "hamare": "{n} ke", "humne": "{n} ne", "mujhse": "{n} se", "hoon": "hai", "hun": "hai", "hu": "hai",
}  # fmt: skip
_KIN_LATIN: Final = frozenset(
    """
    maa mummy mom papa pitaji bhai behen behan bahan didi beta beti biwi patni pati husband wife dada dadi nana nani
    chacha chachi mama mami mausi dost boss bachche bacche padosi
    """.split()
)


def hindi(text: str, sentence: Sentence, turn: Turn) -> None:
    """The drafts of one sentence."""
    spoke = False
    person = ""
    for place in clauses(text, sentence):
        body = text[place[0] : place[1]].strip()
        words = body.lower().split()
        if not body or QUOTED in body or SECRET in body:
            continue
        if body.startswith(tuple(CONDITIONALS["hi"])) or words[0] in {"agar", "yadi"}:
            return
        denied = "नहीं" in body or "नापसंद" in body or bool({"मत", "mat", "nahi", "nahin", "nhi"} & set(words))
        if _wishes(body, words):
            said = f"{turn.name}: {body}"
            add(turn, said, "preference", place, "hi", denied=denied, tags=("instruction",))
            spoke = True
            continue
        asked = _ASKS.search(body) or any(word in words for word in QUESTION_WORDS["hi"])
        if asked or _MOMENT.search(body):
            continue
        if _SAYS.search(body):
            kin = next((word for word in words[:4] if word in KIN["hi"] | TIES["hi"] | _KIN_LATIN), "")
            person = body[: body.lower().find(kin) + len(kin)] if kin else ""
            add(turn, own(body, turn), _kind(body, words), place, "hi", denied=denied)
            spoke = True
        elif person and _HE_SHE.match(body):
            rest = body.split(None, 1)[1]
            add(turn, f"{own(person, turn)}: {rest}", "relationship", place, "hi", denied=denied)
        elif spoke and _GOES_ON.search(body) and not _OTHER.match(body):
            add(turn, f"{turn.name}: {own(body, turn)}", _kind(body, words), place, "hi", denied=denied)


def _wishes(body: str, words: list[str]) -> bool:
    """A standing wish about answers or the form of address."""
    if _ADDRESS.search(body):
        return True
    if {"मैं", "main", "mai", "मैंने"} & set(words):
        return False
    return (lasting(body, "hi") or _FUTURE.search(body) is not None) and _WISHED.search(body) is not None


def own(body: str, turn: Turn) -> str:
    """The name in the place of "I", and its verb."""
    return " ".join(
        _THIRD[word.lower()].format(n=turn.name) if word.lower() in _THIRD else word for word in body.split()
    )


def _kind(body: str, words: list[str]) -> str:
    if "फैसला" in body or "तय कि" in body or "faisla" in words:
        return "decision"
    if any(word in body for word in ("पसंद", "नफरत", "अच्छा लगता", "अच्छी लगती", "pasand", "nafrat", "accha lagta")):
        return "preference"
    if DAY.search(body) and any(
        word in body
        for word in (
            "ना है",
            "नी है",
            "परीक्षा",
            "शादी",
            "इंटरव्यू",
            "ऑपरेशन",
            "वादा",
            "फ्लाइट",
            "exam",
            "shaadi",
            "interview",
            "flight",
        )
    ):
        return "commitment"
    if any(word in (KIN["hi"] | TIES["hi"] | _KIN_LATIN) for word in words[:4]) and re.search(
        r"मेर|हमार|mer|hamar", body.lower()
    ):
        return "relationship"
    return "skill" if re.search(r"बोल (?:सकता|सकती|लेता|लेती)|आती है|आता है|\baat[ai] hai", body) else "fact"
