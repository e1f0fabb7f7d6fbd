"""Chinese, Japanese and Hindi: subjects that are left out, requests that are cut off, wishes that last."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from recollect.write.extract.rules import extract

AT = datetime(2025, 5, 15, tzinfo=UTC)


def contents(text: str) -> list[str]:
    return [claim.content for claim in extract(text, speaker=None, at=AT)]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("我以前抽烟，去年戒了", ["User以前抽烟", "User：去年戒了"]),
        (
            "我老公是东北人，特别爱吃酸菜，他不会做饭",
            ["User老公是东北人", "User老公：特别爱吃酸菜", "User老公不会做饭"],
        ),
        ("最近在学吉他，每天练半小时", ["User：最近在学吉他", "User：每天练半小时"]),
        ("我不会开车，也没有驾照", ["User不会开车", "User：也没有驾照"]),
        ("叫我阿杰就行", ["User：叫我阿杰就行"]),
        ("回答的时候别用表情符号", ["User：回答的时候别用表情符号"]),
        ("请把下面这段话翻译成日语：我喜欢你", []),
        ("帮我写一封请假邮件，就说我发烧了", []),
        ("太好了，又要加班到凌晨", []),
        ("我刚跑完步好累", []),
        ("我把代码贴在下面", []),
    ],
)
def test_chinese(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


def test_a_word_with_the_sign_of_a_ban_in_it_bans_nothing() -> None:
    assert [claim.polarity for claim in extract("我特别喜欢爬山", speaker=None, at=AT)] == [1]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("そばアレルギーなので、そば抜きのレシピをお願いします", ["User：そばアレルギー"]),
        ("来月から大阪に転勤になります。", ["User：来月から大阪に転勤になります"]),
        ("ベジタリアンになって3年目です", ["User：ベジタリアンになって3年目です"]),
        ("僕のことはケンって呼んで", ["User：僕のことはケンって呼んで"]),
        ("今後は絵文字なしで答えてほしい", ["User：今後は絵文字なしで答えてほしい"]),
        ("この文章を英語に訳してください：私は猫が好きです", []),
        ("また残業、最高だわ", []),
        ("このコードが動かないんだけど、なんで？", []),
        ("わかりました、試してみます", []),
    ],
)
def test_japanese(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("मेरे पापा को शुगर है, वो मीठा नहीं खाते", ["User के पापा को शुगर है", "User के पापा: मीठा नहीं खाते"]),
        ("main Mumbai mein rehta hoon", ["User Mumbai mein rehta hai"]),
        ("mujhe hamesha chhote jawab do", ["User: mujhe hamesha chhote jawab do"]),
        ("meri wife vegetarian hai, dinner ke liye kuch batao", ["User ki wife vegetarian hai"]),
        ("kal ka mausam kaisa hai?", []),
        ("मुझे समझ नहीं आया", []),
    ],
)
def test_hindi_in_both_scripts(text: str, expected: list[str]) -> None:
    assert contents(text) == expected
