"""Words with which somebody asks that something is not remembered, by language. Plain data; some are patterns."""

from __future__ import annotations

from typing import Final

KEEP: Final = (
    "store", "save", "keep", "remember", "memori[sz]e", "record", "log", "note", "retain", "learn",
    r"write(?= (?:\w+ ){0,3}down)", "write down", "take (?:a )?note of", "make (?:a )?note of",
    r"commit(?= (?:\w+ ){1,3}to memory)", r"put(?= (?:\w+ ){1,3}in)", r"add(?= (?:\w+ ){1,3}to)",
)  # fmt: skip
KEPT: Final = (
    "stored", "saved", "kept", "remembered", "memori[sz]ed", "recorded", "logged", "noted", "retained", "written down",
)  # fmt: skip
MEMORY: Final = "memory memories notes? records? profile file history database".split()
"""Where an assistant keeps things."""
PLEASE: Final = "please pls plz kindly".split()
OPENING: Final = "and but so just also oh ok hey now actually btw again".split()
"""May stand before a request."""
GOING_ON: Final = (
    "please", "though", "ok", "okay", "either", "at all", "ever", "for (?:later|me|now)", "yet", "but", "because",
    "since", "as", "and", "or", "so", "thanks", "again", "afterwards",
)  # fmt: skip
"""May stand after what is meant, which is all of it then: "don't save this file" is about a file."""
POLITE: Final = (
    "please", "pls", "plz", "thanks", "thank you", "thx", "ok", "okay", "and", "but", "so", "oh", "also", "bitte",
    "danke", "por favor", "gracias", "per favore", "grazie", "s'il (?:te|vous) plaît", "merci", "obrigad[oa]",
)  # fmt: skip
"""Beside a request it says nothing of its own."""
BACK: Final = "that it those das es eso cela ça isso quello".split()
"""Points at what was said before; "this" may point either way."""

GERMAN_KEEP: Final = "merken speichern abspeichern notieren aufschreiben festhalten behalten mitschreiben".split()
GERMAN_KEEP_IT: Final = (
    "speicher[en]?(?: sie)?", "notier(?:e|en sie)?", "schreib(?:e|en sie)?", "behalte?",
)  # fmt: skip
"""As an order."""
GERMAN_OPENING: Final = (
    "bitte", "aber", "und", "also", "nur", "jetzt", "lieber", "besser", "das", "dies", "dieses", "es", "folgendes",
    "alles", "gar", "davon", "auf keinen fall",
)  # fmt: skip
SPANISH_KEEP: Final = "guardes? recuerdes? anotes? memorices? almacenes? registres? apuntes?".split()
PORTUGUESE_KEEP: Final = "guardes? salves? memorizes? registres? registe anotes? grave lembre".split()
ITALIAN_KEEP: Final = tuple(
    f"{stem}(?:e|lo)" for stem in "salvar ricordar memorizzar registrar annotar conservar".split()
)
FRENCH_KEEP: Final = "retiens retenez mémorise[zs]? garde[zs]? enregistre[zs]? note[zs]? sauvegarde[zs]?".split()
CHINESE_KEEP: Final = "记住 保存 记录 存储 储存 记下 存下".split()
JAPANESE_KEEP: Final = "覚え 保存し 記録し 記憶し メモし".split()
HINDI_KEEP: Final = "याद सेव नोट save".split()
