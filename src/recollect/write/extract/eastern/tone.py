"""What is not meant as it is said, in Chinese, Japanese and Hindi: bitter praise, and a part that is played."""

from __future__ import annotations

from typing import Final

from recollect.write.extract.patterns import Lazy

_BITTER: Final = {
    "zh": Lazy(
        r"^(?:哇|啊|哈哈|呵呵|嗯)?[，,]?(?:真是|可真|简直)?(?:太好了|太棒了|好极了|真好|真棒|真是太|好开心|真开心|完美)[^。]{0,12}"
        r"(?:又|再次|居然|竟然|凌晨|加班|堵车|排队)|我可真?是?太?(?:爱|喜欢)(?:加班|堵车|开会|排队)|最爱的?(?:加班|堵车|排队)"
    ),
    "ja": Lazy(r"(?:最高|嬉しい|素晴らしい|さすが|楽しい)(?:だ|です)?(?:わ|ね|な)?[ー〜、。 ]?.{0,12}"
               r"(?:また|残業|遅延|満員|故障)"
               r"|(?:また|今日も)(?:残業|遅延|満員電車|故障|渋滞).{0,14}(?:最高|嬉しい|素晴らしい|幸せ|大好き)"),
    "hi": Lazy(r"^(?:वाह|क्या बात|बहुत बढ़िया|wah|waah|kya baat)[^।]{0,30}(?:फिर|phir|ट्रैफिक|traffic|बिजली)"),
}  # fmt: skip
_PLAY: Final = {
    "zh": Lazy(r"扮演|角色扮演|假装|假扮|你来当|你现在是一|你是一[个位名]|我来演|我演|咱们?玩个?游戏|模拟一[个下场]"),
    "ja": Lazy(
        r"ロールプレイ|になりきって|のふりをして|役を(?:して|やって|演じ)|なったつもり|ごっこ|という設定|の設定で"
    ),
    "hi": Lazy(r"रोल ?प्ले|नाटक कर|बनने का|roleplay|role-play|मान लो कि"),
}


def is_bitter(said: str, language: str) -> bool:
    """Whether a sentence praises what nobody likes."""
    return _BITTER[language].search(said) is not None


def is_play(said: str, language: str) -> bool:
    """Whether a part is played from this sentence on."""
    return _PLAY[language].search(said) is not None
