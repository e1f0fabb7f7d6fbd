"""Chinese, Japanese and Hindi: obvious first-person statements, found by their particles, verbs and endings.

A clause is refused when it asks, requests or supposes; it is kept when it names the speaker, or when it has the shape of
a personal datum after a clause that did. Content keeps the words of the turn and puts the name for the pronoun.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.hedges import HEDGES
from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.persons import LASTING
from recollect.rules.lexicon.requests import CONDITIONALS, QUESTION_WORDS
from recollect.write.extract.drafts import DRAFTS_MAX, Draft, Turn
from recollect.write.extract.masking import QUOTED, SECRET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recollect.write.extract.sentences import Sentence

_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_DEVANAGARI: Final = re.compile(r"[\u0900-\u097f]")
_OTHER: Final = re.compile(r"[\u0370-\u08ff\u0980-\u1fff\uac00-\ud7ff]")
_CLAUSE_MARKS: Final = re.compile(r"[，,；;：]")

_ZH_ASKS: Final = re.compile(r"[吗呢]$|什么|怎么|怎样|哪|多少|为什么|如何|是否|能不能|可不可以|有没有|谁|几[个点]|帮我|帮忙|请|推荐|给我|告诉我|麻烦|教我|翻译|总结|谢谢|写一|想[知问了]")
_ZH_SAYS: Final = re.compile(
    r"我们?(?:家|现在|目前|一直|也|都|平时|通常|每天|每周|周末|以前|最近|真的|特别|非常|很|已经|从来|从小|今年|刚|刚刚|上个?月|去年|还|就|本人|在\S{1,8}|[^，]{0,8}?)"
    r"(?:不再|不太|不|没有|没)?(?:是|住|在|有|喜欢|爱|讨厌|恨|对\S{1,10}过敏|会|工作|学|养|结婚|离婚|毕业|决定|打算|必须|要|得|吃|喝|来自|姓|叫|用|做|教|上班|\d+岁|属于|习惯|戒|搬|辞|买|开|想|需要|过敏|希望|负责|怕|能|说|练|跑)"
)
_ZH_DATA: Final = re.compile(r"^(?:今年)?\d{1,3}岁|^[\u4e00-\u9fff]{1,6}人$|(?:老师|医生|工程师|程序员|学生|护士|律师|设计师|会计|厨师|司机|[员师])$|^(?:已婚|未婚|单身|离异|吃素|素食|不吃\S+|不喝\S+|对\S+过敏|住在?\S+|有\S+)")
_ZH_TASK: Final = re.compile(r"想(?:做|要|去|找|买|吃|看|请|让|问|知道|了解|学一)|需要(?:你|一)|要(?:写|做|一)|在(?:写|做|找|看|想)|有(?:个|一个)(?:问题|疑问)|觉得|认为|以为|知道|不懂|明白|希望你|没问题")
_JA_ASKS: Final = re.compile(r"か$|ですか|ますか|でしょうか|ください|下さい|お願い|教えて|くれ|もらえ|ほしい|欲しい|どう|何|なに|どこ|いつ|誰|なぜ|どれ|どの|どんな|おすすめ|ありがとう|思いません")
_JA_SAYS: Final = re.compile(
    r"住んで|住まい|働いて|勤め|好き|嫌い|苦手|得意|アレルギー|持って(?:い|る)|飼って|決め|決定|引っ越|予定|なければ|ないといけ|毎[日週月朝晩年]|\d+歳|歳です|勉強して|学んで|話せ|できます|できません|食べ(?:られ)?ません|食べない|"
    r"飲みません|飲まない|飲めません|結婚|離婚|出身|辞め|やめ|使って|通って|始め|育て|習って|教えて(?:い|お)|担当|経営|やって(?:い|る)|子供が|子どもが|妊娠|留学|転職|退職|生まれ|(?:会社員|医師|教師|学生|看護師|エンジニア|プログラマー|デザイナー|弁護士|主婦|主夫|公務員|[者師員家])(?:です|をして|として)|ではありません|じゃない|今は.{1,14}です"
)
_JA_ME: Final = re.compile(r"^(?:私|わたし|僕|ぼく|俺|うち|自分)(?:たち)?(?:は|が|の|も|に|、)")
_JA_SUPPOSED: Final = re.compile(r"^もし|たら[、どい]|だったら|なら[、ば]|れば[、良い]|仮に")
_HI_ASKS: Final = re.compile(r"क्या|कैसे|कब|कहाँ|कहां|कौन|क्यों|कितन|बताओ|बताइए|बताएं|कीजिए|दीजिए|समझा|लिखो|लिखिए|सुझाव|मदद|कृपया|धन्यवाद|अगर|यदि")
_HI_SAYS: Final = re.compile(r"(?:^|\s)(?:मैं|मैंने|मुझे|मेरा|मेरी|मेरे|हम|हमारा|हमारी|हमारे|मुझको|हमने)(?:\s|$)")
_HI_PAIRS: Final = (("मैंने", "{n} ने"), ("मुझको", "{n} को"), ("मुझे", "{n} को"), ("मेरा", "{n} का"), ("मेरी", "{n} की"), ("मेरे", "{n} के"), ("मैं", "{n}"), ("हमारा", "{n} का"), ("हमारी", "{n} की"), ("हमारे", "{n} के"), ("हमने", "{n} ने"), ("हम", "{n}"), ("हूँ", "है"), ("हूं", "है"), ("रहूँगा", "रहेगा"))  # fmt: skip
_DAY: Final = re.compile(r"\d{1,2}月|\d{1,2}[日号]|明天|后天|下周|下个?月|周[一二三四五六日天]|星期|月底|年底|明日|来週|来月|来年|[月火水木金土日]曜|まで|तक|तारीख|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार|कल|अगले|जनवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर")


def script(text: str) -> str | None:
    """The language by its script: "ja", "zh", "hi", "" for a script no reader knows, None for Latin letters."""
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        return "zh"
    if _DEVANAGARI.search(text):
        return "hi"
    letters = sum(sign.isalpha() for sign in text)
    return "" if len(_OTHER.findall(text)) * 2 > letters > 0 else None


def read(text: str, found: Sequence[Sentence], turn: Turn, language: str) -> list[Draft]:
    """The drafts of a turn in one of these languages."""
    reader = READERS[language]
    for sentence in found:
        body = text[sentence.start : sentence.end]
        if len(turn.told) >= DRAFTS_MAX or sentence.mark == "?" and not _CLAUSE_MARKS.search(body):
            continue
        reader(text, sentence, turn)
    return turn.told


def _clauses(text: str, sentence: Sentence) -> list[tuple[int, int]]:
    """Places of the clauses; of a question all but the last."""
    places: list[tuple[int, int]] = []
    start = sentence.start
    for match in _CLAUSE_MARKS.finditer(text, sentence.start, sentence.end):
        places.append((start, match.start()))
        start = match.end()
    places.append((start, sentence.end))
    return places[:-1] if sentence.mark == "?" else places


def _add(turn: Turn, content: str, kind: str, start: int, end: int, language: str, *, denied: bool, tags: tuple[str, ...] = ()) -> None:
    sure = min((left for hedge, left in HEDGES[language].items() if hedge in content), default=1.0)
    turn.told.append(
        Draft(content, kind, start, end, confidence=sure, polarity=-1 if denied else 1, tags=tags, ahead=kind == "commitment")
    )


def _lasting(body: str, language: str) -> bool:
    return any(phrase in body for phrase in LASTING[language])


def _chinese(text: str, sentence: Sentence, turn: Turn) -> None:
    spoke = False
    for start, end in _clauses(text, sentence):
        body = text[start:end].strip()
        if not body or QUOTED in body or SECRET in body:
            continue
        if any(body.startswith(word) for word in CONDITIONALS["zh"]):
            return
        denied = re.search(r"不|没|别|讨厌|恨", body) is not None
        if _lasting(body, "zh") and re.search(r"你|请|回答|回复|用|叫我|别|不要|都", body) and not re.search(r"我(?:想|要|会|打算)", body):
            _add(turn, f"{turn.name}：{_own(body, turn)}", "preference", start, end, "zh", denied=denied, tags=("instruction",))
            continue
        if _ZH_ASKS.search(body) or _ZH_TASK.search(body):
            spoke = spoke and "我" not in body
            continue
        if _ZH_SAYS.search(body) or "我的" in body or (body.startswith("我") and any(kin in body[:6] for kin in KIN["zh"] | TIES["zh"])):
            _add(turn, _own(body, turn), _zh_kind(body), start, end, "zh", denied=denied)
            spoke = True
        elif spoke and _ZH_DATA.search(body):
            _add(turn, f"{turn.name}：{body}", "fact", start, end, "zh", denied=denied)


def _own(body: str, turn: Turn) -> str:
    return body.replace("我们", turn.name).replace("我", turn.name)


def _zh_kind(body: str) -> str:
    if re.search(r"决定|选择了|就选", body):
        return "decision"
    if re.search(r"喜欢|讨厌|爱[吃喝看听玩]|恨|偏好|最爱", body):
        return "preference"
    if _DAY.search(body) and re.search(r"要|得|必须|打算|答应|截止|考试|面试|婚礼|出发|航班|手术|预约", body):
        return "commitment"
    if any(kin in body[:8] for kin in KIN["zh"] | TIES["zh"]):
        return "relationship"
    return "skill" if re.search(r"会(?:说|弹|写|用|做|开|游泳|编程)", body) else "fact"


def _japanese(text: str, sentence: Sentence, turn: Turn) -> None:
    body = text[sentence.start : sentence.end].strip()
    if sentence.mark == "?":
        comma = body.rfind("、")
        body = body[:comma] if comma > 0 else ""
    if not body or QUOTED in body or SECRET in body or _JA_SUPPOSED.search(body):
        return
    denied = re.search(r"ない|ません|嫌い|苦手|なかった", body) is not None
    start, end = sentence.start, sentence.start + len(body)
    if _lasting(body, "ja") and re.search(r"ください|下さい|お願い|て$|で$|答え|返事|呼んで", body):
        _add(turn, f"{turn.name}：{body}", "preference", start, end, "ja", denied=denied, tags=("instruction",))
        return
    own = _JA_ME.match(body)
    kin = any(body.startswith((word + "は", word + "が", word + "の", "私の" + word)) for word in KIN["ja"] | TIES["ja"])
    if _JA_ASKS.search(body) and not re.search(r"教えてい|何も", body):
        cut = max((body.rfind(mark) for mark in ("ので", "から", "が、", "けど")), default=-1)
        body = body[:cut] if cut > 3 else ""
        if not body or _JA_ASKS.search(body):
            return
        end = start + len(body)
    if not (own and len(body) > 4) and not kin and not _JA_SAYS.search(body):
        return
    content = f"{turn.name}{body[own.end() - 1 :]}" if own and body[own.end() - 1] != "、" else f"{turn.name}：{body}"
    _add(turn, content, _ja_kind(body, kin=kin), start, end, "ja", denied=denied)


def _ja_kind(body: str, *, kin: bool) -> str:
    if re.search(r"決め|決定|ことにし", body):
        return "decision"
    if re.search(r"好き|嫌い|苦手です|派です", body):
        return "preference"
    if _DAY.search(body) and re.search(r"予定|なければ|ないと|まで|試験|面接|結婚式|締め切り|締切|出発|約束|手術", body):
        return "commitment"
    if kin:
        return "relationship"
    return "skill" if re.search(r"話せ|できます|得意|弾け|書け", body) else "fact"


def _hindi(text: str, sentence: Sentence, turn: Turn) -> None:
    for start, end in _clauses(text, sentence):
        body = text[start:end].strip()
        if not body or QUOTED in body or SECRET in body:
            continue
        if body.startswith(tuple(CONDITIONALS["hi"])):
            return
        denied = "नहीं" in body or "नापसंद" in body or "मत" in body.split()
        if _lasting(body, "hi") and re.search(r"जवाब|बोल|लिख|उत्तर|दो|दें|करें|बुला", body) and "मैं" not in body.split():
            _add(turn, f"{turn.name}: {_hi_own(body, turn)}", "preference", start, end, "hi", denied=denied, tags=("instruction",))
            continue
        asked = _HI_ASKS.search(body) or any(word in body.split() for word in QUESTION_WORDS["hi"])
        if asked or not _HI_SAYS.search(body) or re.search(r"चाहिए|चाहता हू|चाहती हू|जानना|सोच रह", body):
            continue
        _add(turn, _hi_own(body, turn), _hi_kind(body), start, end, "hi", denied=denied)


def _hi_own(body: str, turn: Turn) -> str:
    table = dict(_HI_PAIRS)
    return " ".join(table[word].format(n=turn.name) if word in table else word for word in body.split())


def _hi_kind(body: str) -> str:
    if "फैसला" in body or "तय कि" in body:
        return "decision"
    if "पसंद" in body or "नफरत" in body or "अच्छा लगता" in body or "अच्छी लगती" in body:
        return "preference"
    if _DAY.search(body) and re.search(r"ना है|नी है|परीक्षा|शादी|इंटरव्यू|ऑपरेशन|वादा", body):
        return "commitment"
    if any(word in (KIN["hi"] | TIES["hi"]) for word in body.split()[:4]) and re.search(r"मेर|हमार", body):
        return "relationship"
    return "skill" if re.search(r"बोल (?:सकता|सकती|लेता|लेती)|आती है|आता है", body) else "fact"


READERS: Final[dict[str, Callable[[str, Sentence, Turn], None]]] = {"zh": _chinese, "ja": _japanese, "hi": _hindi}
