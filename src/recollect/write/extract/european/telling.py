"""A clause of the speaker's put into the third person, and what kind of memory it is."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon import persons
from recollect.rules.lexicon.attitudes import DISLIKING, LIKING
from recollect.rules.lexicon.calendar_names import DAYS, MONTH_NAMES, SHORT_DAYS
from recollect.rules.lexicon.clauses import COPULAS, PASSING, THINKING
from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.negation import NEGATIONS
from recollect.rules.lexicon.occasions import FREQUENCY, OCCASIONS
from recollect.rules.tense import is_past
from recollect.write.extract.conjugation import plural_of, third_of
from recollect.write.extract.drafts import Draft, Turn
from recollect.write.extract.european.shifting import are_together, inside, is_we, shifted
from recollect.write.extract.european.verbs import german_changed, is_last, speaks
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.write.extract.english.words import Token

DAY: Final = Lazy(
    r"\b\d{1,2}[./]\d{1,2}\b|\b(?:el|le|am|bis|ab|vom|dia|día|il|al|até|hasta|entro) "
    r"(?:den |zum |el |o )?\d{1,2}\b|\b(?:"
    rf"{'|'.join((*DAYS, *SHORT_DAYS, *MONTH_NAMES))}|mañana|morgen|demain|amanhã|domani|próxim[oa]|nächste[nrs]?"
    r"|prochaine?|semana que v(?:ie)?ne?m?|prossim[oa]|übermorgen|heute abend|ce soir|esta noche|hoje à noite)\b",
    re.IGNORECASE,
)
_PARTS: Final = Lazy(r"[,;:] | (?:und|aber|weil|denn|et|mais|car|y|pero|porque|e|mas|ma|perché) ", re.IGNORECASE)
_LIKED: Final = Lazy(
    r"^(?:(?:no|ya no|nunca|a mí|realmente|también|tampoco|non|siempre|casi|nada|não|anche|,)\s+)*"
    r"(?:(?:el|la|los|las|il|lo|gli|le|i|o|os|as) [^\W\d]+ (?:(?:de|di|da|del|no|non|não|però|siempre) ){0,2})?"
    r"(?:se )?(?:me|mi) "
    r"(?:gust|encant|fascin|molest|piac|interes|apasion|va |duel|cuest|falt|sient|da[n]? |dan |cae|preocup|agobi|aburr"
    r"|irrit|pone |pesa |relaj|entusiasm|chifl|mola|flip|horroriz|asust|priv|manc|fa (?:male|paura)|dà |secca|incomod"
    r"|dói|doem|faz mal|assust|anim)",
    re.IGNORECASE,
)
_OF_ONESELF: Final = Lazy(r"^\w*(?:(?<![aon]n)o|é|í|ei|amos|emos|iamo)\b")
"""The verb is the speaker's own: "me preocupo", "mi interesso"; not "mi piacciono"."""
_DONE_TO: Final = Lazy(
    r"^(?:(?:ayer|hoy|el|la|año|semana|mes|pasad[oa]|en|no|nunca|todavía|aún|ya|ieri|oggi|ontem|\d{4}|hace|poco)\s+)*"
    r"(?:me (?:han|acaban de|\w+[aei]ron|\w+[aei]ram)|mi hanno)\s",
    re.IGNORECASE,
)
"""Others did it to the speaker: "me operaron", "me han despedido", "mi hanno assunto"."""
_PLEASING: Final = frozenset(
    """
    schmeckt schmecken gefällt gefallen nervt nerven stört stören fehlt fehlen fällt tut hilft helfen liegt bekommt
    reicht wurde wurden ist gibt gibt' gibts wird macht passt schadet interessiert interessieren langweilt
    begeistert ärgert
    """.split()
)
_WEAK_DENIALS: Final = frozenset("plus ni sin sem ohne sans nada personne senza né".split())
_KNOWING: Final = frozenset("sé weiß sais sei so entiendo verstehe creo glaube".split())
_KNOWS_HOW: Final = frozenset("sé sais sei so".split())
_INFINITIVES: Final = {
    "es": ("ar", "er", "ir"), "pt": ("ar", "er", "ir"), "it": ("are", "ere", "ire"), "fr": ("er", "ir", "re"), "de": (),
}  # fmt: skip
_HOW_WELL: Final = frozenset("gut fließend ziemlich perfekt etwas bisschen null super kaum schlecht".split())
_SUBJUNCTIVE: Final = frozenset("würde hätte wäre könnte sollte wär hätt würd könnt".split())
_PASSING_MAX: Final = 4
_AUXILIARIES: Final = frozenset(
    """
    hab habe haben bin sind war hatte ai suis avons sommes avais étais he hemos ho abbiamo sono siamo avevo ero fui
    era tengo tenho tenemos temos soy sou estoy estou tenía tinha puedo posso kann können weiß sei
    """.split()
)
"""With one of these a day does not make a plan."""
_SINCE: Final = frozenset("desde seit depuis da hace há lange früher antes avant prima".split())
_LONG: Final = tuple(noun for noun in OCCASIONS["de"] if len(noun) > 3)
_LONG_AGO: Final = frozenset("pasado pasada ayer anoche passado passada ontem anteontem".split())
_THEN: Final = {
    "es": (("amos", "ó"), ("imos", "ió")), "pt": (("amos", "ou"), ("emos", "eu"), ("imos", "iu")),
}  # fmt: skip
_GOING: Final = frozenset("necesito preciso vou voy vais vado brauche will möchte quiero quero voglio veux".split())
_TIMES_A: Final = Lazy(
    r"\b(?:veces|vezes|fois|volte|mal) (?:por|a|al|par|pro|die|à|na|en|in|im)\b"
    r"|\b(?:los|aos|às|todos os|todas as) \w+s\b|\ble (?:lun|mar|mercre|jeu|vendre|same|diman)\w+\b|\b\w+tags\b"
    r"|\b(?:du \w+di au \w+di|de lunes a \w+|von montag bis \w+|de segunda a \w+|dal lunedì al \w+)\b"
    r"|\bil (?:lun|mart|mercol|giov|ven)\w*dì\b|\b(?:il sabato|la domenica|le dimanche|le samedi)\b",
    re.IGNORECASE,
)
_BEFORE_VERB: Final = frozenset("no não nao non me se ya nunca já nos mi te lo la le les ci ti si li gli jamás".split())
_NEGATED_FIRST: Final = frozenset(
    """
    no ne n' não nao non ya já nunca jamais siempre sempre também también me se te lo la le les nos mi
    ci ti si also auch jamás tampoco
    """.split()
)
_DONE_WITH: Final = frozenset(
    """
    assunto assunta licenziato licenziata promosso promossa operato operata ricoverato ricoverata invitato invitata
    bocciato bocciata trasferito trasferita selezionato selezionata premiato premiata eletto eletta arrestato scelto
    """.split()
)
"""Done with the speaker himself, not given or told to him: "mi hanno assunto"."""
_INDIRECT: Final = {"es": "le", "it": "gli", "pt": "lhe"}


