"""Chinese clauses about the speaker.

A Chinese sentence names its subject once and goes on without it, so that what follows a clause of the speaker's, or
of somebody of his family, is told of the same person unless it names another or asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recollect.rules.lexicon.kinship import KIN, TIES
from recollect.rules.lexicon.requests import CONDITIONALS
from recollect.write.extract.eastern.common import DAY, add, clauses, lasting
from recollect.write.extract.masking import QUOTED, SECRET
from recollect.write.extract.patterns import Lazy

if TYPE_CHECKING:
    from recollect.write.extract.drafts import Turn
    from recollect.write.extract.sentences import Sentence

_OPENING: Final = Lazy(
    r"^(?:对了|话说|其实|另外|顺便说一?下?|顺便|哦|噢|嗯|那个|但是|但|不过|而且|所以|因为|由于|还有|然后|可是|只是|说实话|老实说|你好|您好|嗨|哈喽"
    r"|大家好|早|早上好|晚上好|唉|哎|就是|跟你说|补充一下|更正一下|结果|最后|同时|并且)[，, ]?"
)
_ASKS: Final = Lazy(
    r"[吗呢]$|(?<!没)什么(?!都|也)|怎么(?!都|也)|怎样|哪(?!都|里都|儿都|怕)|多少|为什么|如何|是否|能不能|可不可以|有没有|谁(?!都|也)|几[个点](?=$|[了合比])"
    r"|帮我|帮忙|(?<![申邀聘])请(?!假|客|了)|求推荐|推荐(?:一|个|点|下|几|些|我|$)|给我(?:推荐|写|讲|说|列|做个|想|出|一|看|来|翻|解|找|发|举)|告诉我|麻烦(?:你|您)|教我"
    r"|(?:^|[把再并])翻译|总结一?下|谢谢|写[一个篇段封首]|想(?:知道|问|了解|请教)|好不好|行不行|对不对|要不要|会不会|该不该|值不值|合不合适|可以吗"
)
_ASSURED: Final = Lazy(r"我(?:们)?(?:是|做|当|在做)\S{0,8}翻译|(?:没|不)(?:什么|怎么)")
_MOMENT: Final = Lazy(
    r"想(?:做|要|去|找|买|吃|看|请|让|问|知道|了解|学一)|需要(?:你|一)|(?<![主需])要(?:写|做|一)(?!手术|次|个手术)|在(?:写|找|看|想)(?!小说|书)|有(?:个|一个)(?:问题|疑问)|觉得|认为|以为"
    r"|知道|不懂|明白|希望你|没问题|试了|看了一?下|问一?下|发现|遇到|卡住|听说|打错|笑死|服了|懵|查了|搜了|复制|报错|运行|编译|点了"
    r"|我把|贴在|上传|附件|发给你|好累|累了|饿了|好饿|好困|困了|醉了|试试|试一|试下|来了|走了|马上|服气|看看|疯了|崩溃|无聊|郁闷|我先|我也是|开玩笑|(?:医生|老师|老板|朋友|同事|他|她|人)说"
)
_DENIES: Final = Lazy(r"不(?!但|仅|过|错|久|少|断|止|管)|没(?!事|问题)|(?<![特区分个级类差性])别|讨厌|恨")
_OTHERS: Final = Lazy(r"^(?:你|您|他们?|她们?|它们?|这|那|大家|有人|人家|别人|老师说|网上)")
_NEAR: Final = Lazy(
    r"^(?:我们?|咱)家?(妈|爸|哥|弟|姐|妹|爷|奶|姥|舅|叔|姑|姨|老伴|孩子|娃|闺女|儿媳|对象|媳妇|爸妈|狗|猫)"
)
_BODY_MIN: Final = 4
_HE_SHE: Final = Lazy(r"^(?:他|她)(?!们|说)")
_SAYS: Final = Lazy(
    r"(?:我们?|咱们?|俺|本人)(?:家|俩|现在|目前|一直|也|都|平时|通常|每天|每周|周末|以前|最近|真的|特别|非常|很|已经|从来|从小|今年|刚|刚刚|上个?月|去年|还|就|在\S{1,8}|[^，]{0,10}?)"
    r"(?:不再|不太|不|没有|没)?(?:是|住|在|有|喜欢|爱|讨厌|恨|对\S{1,10}过敏|会|工作|学|养|结婚|离婚|毕业|决定|打算|必须|要|得|吃|喝|来自|姓|叫|用|做|教|上班|\d+岁|属于|习惯"
    r"|戒|搬|辞|买|开|想|需要|过敏|希望|负责|怕|能|说|练|跑|去|患|带|写|读|换|当|选|退休|怀孕|生|种|参加|考|拿|玩|听|看|弹|画|骑|坐|起床|睡|卖|租|创业|实习|出差|答应|约)"
)
_IMPLIED: Final = Lazy(
    r"^(?:本人|自己|最近|目前|现在|平时|刚刚?|已经|一直|从小|每[天周月年]\S{0,4}|今年|去年|上个?[月周]|下个?[月周]|明[天年]|还是|终于|已)?"
    r"(?:在\S{1,12}(?:工作|上班|读书|上学|生活|做\S{1,8}|当\S{1,6}|住)|住在?\S{2,}|对\S{1,8}过敏|不[吃喝抽]\S{1,}|吃素|养了\S+|决定\S{2,}|打算\S{2,}|搬到\S+|搬家|怀孕\S*|结婚\S*|离婚"
    r"|退休\S*|毕业\S*|在学\S{2,}|开始学\S+|辞职\S*|换了\S*工作|有\S{0,3}(?:过敏|糖尿病|高血压|哮喘|孩子|只猫|只狗|条狗)|戒[烟酒]\S*|就[买选要]\S{2,}|还是[买选]\S{2,}|最后选\S{2,})"
)
_TIMED: Final = Lazy(
    r"^(?:上周\S?|平时|一般|之前|以前|从前|去年|今年|上个?月|下个?[周月]\S?|最近|目前|每\S{1,3}|周[一二三四五六日末]\S?|明[天年]|后天|\d+月\d+[号日])"
    r"[^你他她它这那]{0,12}?(?:在|去|要|得|搬|待|跳槽|看|做|学|练|跑|吃|喝|买|开|办|交|复查|出差|加班|打球|爬山|游泳|回|上班|换|考|参加|飞)"
)
"""A time and something done, without a subject: the speaker does it."""
_EVENT: Final = Lazy(
    r"面试|考试|手术|婚礼|航班|预约|截止|体检|答辩|预产期|演出|比赛|开庭|生日|高考|聚会|交稿|出发|入职"
)
_DATA: Final = Lazy(
    r"^(?:今年)?\d{1,3}岁|^[\u4e00-\u9fff]{1,6}人$|(?:老师|医生|工程师|程序员|学生|护士|律师|设计师|会计|厨师|司机|[员师])$|^(?:已婚|未婚|单身|离异|吃素|素食"
    r"|不吃\S+|不喝\S+|对\S+过敏|住在?\S+|有\S+)"
)
_EMPTY: Final = Lazy(
    r"^(?:\S{0,2}(?:好|行|可以|是的|没错|对|嗯|哈|算了|无语|真的|谢|拜托|急|在线等|多谢|感谢)\S{0,3}|\S)$"
)
_ORDER: Final = Lazy(r"你|请|回答|回复|用|叫我|称呼|别|不要|都|说|给我|写")
_MINE: Final = Lazy(r"我(?:想|要|会|打算|就)")
_ADDRESS: Final = Lazy(
    r"^(?:请|你|以后|可以|直接|就|都)*(?:叫我|喊我|称呼我|别叫我|不要叫我|不用叫我|别用您|不用敬语)(?!的|起床|来|去|做|帮)"
)
_STYLE: Final = Lazy(
    r"(?:(?:每次|一律|总是|永远|始终|都|一直|尽量|默认)\S{0,8}(?:回答|回复|用|说|写|给)|(?:回答|回复)\S{0,6}(?:每次|一律|都|总是|尽量|永远))"
    r"|(?:别|不要|不用|不许|禁止|少)(?:再|给我|在回答里)?(?:用|加|发|说|写|放|使用)?\S{0,4}"
    r"(?:表情|emoji|敬语|英文|套话|废话|markdown|列表|表格|客套|术语|铺垫|感叹号|成语|网络用语)"
)
_REFUSAL: Final = Lazy(r"^(?:请)?(?:别|不要|不用|请勿)(?:再)?(?:给我|跟我|对我)(?:推荐|说|发|提|用|讲|安排)")
_NOW: Final = Lazy(r"这(?:次|个|篇|段|句|封|里|道|张|份)|今天|下面|上面|刚才|以下")


def chinese(text: str, sentence: Sentence, turn: Turn) -> None:
    """The drafts of one sentence."""
    subject = ""
    spoke = bool(turn.told)
    if _corrects(text, sentence, turn):
        return
    for place in clauses(text, sentence):
        body = _OPENING.sub("", text[place[0] : place[1]].strip()).strip()
        if not body or QUOTED in body or SECRET in body:
            continue
        if any(body.startswith(word) for word in CONDITIONALS["zh"]):
            return
        denied = _DENIES.search(body) is not None
        if _wishes(body):
            add(turn, f"{turn.name}：{body}", "preference", place, "zh", denied=denied, tags=("instruction",))
            continue
        asks = _ASKS.search(body) is not None and _ASSURED.search(body) is None
        if asks or _MOMENT.search(body) or _EMPTY.match(body):
            spoke = spoke and "我" not in body and not asks
            if asks and text[place[1] : place[1] + 1] in {"：", ":"}:
                return  # "翻译成日语：我喜欢你"
            continue
        said, subject = _told(body, turn, subject, spoke=spoke and place[0] > sentence.start)
        if said:
            kind = "fact" if _DATA.search(body) and "我" not in body else _kind(body)
            add(turn, said, kind, place, "zh", denied=denied)
            spoke = True


def _told(body: str, turn: Turn, subject: str, *, spoke: bool) -> tuple[str, str]:
    """What a clause says in the third person, if anything, and whom it is told of."""
    family = KIN["zh"] | TIES["zh"]
    kin = max((word for word in family if word in body[:7]), key=len, default="")
    near = _NEAR.match(body)
    kin = near.group(1) if near is not None and not kin else kin
    if _SAYS.search(body) or "我的" in body or (body.startswith(("我", "咱")) and (kin or len(body) >= _BODY_MIN)):
        whose = body.startswith(("我", "咱")) and kin and body.find(kin) <= 3
        return own(body, turn), f"{turn.name}{kin}" if whose else ""
    if subject and _HE_SHE.match(body):
        return f"{subject}{body[1:]}", subject
    if _OTHERS.match(body):
        return "", subject
    first = next((word for word in KIN["zh"] if body.startswith((word, "大" + word, "小" + word))), "")
    if first and len(body) > len(first) + 1:
        return f"{turn.name}：{body}", f"{turn.name}{first}"
    if spoke and "我" in body:
        return own(body, turn), ""
    if spoke:
        return (f"{subject}：{body}" if subject else f"{turn.name}：{body}"), subject
    if _IMPLIED.match(body) or _TIMED.match(body) or (DAY.search(body) and _EVENT.search(body)):
        return f"{turn.name}：{body}", ""
    return "", subject


def _wishes(body: str) -> bool:
    """A standing wish about answers or the form of address."""
    if lasting(body, "zh") and _ORDER.search(body) and not _MINE.search(body):
        return True
    if _NOW.search(body) or body.startswith("我"):
        return False
    if _REFUSAL.match(body):
        return True
    return _ADDRESS.match(body) is not None or _STYLE.search(body) is not None


def _corrects(text: str, sentence: Sentence, turn: Turn) -> bool:
    """ "不是周三，是7月9号": the right value with the wrong one."""
    body = text[sentence.start : sentence.end].strip()
    at = body.find("不是")
    after = body.find("，是", at)
    if sentence.mark == "?" or at < 0 or after < 0 or _ASKS.search(body) or QUOTED in body or SECRET in body:
        return False
    if not (turn.before or "改" in body[:at] or "错" in body or at == 0):
        return False
    add(turn, f"{turn.name}：{own(body, turn)}", "correction", (sentence.start, sentence.end), "zh", denied=False)
    return True


def own(body: str, turn: Turn) -> str:
    """The name in the place of "I"."""
    for word in ("我们", "咱们", "本人", "我"):
        body = body.replace(word, turn.name)
    return body


def _kind(body: str) -> str:
    if any(word in body for word in ("决定", "选择了", "就选", "定了")):
        return "decision"
    if any(word in body for word in ("喜欢", "讨厌", "爱吃", "爱喝", "爱看", "爱听", "爱玩", "恨", "偏好", "最爱")):
        return "preference"
    if DAY.search(body) and (
        _EVENT.search(body) or any(word in body for word in ("要", "得", "必须", "打算", "答应", "截止", "约了"))
    ):
        return "commitment"
    if any(0 <= body.find(kin) <= 3 for kin in KIN["zh"] | TIES["zh"]) and not body.startswith(
        ("我是", "我做", "我当", "在", "班")
    ):
        return "relationship"
    return (
        "skill" if any(f"会{verb}" in body for verb in ("说", "弹", "写", "用", "做", "开", "游泳", "编程")) else "fact"
    )
