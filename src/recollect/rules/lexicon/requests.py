"""How people ask an assistant for something, by language: verbs that open a request, words that open a question."""

from __future__ import annotations

from typing import Final

REQUEST_VERBS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        help give tell show write rewrite draft make create generate suggest recommend explain summarise summarize cite
        translate find list compare describe fix check review proofread edit correct convert calculate compute solve
        plan design build add remove change update refactor debug run test analyse analyze answer reply respond remind
        quiz teach let walk pick choose think name compose improve shorten expand simplify format turn put use keep
        skip ignore stop go come look see read consider imagine pretend act play come focus assume start continue redo
        try repeat outline brainstorm define classify rate score rank extract search google look point send order book
        schedule set save note don't never always be do take drop include avoid mention feel bear say sort prepare
        provide present estimate evaluate assess critique polish paraphrase explain throw lay break dig cut guess hit
        call address speak talk ask forget remember write refer treat guide elaborate clarify confirm verify ensure
        count limit organise organize adjust recap
        """.split()
    ),
    "es": frozenset(
        """
        dime dame ayúdame ayudame explícame explica escribe escríbeme haz hazme recomienda recomiéndame traduce resume
        busca muéstrame muestra corrige sugiere sugiéreme quita quítalo pon ponme cuéntame calcula revisa convierte
        prepara prepárame recuérdame necesito_que puedes podrías podés me_ayudas me_puedes quiero_que arma ármame
        pásame dígame deme ayúdeme enséñame redacta mejora cambia añade agrega
        """.split()
    ),
    "de": frozenset(
        """
        gib sag hilf schreib schreibe erklär erkläre zeig zeige übersetze übersetz empfiehl mach mache such suche
        fasse korrigiere erstelle erstell nenn nenne rechne berechne prüfe schlag kannst könntest hast würdest bitte
        lass lies formuliere verbessere plan plane
        """.split()
    ),
    "fr": frozenset(
        """
        donne dis aide aide-moi donne-moi dis-moi explique explique-moi écris écris-moi traduis résume recommande
        propose propose-moi montre montre-moi fais fais-moi corrige peux-tu pouvez-vous pourrais-tu pourriez-vous
        cherche trouve trouve-moi rédige calcule vérifie suggère conseille-moi tu_peux aidez-moi
        """.split()
    ),
    "pt": frozenset(
        """
        ajuda ajude me_ajuda me_ajude explica explique escreve escreva traduz traduza resume resuma recomenda
        recomende sugere sugira mostra mostre faz faça corrige corrija pode poderia consegue diga diz me_diz me_diga
        monta monte dá dê cria crie lista liste indica indique
        """.split()
    ),
    "it": frozenset(
        """
        aiutami dimmi dammi spiegami scrivi scrivimi traduci riassumi consigliami suggerisci mostrami fai fammi
        correggi puoi potresti trova calcola
        """.split()
    ),
    "zh": frozenset("请 帮我 帮忙 给我 告诉我 推荐 写一 翻译 总结 能不能 可以帮 麻烦 想请 怎么 有没有".split()),
    "ja": frozenset("教えて ください 下さい お願い ほしい してくれ もらえ くれる おすすめ".split()),
    "hi": frozenset("बताओ बताइए बताएं कीजिए करो दीजिए दो समझाओ समझाइए लिखो लिखिए सुझाव मदद बता".split()),
}

QUESTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """what what's whats when when's where where's wheres which who who's whos whose why why's how how's hows
        how'd what're whatever""".split()
    ),
    "es": frozenset("qué cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo quién quiénes adónde".split()),
    "de": frozenset(
        """was wie wo wann warum weshalb wieso wer wen wem welche welcher welches welchen wohin woher womit wofür
        wieviel""".split()
    ),
    "fr": frozenset(
        """quoi quel quelle quels quelles comment pourquoi où combien qui est-ce qu'est-ce  quand_ lequel
        laquelle""".split()
    ),
    "pt": frozenset("o_que por_que qual quais quanto quanta quantos quantas como onde  quem por_que cadê".split()),
    "it": frozenset("cosa quale quali come dove  quanto quanta chi perché".split()),
    "zh": frozenset("什么 怎么 哪 谁 多少 几个 为什么 吗 呢 如何 是否 能不能 有没有".split()),
    "ja": frozenset("何 なに どう どこ いつ 誰 なぜ どれ どの どんな いくら ですか ますか でしょうか".split()),
    "hi": frozenset("क्या कैसे कब कहाँ कहां कौन क्यों कितना कितने कितनी कौनसा किस".split()),
}

CONDITIONALS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset("if suppose supposing imagine assuming hypothetically  pretend unless".split()),
    "es": frozenset("si supongamos imagina imagínate supón suponiendo".split()),
    "de": frozenset("wenn falls angenommen stell".split()),
    "fr": frozenset("si imagine imaginons supposons admettons".split()),
    "pt": frozenset("se imagine imagina suponha suponhamos digamos".split()),
    "it": frozenset("se immagina supponiamo mettiamo".split()),
    "zh": frozenset("如果 要是 假如 假设 万一".split()),
    "ja": frozenset("もし たら なら れば 仮に".split()),
    "hi": frozenset("अगर यदि मान_लो मानो".split()),
}
INSTRUCTING: Final = frozenset("use give show keep write format put stick".split())
"""Opens a sentence that says how something is wanted from now on: "use metric units"."""
