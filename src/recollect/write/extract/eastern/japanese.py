"""Japanese sentences about the speaker.

Japanese leaves its subject out: a statement is the speaker's unless it names somebody else. It is kept where it says
something that lasts, by its verbs, its endings or what it counts; requests after "because" and "but" are cut off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.write.extract.eastern.common import DAY, add, lasting
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.sentences import Sentence

_OPENING: Final = Lazy(
    r"^(?:ちなみに|実は|あと|それと|そういえば|ところで|でも|だけど|けど|なので|だから|こんにちは|こんばんは|おはよう(?:ございます)?|ねえ|あの|えっと|いや|いえ|うん|はい|えーと"
    r"|まあ|そう|あ|補足|訂正|正直|最近は)[、,。 ！!]+"
)
_ASKS: Final = Lazy(
    r"か$|ですか|ますか|でしょうか|ください|下さい|お願い|教えて(?!い|お|る)|くれ|もらえ|ほしい|欲しい|どう(?!しても|も)|何(?!も|回も|度も|年も)|なに(?!も)|どこ(?!にも|でも)|いつ(?!も|か)|誰(?!も|か)"
    r"|なぜ|どれ|どの|どんな|おすすめ|ありがとう|思いません|知りたい|頼む|書いて$|作って$|直して$|訳して|かな$|いい$|ある$"
)
_SAYS: Final = Lazy(
    r"住んで|住まい|働いて|勤め|好き|嫌い|苦手|得意|アレルギー|持って(?:い|る)|飼って|決め|決定|引っ越|予定|なければ|ないといけ|毎[日週月朝晩年回]|\d+歳|歳です|勉強して|学んで|話せ|できます"
    r"|できません|食べ(?:られ)?ません|食べない|食べられない|飲みません|飲まない|飲めません|飲めない|結婚|離婚|出身|辞め|やめ|使って|通って|始め|育て|習って|教えて(?:い|お|る)|担当|経営"
    r"|やって(?:い|る|て|ます)|子供が|子どもが|妊娠|留学|転職|退職|生まれ|(?:会社員|医師|教師|学生|看護師|エンジニア|プログラマー|デザイナー|弁護士|主婦|主夫|公務員|[者師員家])(?:です|だ|をして|として|で、|やって)"
    r"|ではありません|じゃない|じゃなくて|今は.{1,14}です"
    r"|派(?:です|だ|$)|年目|ことにし(?:た|ました|ている)|ことにする|(?:いつも|よく|普段|たまに|必ず|週に?\d|月に?\d|毎).{2,}|たことが(?:ない|ある|あり)|(?:ひどい|痛い|悪い|弱い|つらい|きつい)(?:です|んだけど|んです|ので|から|けど|$)"
    r"|(?:で|て)いま(?:す|した)(?:$|が|けど|ので|し)|て(?:る|いる)(?:$|けど|ので|から|んだ|し)|だった$|でした$|ようになっ|(?:生活|治療|通院|療養|育休|産休|休職|妊娠|闘病|在宅|単身赴任|ダイエット)中|始まり|入社|卒業|合格|転勤|異動|赴任|にな(?:ります|りました|った)|年生|暮らし|て(?:い)?る.{1,12}(?:です|だ)$|目がない|亡くな|免許|診断|朝型|夜型|がいいです"
)
_PASSING: Final = Lazy(
    r"困って|迷って|探して|考えて|悩んで|調べて|思って|思い(?:ます|ました)|助かり|わかりました|分かりました|疲れ|眠い|お腹|暑い|寒い|うれし|嬉し|楽しみ|すみません|エラー|動か(?:ない|なく)|ヤバ|笑|待って"
    r"|了解|なるほど|つかれ|お疲れ|よかった|気になって"
)
_OTHERS: Final = Lazy(
    r"^(?:彼ら|彼は|あの人|あなた|君は|みんな|日本は|それは|これは|この|その|あの|天気|今日は(?!.{0,10}(?:予約|面接|試験|誕生日)))"
)
_EVENT: Final = Lazy(
    r"(?:面接|試験|手術|予約|約束|締め?切り?|会議|結婚式|出張|発表|検査|予定日|誕生日|引っ越し|健診|受験|大会|ライブ|歯医者|提出|納期)(?:[がはのをで]|に行|です|だ)"
)
_OWNED: Final = Lazy(
    r"^(?:職場|会社|家|実家|学校|勤務先|自宅|趣味|仕事|名前|専攻|血液型|身長|体重|年齢|地元|専門|部署|最寄り|前回|去年|休み|猫|犬|うち)(?:は|が|の.{1,6}[はが])"
)
_ME: Final = Lazy(r"^(?:私|わたし|僕|ぼく|俺|うち|自分|あたし|わたくし)(?:たち|達)?(?:は|が|の|も|に|、)")
_SUPPOSED: Final = Lazy(r"^もし|たら[、どい]|だったら|(?<!さ)なら[、ば]|れば[、良い]|仮に")
_WISH: Final = Lazy(
    r"ください|下さい|お願い|て$|で$|答え|返事|呼んで|ほしい|欲しい|してね|しないで|頼む|話して|嬉しい|助か(?:る|ります)"
)
_ADDRESS: Final = Lazy(
    r"(?:と|って)呼んで(?!い|る)|タメ口|敬語(?:は|を|なし|じゃ|禁止|やめ|使わ)|(?:です・ます|ですます)調|さん付け"
)
_STYLE: Final = Lazy(
    r"(?:絵文字|顔文字|箇条書き|専門用語|英語|カタカナ|長文|表|前置き|回答|返答|返信|答え|説明|解説).{0,16}"
    r"(?:使わない|なしで|やめて|いらない|不要|入れない|付けない|つけない|禁止|避けて|短く|簡潔に|控えて)"
)
_MANNER: Final = Lazy(
    r"(?:箇条書き|短め|簡潔|結論から|敬語|関西弁|方言|標準語|ですます調|丁寧語|やさしい日本語).{0,8}(?:お願い|答え|返|話|説明|書い|して)"
)
_ALWAYS: Final = Lazy(r"(?:次から|次回から|毎回|いつも|常に|必ず|基本的に|絶対に?|以後|原則)")
_NOW: Final = Lazy(r"^(?:この|今日は|上の|下の|以下|次の文)|今回")
_DUTY: Final = Lazy(r"ないといけ(?:ない|ません)|なければ(?:ならない|なりません|いけない|いけません)|ないと$|なきゃ")
_CUT: Final = ("ので", "から", "が、", "けど", "けれど", "し、", "ため、", "て、", "で、")
_BODY_MIN: Final = 4


def japanese(text: str, sentence: Sentence, turn: Turn) -> None:
    """The drafts of one sentence."""
    start = sentence.start
    body = text[start : sentence.end]
    opening = _OPENING.match(body)
    if opening is not None:
        start, body = start + opening.end(), body[opening.end() :]
    if sentence.mark == "?":
        comma = body.rfind("、")
        body = body[:comma] if comma > 0 else ""
    body = body.strip()
    if not body or QUOTED in body or SECRET in body or _SUPPOSED.search(body):
        return
    denied = _denies(body)
    if _wishes(body):
        kept = _before_wish(body)
        if kept:
            _keep(turn, kept, start)
        told = body[len(kept) :].lstrip("、 ") if kept else body
        place = (start + len(body) - len(told), start + len(body))
        add(turn, f"{turn.name}：{told}", "preference", place, "ja", denied=denied, tags=("instruction",))
        return
    if _ASKS.search(body):
        body = _before_request(body)
    if body:
        _keep(turn, body, start)


def _denies(body: str) -> bool:
    """Whether a sentence denies or dislikes; "しないといけない" is a duty."""
    bare = _DUTY.sub("", body)
    return any(word in bare for word in ("ない", "ません", "嫌い", "苦手", "なかった"))


def _wishes(body: str) -> bool:
    """A standing wish about answers or the form of address."""
    if _NOW.search(body):
        return False
    wished = _WISH.search(body) is not None
    return wished and (
        lasting(body, "ja")
        or _ADDRESS.search(body) is not None
        or _ALWAYS.search(body) is not None
        or _STYLE.search(body) is not None
        or _MANNER.search(body) is not None
    )


def _before_wish(body: str) -> str:
    """The reason told before a wish: "アレルギーがあるので、入れないでください"."""
    cut = max(body.find(mark + "、") + len(mark) for mark in ("ので", "から", "けど"))
    kept = body[:cut] if cut > _BODY_MIN else ""
    return kept if kept and not _ASKS.search(kept) and not lasting(kept, "ja") else ""


def _before_request(body: str) -> str:
    cut = max((body.rfind(mark) for mark in _CUT), default=-1)
    while cut > _BODY_MIN - 1 and _ASKS.search(body[:cut]):
        cut = max((body.rfind(mark, 0, cut) for mark in _CUT), default=-1)
    kept = body[:cut] if cut >= _BODY_MIN - 1 else ""
    return kept.removesuffix("の").removesuffix("な") if body[cut - 1 : cut + 1] == "ので" else kept


def _keep(turn: Turn, body: str, start: int) -> None:
    own = _ME.match(body)
    kin = any(
        body.startswith((word + "は", word + "が", word + "の", word + "も", word + "、", "私の" + word, word + "と"))
        for word in KIN["ja"] | TIES["ja"]
    )
    told = (own and len(body) > _BODY_MIN) or kin or _EVENT.search(body) or _OWNED.match(body)
    if not told and (not _SAYS.search(body) or _PASSING.search(body) or _OTHERS.match(body)):
        return
    if own and _PASSING.search(body) and not _SAYS.search(body):
        return
    content = f"{turn.name}{body[own.end() - 1 :]}" if own and body[own.end() - 1] != "、" else f"{turn.name}：{body}"
    denied = _denies(body)
    add(turn, content, _kind(body, kin=kin), (start, start + len(body)), "ja", denied=denied)


def _kind(body: str, *, kin: bool) -> str:
    if any(word in body for word in ("決め", "決定", "ことにし")):
        return "decision"
    if any(word in body for word in ("好き", "嫌い", "苦手です", "派です")) or body.endswith("派"):
        return "preference"
    if DAY.search(body) and (
        _EVENT.search(body) or any(word in body for word in ("予定", "なければ", "ないと", "まで", "出発"))
    ):
        return "commitment"
    if kin:
        return "relationship"
    return "skill" if any(word in body for word in ("話せ", "できます", "得意", "弾け", "書け")) else "fact"