def is_dated(body: str) -> bool:
    return DAY.search(body) is not None


def is_over(body: str, language: str) -> bool:
    """Whether what is told with its day is over. The clause with the day decides: "je me suis trompée, c'est le 17"."""
    return is_past(body, language, next((part for part in _PARTS.split(body) if DAY.search(part)), body))


def is_liked(body: str) -> bool:
    """Whether something does something to the speaker: "no me gusta", "me duele", "mi piace", "me han operado"."""
    found = _LIKED.match(body)
    if found is not None and _OF_ONESELF.match(body[body.rindex(" ", 0, found.end() - 1) + 1 :]):
        return False
    return found is not None or _DONE_TO.match(body) is not None


def kind_of(words: Sequence[Token], place: int, language: str, body: str) -> str:
    """The kind of memory, empty where nothing lasts: what the speaker only asks for, thinks or hopes."""
    low = body.lower()
    verb = words[place].low.removeprefix("j'")
    if verb in _SUBJUNCTIVE or (
        verb in COPULAS and len(words) - place <= _PASSING_MAX and _passes(words, place, language)
    ):
        return ""
    if verb in THINKING:
        return "fact" if _thinks_of_himself(words, place, language) else ""
    dated = is_dated(body)
    lows = {token.low for token in words}
    if any(cue in low for cue in persons.DECISIONS[language]):
        return "decision"
    if dated and _duties(language).search(low):
        return "commitment"
    if (
        verb in LIKING[language]
        or verb in DISLIKING[language]
        or (language == "de" and (lows & {"gern", "gerne", "lieber", "liebsten"} or verb in {"lieb", "hass"}))
    ):
        return "preference"
    if verb in persons.TASK_VERBS[language] and not (lows & NEGATIONS[language] and verb not in _KNOWING):
        if (verb in _KNOWS_HOW and _infinitive_follows(words, place, language)) or (
            verb == "kann" and lows & _HOW_WELL
        ):
            return "skill"
        if verb in _GOING and dated:
            return "commitment"
        return "fact" if verb in {"voy", "vou", "vais", "vado"} and _is_habit(body, lows, language) else ""
    over = dated and is_over(body, language)
    if dated and names_occasion(lows, language):
        return "event" if over else "commitment"
    if (
        dated
        and verb not in _AUXILIARIES
        and not lows & _SINCE
        and not over
        and not _is_over(words[place].low, language)
    ):
        return "fact" if _is_habit(body, lows, language) else "commitment"
    return "skill" if verb in persons.SKILLS[language] and not lows & FREQUENCY[language] else "fact"


