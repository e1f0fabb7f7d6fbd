"""Words of those who retell a conversation or a life: what is said rather than what is so. Plain data, folded."""

from __future__ import annotations

from typing import Final

SPEECH: Final = frozenset(
    """
    acknowledge add admit advise affirm agree announce apologise apologize appreciate ask assure bring_up celebrate
    chat comment commiserate compliment confirm congratulate consider converse cover debate describe disclose discuss
    emphasise emphasize empathise empathize encourage exchange explain explore express focus greet highlight hint
    inform inquire invite joke laugh mention note offer open_up plan praise promise propose recall recommend reflect
    remark remember remind reminisce reply report request respond reveal review say share speak state stress suggest
    summarise summarize support sympathise sympathize talk teach tease tell thank touch_on update urge validate wish
    wonder said told spoke
    besprechen besprach besprachen erwahnen erwahnt erwahnte erwahnten erzahlt erzahlte sprach sprachen spricht
    sprechen sagt sagte redet redete reden berichtet berichtete fragt fragte diskutiert diskutierte diskutierten
    hablo hablan hablaron habla menciono menciona comento comenta dijo dice conto cuenta pregunto pregunta discutieron
    parle parlent parla parlent discute discutent mentionne raconte dit demande
    falou falaram fala mencionou contou disse perguntou conversaram conversou
    parlato parlano parlo parlarono menziona racconta dice chiede discusso
    """.split()
)
"""Verbs after which is told what was talked about, by stem or as they stand."""
USER_WORDS: Final = (
    "nutzers", "nutzer", "nutzerin", "benutzers", "benutzer", "benutzerin", "anwenders", "anwender", "anwenderin",
    "utilisateur", "utilisatrice", "usuario", "usuaria", "usuário", "usuária", "utilizador", "utilizadora", "utente",
    "пользователь", "пользователя", "пользовательница",
)  # fmt: skip
ASSISTANT_WORDS: Final = (
    "assistent", "assistenten", "assistentin", "assistante", "asistente", "assistente", "ассистент", "ассистента",
)  # fmt: skip
"""What others than English call the two who speak, as they are written; French has the English word too."""
USER_SIGNS: Final = ("ユーザー", "ユーザ", "用户", "用戶", "使用者", "사용자")
ASSISTANT_SIGNS: Final = ("アシスタント", "助手", "어시스턴트")
ALL_OF_THEM: Final = frozenset(
    """
    they both everyone everybody conversation discussion chat talk speakers participants group team family friends
    people summary sie beide ellos ellas ambos ils elles eles elas ambas loro entrambi
    """.split()
)
"""Whoever takes part, and the conversation itself: nobody in particular."""
SHE: Final = frozenset("she he her his him hers herself himself".split())
"""Somebody who was spoken of in the sentence before."""
YES: Final = frozenset(
    """
    yes yeah yep yup sure absolutely definitely exactly ja jawohl genau klar si claro vale oui ouais sim certo
    はい ええ うん 是 是的 对 好 好的 네 예 да
    """.split()
)
"""Opens an answer that makes a statement of the question before it."""
CALLED_TOO: Final = frozenset(
    """
    called named name is_called namens heisst heißt heissen heißen llamado llamada llamados llama llaman appele appelee
    appelle appellent chamado chamada chama chamam chiamato chiamata chiama chiamano nome nombre
    """.split()
)
"""Before or after the name of somebody or of an animal."""
FORMERLY: Final = frozenset(
    """
    previously formerly originally additionally furthermore moreover however meanwhile overall generally typically
    actualmente anteriormente ademas proximamente actuellement auparavant egalement derzeit momentan aktuell ausserdem
    außerdem fruher zudem atualmente anteriormente alem attualmente precedentemente inoltre
    """.split()
)
"""Opens a sentence, and nobody is called so."""
MUTUAL: Final = frozenset(
    """
    married marry marri engaged engag dating date friends friend siblings sibl neighbours neighbors colleagues
    colleagu cousins cousin twins twin related relat together met meet verheiratet befreundet casados casado casada
    maries marie mariee sposati sposato sposata
    """.split()
)
"""What is so of two people whichever of them is named first."""
INTO_OTHER_WORDS: Final = frozenset(
    """
    live work like dislike prefer want drive speak know learn study play use choose build buy sell own marry divorce
    die born bicycle film holiday car scared company lawyer phone salary grow_up happen located
    """.split()
)
"""Concepts (`everyday.CONCEPTS`) of which a retelling may use one word for another."""
JAPANESE_ABSTRACT: Final = tuple(
    sorted(
        """
        ユーザー アシスタント 会話 話題 内容 予定 計画 本人 自分 今回 現在 最近 今後 彼女 彼ら 二人 両者 一方 時間 場合
        必要 相談 希望 検討 説明 紹介 質問 回答 提案 報告 趣味 好物 居住 在住 勤務 仕事 自宅 家族 関係 情報 理由 様子
        """.split(),
        key=len,
        reverse=True,
    )
)
CHINESE_ABSTRACT: Final = tuple(
    sorted(
        """
        用户 助手 对话 讨论 谈到 谈论 提到 表示 说到 聊到 聊了 说了 告诉 询问 计划 打算 决定 需要 希望 觉得 认为 喜欢
        关于 目前 现在 最近 他们 她们 我们 自己 两人 双方 以及 并且 而且 因为 所以 但是 已经 正在 将会 进行 开始 工作
        居住 住在 生活 家人 情况 内容 话题 事情 问题 可以 应该 必须 想要 一起 分享 介绍 解释 回答 建议 感到 位于 从事
        担任 拥有 患有 她的 他的
        """.split(),
        key=len,
        reverse=True,
    )
)
"""Words of Japanese and Chinese that a retelling adds."""
KOREAN_ABSTRACT: Final = frozenset(
    """
    사용자 대화 이야기 그녀 그들 그는 현재 최근 계획 예정 필요 관련 대해 함께 자신 위해 있는 있고 하고 서로
    주제
    """.split()
)
