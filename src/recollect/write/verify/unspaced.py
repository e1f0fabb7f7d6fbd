"""Where somebody lives or works, told in Chinese or Japanese: without spaces between words and without capitals, so
that a value is known by what it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from recollect.rules.late import late
from recollect.write.verify.statement import Statement
from recollect.write.verify.words import Word

HOME_OR_WORK: Final = frozenset(("home", "work"))
_UNSPACED: Final = late("[\u3040-\u30ff\u3400-\u9fff]")
_AHEAD: Final = late(
    "打算|计划|准备|想|要搬|将|明年|下个?月|下周|(?<!到..)(?<!到...)以后|如果|来年|来月|つもり|予定|たい|引っ越します|引っ越す"
)
"""Planned, wished for or supposed: nobody lives there yet."""
_NO_PLACES: Final = tuple(
    """公寓 房 家 楼 宿舍 一起 起 父母 爸 妈 朋友 室友 人 个人 一个人 单独 远程 办公室 一人 マンション アパート 実家
    一緒 友達 両親""".split()
)
"""How words begin for a sort of house, for company, and for having none."""
_VERBS: Final = frozenset("住在 住 搬到 搬 工作 上班 引っ越し 働い 働いて 勤め".split())
_VERB_BEGINNINGS: Final = ("住", "働", "勤め")


def names_place(statement: Statement, left: Sequence[Word]) -> bool:
    """Whether what the other statement lacks (`left`) is a place or an employer: 住在杭州, but neither with whom nor in
    what sort of house (和父母一起住, 公寓)."""
    words = [word for word in left if _UNSPACED.match(word.form) and word.concept not in ("live", "work")]
    if not words or not statement.people.isdisjoint(statement.concepts) or statement.negated:
        return False
    if _AHEAD.search(statement.text):
        return False
    return any(
        len(word.form) > 1 and not word.concept.startswith("kin:") and not word.form.startswith(_NO_PLACES)
        for word in words
    )


def tells_no_place(old: Statement, new: Statement) -> bool:
    """With whom or in what sort of house somebody lives is no other home: 住在杭州, 现在一个人住."""
    slot = new.attribute.name
    if slot not in HOME_OR_WORK or slot != old.attribute.name or new.negated:
        return False
    if not any(_UNSPACED.match(word.form) for word in new.words):
        return False
    return not names_place(new, [word for word in new.content if word.concept not in old.concepts])


def lives_or_works(words: Sequence[Word]) -> bool:
    """Whether the verb for it is there, which has its own preposition, or stands behind the place (京都に住んで)."""
    return any(word.form in _VERBS or word.form.startswith(_VERB_BEGINNINGS) for word in words)
