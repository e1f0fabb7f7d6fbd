"""Ties: whom and what a text names, and how they are related, by rules alone. Pure, and linear in the text.

For texts in the third person ("Ana works at Acme") and what a speaker says of himself ("I live in Lisbon"). Names are
found in any language that writes them with capitals; relations in English. A language model's own ties come with its
claims (`recollect.write.reply`) and are kept beside the memory.
"""

from __future__ import annotations

from typing import Final

from recollect.model.claim import Mention, Relation
from recollect.model.graph import Ties
from recollect.rules import naming
from recollect.write.extract.languages import detect
from recollect.write.extract.sentences import sentences
from recollect.write.ties.names import names, read
from recollect.write.ties.relations import names_somebody, relations

TEXT_CHARS_MAX: Final = 20_000
"""Of a longer text only the beginning is read."""
MENTIONS_MAX: Final = 64
RELATIONS_MAX: Final = 64
SPEAKER: Final = "User"
"""Who speaks where nobody is named."""


def ties_of(text: str, speaker: str | None = None, *, own: bool = True) -> Ties:
    """The names and relations of a text. `own`: it is the speaker who says "I" in it."""
    text = text[:TEXT_CHARS_MAX]
    if text.islower():
        own = own and " i " in f" {text} "
    speaker = (speaker or "").strip() or SPEAKER
    language = detect(text)
    found: dict[str, Mention] = {}
    stated: dict[tuple[str, str, str], Relation] = {}
    for sentence in sentences(text):
        tokens = read(text[sentence.start : sentence.end], speaker, own=own and language == "en")
        if not any(token.name for token in tokens):
            continue
        if language == "en" and sentence.mark != "?":
            for relation in relations(tokens):
                key = (relation.source, relation.relation, relation.target)
                if len(stated) < RELATIONS_MAX:
                    stated.setdefault(key, relation)
            for at, token in enumerate(tokens):
                if token.weak and names_somebody(tokens, at):
                    token.weak = False
                    token.type = "person" if token.type == "concept" else token.type
        for token in names(tokens):
            weak = token.weak or (language == "de" and token.type == "concept")
            _add(found, Mention(name=token.name, type=token.type, weak=weak))
    kept = {naming.key_of(end) for relation in stated.values() for end in (relation.source, relation.target)}
    mentions = [
        mention if naming.key_of(mention.name) not in kept else Mention(name=mention.name, type=mention.type)
        for mention in found.values()
    ]
    return Ties(mentions=tuple(mentions), relations=tuple(stated.values()))


def _add(found: dict[str, Mention], mention: Mention) -> None:
    """Each name once; a mention that is sure of itself, or of its type, wins."""
    key = naming.key_of(mention.name)
    if not key:
        return
    before = found.get(key)
    if before is None:
        if len(found) < MENTIONS_MAX:
            found[key] = mention
        return
    found[key] = Mention(
        name=naming.better_name(before.name, mention.name),
        type=naming.better_type(before.type, mention.type),
        weak=before.weak and mention.weak,
    )
