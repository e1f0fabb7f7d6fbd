"""Standing instructions to the assistant in English: "from now on answer in French", "no tables", "call me Kit".

An order counts only with a sign that it is meant to last, or where it says how all answers shall be (`manner`); "make
this one shorter" is for this turn and is not kept.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.requests import REQUEST_VERBS
from recollect.write.extract.drafts import Draft, Turn, capitalised
from recollect.write.extract.english import manner
from recollect.write.extract.english.words import (
    AUXILIARIES,
    LISTENER,
    Token,
    expanded,
    finite,
    form_of,
    is_adverb,
    render,
)
from recollect.write.extract.jest import is_self_mockery
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALWAYS: Final = Lazy(
    r"\b(?:from now on|from here on(?: out)?|going forward|moving forward|from this point|in future|in the future"
    r"|by default|always|never|every time|each time|until further notice|ever again)\b",
    re.IGNORECASE,
    hints="now_on here_on forward this_point future default always never every_time each_time further ever_again",
)
"""Signs that make even a question ("could you always ...?") a standing wish."""
_LASTING: Final = Lazy(
    r"\b(?:from now on|from here on(?: out)?|going forward|from this point|in (?:the )?future|in general|as a rule"
    r"|by default|always|never|whenever|every time|each time|at all times"
    r"|any ?time|when(?:ever)? (?:(?:you|i) \w+|\w+ing\b)|for all (?:my|our|future)|in all (?:your|my|our)|all (?:your"
    r"|my) (?:answers|replies|responses|messages|emails)|in every|permanently|until further notice|ever again|no more"
    r"|as usual|don't ever|do not ever|if i ask|unless (?:i|told|asked|stated|otherwise)|(?:for|in) everything"
    r"|across the board|until i say)\b",
    re.IGNORECASE,
    hints="""now_on here_on forward this_point future general a_rule default always never whenever time when_ for_all
    in_all all_ every permanently further ever_ no_more as_usual unless across_the until_i if_i""",
)
_ADDRESS: Final = Lazy(
    r"^(?:(?:please|just|always|you can|can you|could you|do|don't|dont|do not|never)\s+)*(?:call|address|refer to) me "
    r"(?:as )?(?!back|later|when|a\b|an\b|if|tomorrow|at\b|on\b|after|before|again|today|tonight|now\b|anymore)",
    re.IGNORECASE,
)
_CALLING_AGAIN: Final = Lazy(
    r"^(?:[Pp]lease |(?:[Cc]an|[Cc]ould|[Ww]ould) you (?:please )?)?(?:[Gg]o back to|[Ss]tart) calling me [A-Z][a-z]+$",
    hints="calling",
)
_PRONOUNS: Final = Lazy(r"(?:please )?use (?:they/them|she/her|he/him|she/they|he/they)\b", re.IGNORECASE)
_ABOUT_OUTPUT: Final = frozenset(
    """
    answer answers reply replies response responses code comment comments emoji emojis email emails draft drafts
    message messages text output explanation explanations bullet bullets list lists format unit units spelling tone
    language example examples summary summaries citation citations source sources markdown table tables formal
    informal jargon metric date dates number numbers times currency currencies paragraph paragraphs sentence sentences
    exclamation disclaimer disclaimers caveats apologies preamble pleasantries flattery snippet snippets recipe recipes
    words headings heading quotes variables
    """.split()
)
_THIS_TURN: Final = Lazy(
    r"\b(?:this (?:time|one|email|text|essay|paragraph|function|code|file|question)|for now|right now|today|just this"
    r"|the (?:second|first|last|above) \w+|here)\b",
    re.IGNORECASE,
)
_WANTING: Final = Lazy(
    r"^(?:i (?:would |'d )?(?:like|want|need|prefer|expect)|i'd (?:like|prefer|love|want)) (?:for )?you to ",
    re.IGNORECASE,
)
_LEADS: Final = Lazy(
    r"^(?:(?:please|pls|kindly|just|can you|could you|would you|will you|make sure (?:to|you)|try to|remember to"
    r"|be sure to|do)\s+)+",
    re.IGNORECASE,
)
_ASKING: Final = frozenset("what why how is are do does did i when's which who where".split())
_SKIPPED: Final = frozenset(", please just do and also so not".split())
_NO_REFUSAL: Final = frozenset(
    "idea problem worries one i longer need rush thanks it's that's more , matter way wonder clue".split()
)


_DENIES: Final = Lazy(
    r"\b(?:don't|do not|never|stop|avoid|skip|without|no more)\b|^no |\bleave \w+ out\b|\b(?:keep|leave) .{1,40}\bout\b"
)
_POINTS: Final = Lazy(r"(?:it|them)$")
_LEADING: Final = Lazy(
    r"(?:from now on|in general|in future|going forward|by default|when|whenever|if|as a rule|always|never|every time"
    r"|each time|any ?time|for all)\b"
)
_DO_NOT: Final = r"^(?:[Dd]on'?t|[Dd]o not) "


def read(text: str, words: list[Token], turn: Turn, *, request: bool, asked: bool = False) -> Draft | None:
    """The standing instruction in a clause, or None."""
    if not words:
        return None
    body = text[words[0].start : words[-1].end]
    lows = [token.low for token in words]
    if is_self_mockery(text, words):
        return None
    if _ADDRESS.match(body) or _CALLING_AGAIN.match(body) or _PRONOUNS.match(body) or _stops_for_good(lows, body):
        return _draft(text, words, turn, body)
    general = None if asked else _of_all_answers(text, words, turn)
    if general is not None:
        return general
    wanting = _WANTING.match(body)
    lasting = _LASTING.search(body) if not asked else _ALWAYS.search(body)
    if asked and not re.match(r"(?:can|could|would|will) you\b", body, re.IGNORECASE):
        return None
    if wanting is not None:
        return (
            _draft(text, words, turn, body[wanting.end() :])
            if lasting
            or ((_is_about_output(lows) or body[wanting.end() :].startswith("be ")) and not _THIS_TURN.search(body))
            else None
        )
    told = None if asked else _told(text, words, turn, body, lasting)
    if told is not None:
        return told
    bare = _bare_negative(lows)
    ordered = request or _is_order(lows, lasting)
    if lasting is not None and lows[1:] in _AS_EVER:
        return None
    about = _is_about_output(lows) or any(low in {"you", "your"} for low in lows)
    if lasting and lasting.group().lower() in _NOT_EVER and not (_is_about_output(lows) or not _OURS.isdisjoint(lows)):
        return None  # "don't ever give up" is no order to the assistant
    never_for_me = bare == 1 and ("for", "me") in pairwise(lows)  # "no coriander for me"
    if (never_for_me or (bare and about and (lasting or _is_generic(lows)))) and not _THIS_TURN.search(body):
        return _refusal(text, words, turn, bare)
    momentary = lasting is not None and _THIS_TURN.search(body.replace(lasting.group(), "")) is not None
    if ordered and lasting and not _is_idle(lows) and (not momentary or lasting.group().lower() == "from now on"):
        return _draft(text, words, turn, body)
    return None


def carried_on(text: str, words: list[Token], turn: Turn, told: Draft) -> Draft | None:
    """ "Always reply in Spanish and don't use slang": an order in the breath of one that is meant to last."""
    lows = [token.low for token in words[:2]]
    if "instruction" not in told.tags or (lows[0] not in _DENYING and lows != ["do", "not"]):
        return None
    return _draft(text, words, turn, text[words[0].start : words[-1].end]) if len(words) > 1 else None


_AS_EVER: Final = (["have", "been"], ["has", "been"], ["was"], ["were"], ["did"], ["do"], ["will"], ["will", "be"])
"""After "always", no order: "I'm a night owl, always have been"."""
_DENYING: Final = frozenset("don't dont never avoid".split())


def _of_all_answers(text: str, words: list[Token], turn: Turn) -> Draft | None:
    """How every answer shall be, without a word of lastingness; see `manner`."""
    lows = [token.low for token in words]
    span = words[0].start, words[-1].end
    wants = manner.wished(lows)
    if wants:
        replaced = {0: turn.name if lows[0] == "i" else f"{turn.name} would"}
        if lows[0] == "i" and "would" not in lows[:wants]:
            replaced[wants] = finite(words[wants].low)
        return Draft(render(text, words, replaced), "preference", *span, tags=("instruction",))
    required = manner.required(lows)
    if required:
        noun = next(at for at in range(required - 1, 0, -1) if words[at].low.endswith("s"))
        content = (
            f"{turn.name} wants {LISTENER}'s {render(text, words[1 : noun + 1])} to {render(text, words[required:])}"
        )
        return Draft(content, "preference", *span, tags=("instruction",))
    body = text[words[0].start : words[-1].end]
    start = words[0].start
    reminds = lows[0] == "to" and _REMINDING.search(text[max(0, start - _REMINDING_MAX) : start]) is not None
    if reminds and manner.reminded(lows, lasting=_LASTING.search(body) is not None):
        return _draft(text, words[1:], turn, text[words[1].start : words[-1].end])
    verb = _LEADS.sub("", body).split(maxsplit=1)[:1]
    using = not _USING.isdisjoint(verb) and _AT_HAND.isdisjoint(lows) and _THIS_TURN.search(body) is None
    using = using and manner.ABOUT_ALL.search(body.lower()) is not None
    using = using or (_IN_YOURS.match(body) is not None and manner.is_alone(text, words))
    return _draft(text, words, turn, body) if using or manner.ordered(text, words) else None


_IN_YOURS: Final = Lazy(
    r"(?:please )?(?:use|include|avoid|skip|don't use|do not use|never use|no) [^,.;:]{2,40} in (?:all )?your"
    r" (?:answers|replies|responses)$",
    re.IGNORECASE,
    hints="in_your all_your",
)


_USING: Final = frozenset("use include avoid follow prefer Use Include Avoid Follow Prefer".split())
_AT_HAND: Final = frozenset("this that these those it them".split())
_REMINDING_MAX: Final = 12
_REMINDING: Final = Lazy(r"\b(?:remember|forget) $", re.IGNORECASE)


def _told(text: str, words: list[Token], turn: Turn, body: str, lasting: re.Match[str] | None) -> Draft | None:
    """A wish told as a statement: "I like it when you ...", "I want X in any code you write", "always briefly"."""
    lows = [token.low for token in words]
    span = words[0].start, words[-1].end
    if _WHEN_YOU.match(body):
        start = next(at for at, low in enumerate(lows) if low in {"i", "we"})
        verb = next(at for at in range(start + 1, len(lows)) if not is_adverb(lows[at]))
        content = render(text, words, {start: turn.name, verb: finite(words[verb].low)})
        polarity = -1 if _DISLIKED.search(body[:30]) else 1
        return Draft(content, "preference", *span, polarity=polarity, tags=("instruction",))
    if _IN_ANY.match(body) and not _THIS_TURN.search(body):
        glued = expanded(lows[0])[1]
        replaced = {0: f"{turn.name} would"} if glued else {0: turn.name, 1: finite(words[1].low)}
        return Draft(render(text, words, replaced), "preference", *span, tags=("instruction",))
    ranked = _RANKED.match(body)
    if ranked is not None:
        return Draft(f"{turn.name} prefers {ranked[1]}", "preference", *span)
    spared = _SPARED.match(body)
    general = spared is not None and not _THESE.search(body[spared.end() :])
    dropped = spared is not None and "drop" in spared.group() and _is_about_output(lows) and not _THIS_TURN.search(body)
    if spared is not None and (lasting is not None or dropped or general):
        rest = [token for token in words if token.start >= words[0].start + spared.end()]
        wish = f"wants {LISTENER} to drop" if dropped else f"doesn't want {LISTENER} to"
        content = f"{turn.name} {wish} {render(text, rest)}"
        return Draft(content, "preference", *span, polarity=-1, tags=("instruction",))
    asks = _PLEASE.match(text[words[-1].end : words[-1].end + 12]) is not None or _is_about_output(lows)
    if lasting is None or not asks or len(words) > _NOUNS_MAX or not _is_nominal(words):
        return None
    denied = _DENIES.search(body.lower()) is not None
    said = render(text, words)
    content = f"{turn.name} wants {_small(said) if words[0].text[1:].islower() else said}"
    return Draft(content, "preference", *span, polarity=-1 if denied else 1, tags=("instruction",))


def _is_nominal(words: Sequence[Token]) -> bool:
    """No verb and nobody who does something: "short paragraphs always", "all dates as DD/MM"."""
    lows = [token.low for token in words]
    if any(low in AUXILIARIES or expanded(low)[0] in _SOMEBODY for low in lows):
        return False
    first = next((low for low in lows if low not in _FRONT), "")
    known = form_of(first)
    return first not in REQUEST_VERBS["en"] and (known is None or known[1] not in {"base", "past", "part"})


def _small(body: str) -> str:
    return body[0].lower() + body[1:]


_NOT_EVER: Final = frozenset(("don't ever", "do not ever"))
_OURS: Final = frozenset("me us my our".split())
_NOUNS_MAX: Final = 14
_SOMEBODY: Final = frozenset("i we you he she they it my our".split())
_FRONT: Final = frozenset("from now on going forward always by default in future never the all only".split())
_PLEASE: Final = Lazy(r"\W{0,3}(?:please|pls|plz)\b", re.IGNORECASE)
_WHEN_YOU: Final = Lazy(
    r"(?:i|we) (?:\w+ ){0,2}(?:like|love|appreciate|prefer|enjoy|hate|dislike|stand) (?:it )?when you (?!were|did|said"
    r"|gave|had|have)",
    re.IGNORECASE,
)
_DISLIKED: Final = Lazy(r"\b(?:hate|dislike|don't|can't|stand)\b", re.IGNORECASE)
_IN_ANY: Final = Lazy(
    r"(?:i want|i need|i'd appreciate|i appreciate"
    r"|i'd like|i would like|i prefer|i'd prefer|i expect|we use|we want) (?!you\b|to\b)[^.]{2,60}"
    r" (?:in|for|with|on) (?:(?:any|all|every|everything|anything|whatever) [^.]{0,40}\byou\b"
    r"|(?:all |any )?(?:of )?your (?:answers|replies|responses|code|messages|emails|explanations|examples"
    r"|snippets|summaries))",
    re.IGNORECASE,
)
_RANKED: Final = Lazy(r"give me ([^.]{2,40} over [^.]{2,40}) (?:any day|every time|any time)\b", re.IGNORECASE)
_THESE: Final = Lazy(r"\b(?:the|this|that|these|it|them|now|yet|again|anything|me)\b", re.IGNORECASE)
_SPARED: Final = Lazy(
    r"(?:you (?:don't|do not) (?:need|have) to|you needn't|(?:there's )?no need to|you can stop|you can drop) (?=\w)",
    re.IGNORECASE,
)


def _stops_for_good(lows: Sequence[str], body: str) -> bool:
    """ "stop adding docstrings to everything": what the assistant keeps doing, and not what it does right now."""
    start = 1 if lows[0] == "please" else 0
    doing = lows[start + 1] if len(lows) > start + 2 else ""
    return (
        lows[start] == "stop"
        and doing.endswith("ing")
        and (lows[start + 2] != "the" or doing in {"using", "saying", "calling"})  # "stop running the tests"
        and not any(low in {"it", "that", "this", "now"} for low in lows)
        and _THIS_TURN.search(body) is None
    )


def _is_about_output(lows: Sequence[str]) -> bool:
    return any(low in _ABOUT_OUTPUT for low in lows)


def _is_idle(lows: Sequence[str]) -> bool:
    """ "never mind", "always wondered": no order."""
    return lows[:2] in (["never", "mind"], ["always", "wanted"]) or len(lows) < 3 or lows[0] in _ASKING


def _is_order(lows: Sequence[str], lasting: re.Match[str] | None) -> bool:
    """A base verb that opens the clause once the words of lastingness are gone."""
    if lasting is None:
        return False
    gone = set(lasting.group().lower().split())
    for place, low in enumerate(lows):
        if low in {"i", "we"} and (not place or lows[place - 1] not in _BEFORE_I):
            return False  # "when I travel I use Google Maps"
        if low in gone or low in _SKIPPED:
            continue
        known = form_of(low)
        return not _has_subject(lows[place + 1 :]) and (
            low in REQUEST_VERBS["en"]
            or low == "don't"
            or (known is not None and known[1] == "base" and low not in {"love", "hate", "like"})
        )
    return False


_BEFORE_I: Final = frozenset("when whenever if time unless until".split())


def _has_subject(after: Sequence[str]) -> bool:
    """ "when I paste code it breaks": what looked like the verb is followed by a subject with its own."""
    head = expanded(after[0])[0] if after else ""
    known = form_of(after[1]) if len(after) > 1 else None
    return head in {"i", "they", "he", "she", "we"} or (
        head == "it" and known is not None and known[1] in {"s", "past"}
    )


def _bare_negative(lows: Sequence[str]) -> int:
    """Where "no comments in it" begins, or 0; counted from one."""
    for place, low in enumerate(lows):
        if (
            low == "no"
            and (place == 0 or lows[place - 1] in {",", ":"})
            and place + 1 < len(lows)
            and lows[place + 1] not in _NO_REFUSAL
        ):
            return place + 1
    return 0


def _is_generic(lows: Sequence[str]) -> bool:
    """ "no emojis in emails please": the kind of output and no single piece of it."""
    return (
        lows[0] == "no"
        and _is_about_output(lows[1:3])
        and any(low in {"in", "with", "ever"} for low in lows[2:])
        and not any(low in {"the", "this", "that"} for low in lows)
    )


def _refusal(text: str, words: list[Token], turn: Turn, bare: int) -> Draft:
    what = render(text, words[bare:])
    when = render(text, words[: bare - 1]).strip(" ,:")
    content = f"{turn.name} doesn't want {what}" + (f" ({when})" if when else "")
    return Draft(content, "preference", words[0].start, words[-1].end, polarity=-1, tags=("instruction",))


def _draft(text: str, words: list[Token], turn: Turn, body: str) -> Draft:
    start = words[-1].end - len(body)
    lead = _LEADS.match(body)
    if lead is not None:
        start += lead.end()
    order = render(text, [token for token in words if token.start >= start])
    order = order.removeprefix(f"{LISTENER} can ")
    if order[1:2].islower():  # the verb that began the sentence
        order = order[0].lower() + order[1:]
    lows = order.lower()
    denied = _DENIES.search(lows) is not None
    if turn.told and any(_POINTS.match(token.low) for token in words):
        order = f"{order} ({turn.told[-1].content})"
    if _LEADING.match(lows):
        content = capitalised(f"{turn.name} wants {LISTENER}: {order}")
    elif lows.startswith(("don't ", "dont ", "do not ")):
        content = f"{turn.name} wants {LISTENER} not to {re.sub(_DO_NOT, '', order)}"
    else:
        content = f"{turn.name} wants {LISTENER} to {order}"
    polarity = -1 if denied else 1
    return Draft(content, "preference", words[0].start, words[-1].end, polarity=polarity, tags=("instruction",))
