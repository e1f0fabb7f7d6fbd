"""Where a denial cannot be read, one word or character more or less is no repetition."""

from __future__ import annotations

import pytest

from recollect import Memory

DENIED = """لدى آنا حساسية من المكسرات | ليس لدى آنا حساسية من المكسرات
يعمل أحمد في شركة نور | لم يعد أحمد يعمل في شركة نور
민수는 고기를 먹는다 | 민수는 고기를 먹지 않는다
ซาร่าแพ้ถั่ว | ซาร่าไม่แพ้ถั่ว
Сара має алергію на горіхи | Сара не має алергії на горіхи
Борис курит | Борис не курит
שרה אוכלת בשר | שרה לא אוכלת בשר
Sara is allergisch voor noten | Sara is niet allergisch voor noten
Petr je alergický na ořechy | Petr není alergický na ořechy
Sara äter kött | Sara äter inte kött
Sara syö lihaa | Sara ei syö lihaa
Sara ăn thịt | Sara không ăn thịt
Sara makan daging | Sara tidak makan daging
Ali sigara içiyor | Ali sigara içmiyor
Sara spiser kød | Sara spiser ikke kød""".splitlines()

OTHER_CHARACTERS = """我哥哥住在上海 | 我弟弟住在上海
兄は大阪に住んでいます | 弟は大阪に住んでいます
我每天早上六点起床 | 我每天早上七点起床
飞机三点起飞 | 飞机四点起飞
张三欠李四一百元 | 李四欠张三一百元
Tom欠Ana一百元 | Ana欠Tom一百元
ハンドル | バンドル""".splitlines()

SAME = """我喜欢喝茶 | 我喜欢喝茶。
我很喜欢喝茶 | 我喜欢喝茶
私は犬が好き | 私は犬が好きです
Борис курит | борис курит!
Sara makan daging | sara makan daging.
Ana drinks tea and coffee | Ana drinks tea
Has three cats | got 3 cats""".splitlines()


def _pair(line: str) -> tuple[str, str]:
    old, new = line.split(" | ")
    return old, new


@pytest.mark.parametrize("line", DENIED + OTHER_CHARACTERS)
def test_it_is_stored_whichever_comes_first(memory: Memory, line: str) -> None:
    for user, pair in (("u", _pair(line)), ("v", _pair(line)[::-1])):
        for text in pair:
            memory.add(text, user=user)
        assert pair[1] in [record.content for record in memory.list(user=user)]


@pytest.mark.parametrize("line", OTHER_CHARACTERS)
def test_of_two_people_or_numbers_both_stay(memory: Memory, line: str) -> None:
    for text in _pair(line):
        memory.add(text, user="u")
    assert {record.content for record in memory.list(user="u")} == set(_pair(line))


@pytest.mark.parametrize("line", SAME)
def test_small_words_and_known_ones_leave_it_a_repetition(memory: Memory, line: str) -> None:
    old, new = _pair(line)
    memory.add(old, user="u")
    assert memory.add(new, user="u").decisions[0].action == "reinforced"
