"""Words that lower certainty, by language, and how much of it is left."""

from __future__ import annotations

from typing import Final

HEDGES: Final[dict[str, dict[str, float]]] = {
    "en": {
        "maybe": 0.5, "perhaps": 0.5, "possibly": 0.5, "might": 0.5, "may": 0.6, "could": 0.5, "not sure": 0.4,
        "probably": 0.7, "likely": 0.7, "pretty sure": 0.8, "fairly sure": 0.8, "almost certain": 0.85,
        "almost certainly": 0.85, "quite sure": 0.85, "i think": 0.7, "i believe": 0.7, "i guess": 0.6,
        "i suppose": 0.6, "i reckon": 0.7, "i suspect": 0.6, "i assume": 0.6, "i feel like": 0.6, "seems": 0.6,
        "apparently": 0.6, "supposedly": 0.5, "allegedly": 0.4, "kind of": 0.8, "sort of": 0.8, "kinda": 0.8,
        "sorta": 0.8, "roughly": 0.9, "if i remember": 0.6, "iirc": 0.6, "afaik": 0.7, "as far as i know": 0.7,
        "toying with": 0.5, "leaning towards": 0.6, "leaning toward": 0.6, "thinking of": 0.5,
        "thinking about": 0.5, "considering": 0.5, "tempted": 0.5, "not certain": 0.5, "on the fence": 0.5,
    },
    "es": {"quizás": 0.5, "quizá": 0.5, "tal vez": 0.5, "creo que": 0.7, "probablemente": 0.7, "a lo mejor": 0.5,
           "supongo": 0.6, "pensando en": 0.5, "me estoy planteando": 0.5, "no estoy segur": 0.4, "puede que": 0.5,
           "seguramente": 0.8},
    "de": {"vielleicht": 0.5, "wahrscheinlich": 0.7, "ich glaube": 0.7, "ich denke": 0.7, "vermutlich": 0.6,
    "überlege": 0.5, "überleg ": 0.5, "glaub ": 0.7, "nicht sicher": 0.4,
           "eventuell": 0.5, "wohl": 0.7, "möglicherweise": 0.5, "anscheinend": 0.6},
    "fr": {"peut-être": 0.5, "je crois": 0.7, "crois que": 0.7, "j'envisage": 0.5, "je pense à": 0.5, "pas sûr": 0.4,
           "je pense": 0.7, "probablement": 0.7, "sans doute": 0.7,
           "il me semble": 0.6, "apparemment": 0.6},
    "pt": {"talvez": 0.5, "pensando em": 0.5, "não tenho certeza": 0.4, "acho que": 0.7, "provavelmente": 0.7,
           "creio que": 0.7, "pode ser que": 0.5,
           "parece que": 0.6},
    "it": {"forse": 0.5, "pensando di": 0.5, "non sono sicur": 0.4, "credo": 0.7, "penso": 0.7, "probabilmente": 0.7,
    "magari": 0.5},
    "zh": {"可能": 0.6, "也许": 0.5, "大概": 0.6, "应该": 0.7, "好像": 0.6, "我觉得": 0.7},
    "ja": {"かもしれ": 0.5, "たぶん": 0.6, "多分": 0.6, "おそらく": 0.7, "と思う": 0.7, "と思い": 0.7, "らしい": 0.6},
    "hi": {"शायद": 0.5, "लगता है": 0.7, "संभवतः": 0.6},
}  # fmt: skip