@cache
def _duties(language: str) -> re.Pattern[str]:
    """Whole words: who says "j'avais" or "musste" has done it."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(persons.DUTIES[language])})(?!\w)")


def names_occasion(lows: set[str], language: str) -> bool:
    """Whether a word is an occasion, or in German ends in one: "Meisterprüfung"."""
    nouns = OCCASIONS.get(language, frozenset())
    return bool(lows & nouns) or (language == "de" and any(low.endswith(_LONG) for low in lows))


def _passes(words: Sequence[Token], place: int, language: str) -> bool:
    return any(token.low in PASSING[language] for token in words[place + 1 : place + 4])


def _thinks_of_himself(words: Sequence[Token], place: int, language: str) -> bool:
    """ "creo que soy alérgico", "ich glaube, ich habe Asthma": what he thinks is about himself."""
    rest = [token for token in words[place + 1 :] if token.low not in {",", "que", "dass", "che", "qu'"}]
    return (
        bool(rest) and words[place + 1].low in {",", "que", "dass", "che", "qu'", "ich"} and speaks(rest, language) >= 0
    )


def _infinitive_follows(words: Sequence[Token], place: int, language: str) -> bool:
    after = [token.low for token in words[place + 1 : place + 4]]
    return any(len(low) > 3 and low.endswith(_INFINITIVES[language]) for low in after[:2]) and "que" not in after[:1]


def _is_over(verb: str, language: str) -> bool:
    """Whether a verb stands in a past tense."""
    if language == "de":
        return german_changed(verb, "") == verb
    other = third_of(verb, language)
    return other.endswith(("ó", "ou", "eu", "iu", "aba", "ía", "ava", "eva", "iva", "ait")) or verb in {
        "fui",
        "hice",
        "fiz",
    }


def _is_habit(body: str, lows: set[str], language: str) -> bool:
    return bool(lows & FREQUENCY[language]) or _TIMES_A.search(body) is not None


def draft_of(said: str, kind: str, words: Sequence[Token], language: str) -> Draft:
    """The draft of a clause that is already in the third person."""
    low = " ".join(token.low for token in words)
    sure = min((left for hedge, left in HEDGES[language].items() if hedge in low), default=1.0)
    lows = {token.low for token in words}
    return Draft(
        said[:1].upper() + said[1:],
        kind,
        words[0].start,
        words[-1].end,
        confidence=sure,
        polarity=polarity(words, language),
        tags=("habit",) if kind == "fact" and lows & FREQUENCY[language] else (),
        ahead=kind == "commitment",
    )


def polarity(words: Sequence[Token], language: str) -> int:
    """-1 where a clause denies or dislikes."""
    for low in (token.low for token in words):
        negates = low in NEGATIONS[language] and low not in _WEAK_DENIALS
        if negates or low in DISLIKING[language] or (language == "fr" and low.startswith("n'")):
            return -1
    return 1


def liked(text: str, words: list[Token], turn: Turn, language: str) -> Draft:
    """ "no me gusta el pescado" -> "A User no le gusta el pescado"."""
    if [token.low for token in words[:2]] == ["a", "mí"]:
        words = words[2:]
    at = next(place for place, token in enumerate(words) if token.low in {"me", "mi"})
    first = {} if at == 0 else {0: inside(words, 0)}
    given = language != "it" or not any(token.low in _DONE_WITH for token in words[at + 1 : at + 4])
    said = shifted(text, words, turn, language, first | {at: _INDIRECT.get(language, "le") if given else "lo"})
    kind = "fact" if _DONE_TO.match(text[words[0].start : words[-1].end]) else "preference"
    return draft_of(f"A {turn.name} {said}", kind, words, language)


def pleases(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """German "mir schmeckt Fisch nicht", "bei mir wurde Asthma festgestellt"."""
    lows = [token.low for token in words[:4]]
    if (
        language == "de" and lows[1:3] in (["geht", "bei"], ["gehen", "bei"]) and "mir" in lows
    ):  # "Laktose geht bei mir nicht"
        return draft_of(f"{turn.name}: {shifted(text, words, turn, language, {}, other=True)}", "fact", words, language)
    at = next((place for place, low in enumerate(lows[:2]) if low in {"mir", "mich"}), -1)
    if lows[:2] == ["bei", "uns"]:
        at = 1
    if language != "de" or at < 0 or not (set(lows) & _PLEASING) or lows[0] not in {"mir", "mich", "bei"}:
        return None
    if {token.low for token in words} & (PASSING["de"] | {"kalt", "warm", "langweilig", "schlecht", "egal"}):
        return None
    kind = "preference" if set(lows) & {"schmeckt", "schmecken", "gefällt", "gefallen", "nervt", "stört"} else "fact"
    said = shifted(text, words, turn, language, {0: words[0].low} if at else {}, other=True)
    return draft_of(f"{turn.name}: {said}", kind, words, language)


def duty(text: str, words: list[Token], turn: Turn, language: str) -> Draft | None:
    """French "il faut que je rende le dossier vendredi": a duty, kept with its day."""
    lows = [token.low for token in words[:5]]
    body = text[words[0].start : words[-1].end]
    if language != "fr" or "faut" not in lows[:2] or not {"je", "j'"} & set(lows) or not is_dated(body):
        return None
    return draft_of(shifted(text, words, turn, language, {}), "commitment", words, language)


def told(text: str, words: list[Token], place: int, turn: Turn, language: str) -> str:
    """The clause with the name as its subject and the verb in the third person."""
    subjects = persons.SUBJECTS[language]
    if language == "de" and is_last(words, place):
        return _reason(text, words, turn)
    low = words[place].low
    replaced: dict[int, str] = {}
    at = next((spot for spot, token in enumerate(words) if token.low in subjects or token.low == "j'"), -1)
    changed = _changed(low, words[at].low if at >= 0 else "", language)
    we = next((spot for spot, token in enumerate(words[:place]) if token.low == "gente" and spot), -1)
    if language == "pt" and we > 0 and words[we - 1].low == "a":
        at, replaced[we - 1] = we, ""
        changed = low
    changed = _in_the_past(low, changed, words, language)
    if are_together(words, language) and language != "de":
        changed = plural_of(changed, language)
    if at >= 0 and words[at].low == "on" and words[at + 1].low in {"m'", "me"}:  # "on m'a opéré": others did it
        return shifted(text, words, turn, language, {at: words[at].text}, other=True)
    if language == "de" and (place, at) == (0, 1):  # "deshalb esse ich kein Fleisch", without its first word
        replaced |= {0: turn.name, 1: changed}
    elif at >= 0:
        replaced[at] = turn.name + (" " if words[at].low == "j'" else "")
        replaced[place] = changed if at != place else f"{turn.name} {changed}"
    elif place and words[place - 1].low in _BEFORE_VERB:
        first = place - 1
        while first and words[first - 1].low in _NEGATED_FIRST:
            first -= 1
        replaced[place] = changed
        we = language == "it" and words[first].low == "ci" and is_we(low)
        word = "si" if we else persons.PRONOUNS[language].get(words[first].low, inside(words, first))
        replaced[first] = f"{turn.name} {word}"
    else:
        replaced[place] = f"{turn.name} {changed}"
    return shifted(text, words, turn, language, replaced)


def _in_the_past(low: str, changed: str, words: Sequence[Token], language: str) -> str:
    """ "nos mudamos" is now or then: the time that is told decides."""
    if low in persons.IRREGULAR[language] or not _LONG_AGO & {token.low for token in words}:
        return changed
    return next((changed[:-1] + past for ending, past in _THEN.get(language, ()) if low.endswith(ending)), changed)


def _changed(low: str, subject: str, language: str) -> str:
    if language == "de":
        return german_changed(low, subject)
    if language == "fr":
        return low if subject == "on" else third_of(low.removeprefix("j'"), "fr") or low
    verb, dash, clitic = low.partition("-")
    return (third_of(verb, language) or verb) + dash + persons.PRONOUNS[language].get(clitic, clitic)


def _reason(text: str, words: list[Token], turn: Turn) -> str:
    """ "weil ich in Ulm wohne" -> "User wohnt in Ulm"."""
    verb = german_changed(words[-1].low, words[1].low)
    middle = shifted(text, words[2:-1], turn, "de", {})
    return f"{turn.name} {verb} {middle}"
