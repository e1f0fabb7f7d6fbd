"""People by their tie: family, and ties of home, work and care; by language."""

from __future__ import annotations

from typing import Final

KIN: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        mother father mum mom mam mummy mommy dad daddy papa mama parent parents brother sister sibling siblings bro
        sis son daughter child children kid kids baby toddler stepson stepdaughter stepmother stepfather stepmom
        stepdad stepbrother stepsister half-brother half-sister twin twins wife husband spouse partner fiance fiancé
        fiancee fiancée girlfriend boyfriend ex ex-wife ex-husband ex-girlfriend ex-boyfriend grandmother grandfather
        grandma grandpa granny gran nan nana nanna grandad granddad gramps grandparents grandson granddaughter
        gf bf grandkid grandkids grandchild grandchildren aunt auntie aunty uncle cousin cousins niece nephew nieces
        nephews mother-in-law father-in-law brother-in-law sister-in-law son-in-law daughter-in-law in-laws godmother
        godfather godson goddaughter folks family brothers sisters sons daughters aunts uncles hubby missus great-aunt
        great-uncle great-grandmother great-grandfather foster-son foster-daughter
        """.split()
    ),
    "es": frozenset(
        """
        madre padre mamá papá mama papa hermano hermana hermanos hijo hija hijos hijas esposo esposa marido mujer
        novio novia pareja abuelo abuela abuelos tío tía primo prima sobrino sobrina suegro suegra cuñado cuñada nieto
        nieta padrino madrina bebé padres hermanas mellizos mellizas gemelos gemelas peque peques niño niña niños
        niñas hijastro hijastra nuera yerno ex exmarido exmujer tíos primos suegros cuñados
        """.split()
    ),
    "de": frozenset(
        """
        mutter vater mama papa eltern bruder schwester geschwister sohn tochter kind kinder söhne töchter frau mann
        partner partnerin freund freundin verlobter verlobte oma opa großmutter großvater tante onkel cousin cousine
        ehemann ehefrau jungs mädels zwillinge ex exmann exfrau großeltern schwiegereltern schwiegersohn
        schwiegertochter stiefsohn stieftochter stiefvater stiefmutter brüder schwestern enkelkinder baby
        neffe nichte schwiegermutter schwiegervater schwager schwägerin enkel enkelin
        """.split()
    ),
    "fr": frozenset(
        """
        mère père maman papa parents frère soeur sœur fils fille enfant enfants mari femme époux épouse compagnon
        compagne copain copine conjoint conjointe fiancé fiancée grand-mère grand-père mamie papi tante oncle cousin
        cousine neveu nièce beau-père belle-mère beau-frère belle-soeur belle-sœur petit-fils petite-fille mec meuf
        gosse gosses ado ados jumeaux jumelles ex frangin frangine
        belle-fille gendre beaux-parents grands-parents filles frères soeurs sœurs bébé petits-enfants
        """.split()
    ),
    "pt": frozenset(
        """
        mãe pai mamãe papai pais irmão irmã irmãos filho filha filhos filhas esposo esposa marido mulher namorado
        namorada noivo noiva companheiro companheira avó avô tio tia primo prima sobrinho sobrinha sogro sogra cunhado
        cunhada neto neta bebê avós irmãs gêmeos gêmeas enteado enteada nora genro ex ex-marido sogros tios primos
        """.split()
    ),
    "it": frozenset(
        """madre padre mamma papà fratello sorella figlio figlia figli moglie marito compagno compagna fidanzato
        fidanzata ragazzo ragazza genitori figlie bambino bambina bambini gemelli gemelle fratelli
        sorelle nonni suoceri nuora genero ex nonno nonna zio zia cugino cugina nipote suocero suocera cognato
        cognata""".split()
    ),
    "zh": frozenset(
        """妈妈 爸爸 母亲 父亲 父母 哥哥 弟弟 姐姐 妹妹 儿子 女儿 孩子 老公 老婆 丈夫 妻子 太太 先生 男朋友 女朋友
        男友 女友 爷爷 奶奶 外公 外婆 姥姥 姥爷 叔叔 阿姨 舅舅 姑姑 表哥 表弟 表姐 表妹 堂哥 堂弟 岳父 岳母 公公
        婆婆""".split()
    ),
    "ja": frozenset(
        """母 父 両親 兄 弟 姉 妹 息子 娘 子供 子ども 妻 夫 嫁 旦那 主人 家内 彼氏 彼女 婚約者 祖父 祖母 おじ おば
        叔父 叔母 いとこ 甥 姪 義母 義父 義兄 義弟 義姉 義妹 孫""".split()
    ),
    "hi": frozenset(
        """
        माँ मां पिता पापा मम्मी भाई बहन बेटा बेटी बेटे पत्नी पति बीवी दादा दादी नाना नानी चाचा चाची मामा मामी मौसी बुआ
        भतीजा भतीजी भांजा भांजी ससुर सास देवर ननद जीजा साली बच्चे बच्चा परिवार
        """.split()
    ),
}

TIES: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        friend friends bestie mate buddy pal flatmate flatmates roommate roommates housemate housemates neighbour
        neighbor neighbours neighbors landlord landlady tenant tenants lodger boss manager supervisor colleague
        colleagues coworker coworkers co-worker co-workers teammate teammates co-founder cofounder founder assistant
        intern mentor mentee coach trainer teacher tutor professor advisor adviser student students pupil pupils
        client clients customer therapist psychologist psychiatrist counsellor counselor doctor gp dentist physio
        physiotherapist midwife nurse carer caregiver nanny au-pair babysitter childminder cleaner gardener lawyer
        solicitor accountant agent editor publisher bandmate director cto ceo lead bestfriend penpal pen-pal
        """.split()
    ),
    "es": frozenset(
        """amigo amiga amigos jefe jefa compañero compañera vecino vecina casero casera colega socio socia profesor
        profesora médico médica doctor doctora psicóloga psicólogo dentista cardiólogo cardióloga
        fisio fisioterapeuta entrenador entrenadora nutricionista compañeros vecinos cliente clientes director
        directora""".split()
    ),
    "de": frozenset(
        """chef chefin kollege kollegin mitbewohner mitbewohnerin nachbar nachbarin vermieter vermieterin lehrer
        lehrerin hausarzt hausärztin kardiologe kardiologin trainer trainerin physio kollegen
        nachbarn freunde kunde kundin steuerberater arzt ärztin therapeut therapeutin kumpel zahnarzt""".split()
    ),
    "fr": frozenset(
        """ami amie amis patron patronne chef collègue voisin voisine colocataire coloc propriétaire prof médecin
        cardiologue kiné psy dermato gynéco coach
        boss cheffe collègues voisins client cliente proprio docteur comptable
        dentiste associé associée""".split()
    ),
    "pt": frozenset(
        """amigo amiga amigos chefe colega vizinho vizinha sócio sócia professor professora médico médica
        terapeuta cardiologista
        fisioterapeuta nutricionista dentista chefa cliente colegas vizinhos personal psicóloga psicólogo""".split()
    ),
    "it": frozenset(
        """amico amica capo collega vicino vicina socio socia medico professore professoressa dottore dottoressa
        cardiologo
        fisioterapista dentista amici colleghi vicini cliente allenatore psicologa psicologo coinquilino
        coinquilina""".split()
    ),
    "zh": frozenset("朋友 同事 老板 室友 邻居 房东 老师 同学 经理 上司 客户 医生".split()),
    "ja": frozenset("友達 友人 上司 同僚 先生 隣人 大家 ルームメイト 部下 先輩 後輩 親友".split()),
    "hi": frozenset("दोस्त मित्र बॉस सहकर्मी पड़ोसी मकानमालिक शिक्षक डॉक्टर".split()),
}

COMPANIONS: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        friend friends bestie bestfriend mate buddy pal penpal pen-pal flatmate flatmates roommate roommates housemate
        housemates bandmate neighbour neighbor neighbours neighbors
        """.split()
    ),
    "es": frozenset("amigo amiga amigos compañero compañera compañeros vecino vecina vecinos".split()),
    "de": frozenset("freunde kumpel mitbewohner mitbewohnerin nachbar nachbarin nachbarn".split()),
    "fr": frozenset("ami amie amis voisin voisine voisins colocataire coloc".split()),
    "pt": frozenset("amigo amiga amigos vizinho vizinha vizinhos".split()),
    "it": frozenset("amico amica amici vicino vicina vicini coinquilino coinquilina".split()),
}
"""Ties of home and leisure among `TIES`; the others are of work and care."""

PETS: Final = frozenset(
    """dog cat puppy kitten pup rabbit bunny hamster parrot horse pony tortoise turtle snake gecko budgie canary
    guinea-pig ferret goldfish dogs cats chickens hens rabbits""".split()
)
"""English names of animals people live with."""
BREEDS: Final = frozenset(
    """
    beagle whippet greyhound labrador lab spaniel cocker collie terrier poodle dachshund pug husky corgi retriever
    shepherd alsatian rottweiler boxer bulldog mastiff chihuahua cockapoo labradoodle cavapoo lurcher vizsla pointer
    setter dalmatian samoyed akita malamute shiba staffie westie schnauzer pomeranian maltese mongrel mutt
    ragdoll siamese bengal tabby persian tortie calico moggy cockatiel parakeet mare gelding foal axolotl
    """.split()
)
"""What a dog, cat or other animal of somebody's is called by its kind: "our beagle"."""

SEVERAL: Final = frozenset(
    """
    kids children twins boys girls sons daughters parents grandparents brothers sisters siblings cousins nieces nephews
    aunts uncles grandkids grandchildren in-laws folks friends flatmates roommates housemates neighbours neighbors
    colleagues coworkers dogs cats chickens hens rabbits
    """.split()
)
WOMEN: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        mother mum mom mam mummy mommy mama sister sis daughter stepdaughter stepmother stepmom stepsister half-sister
        wife fiancee fiancée girlfriend ex-wife ex-girlfriend grandmother grandma granny gran nan nana nanna
        granddaughter aunt auntie aunty niece mother-in-law sister-in-law daughter-in-law godmother goddaughter missus
        great-aunt great-grandmother foster-daughter landlady
        """.split()
    ),
    "es": frozenset(
        """
        madre mamá mama hermana hija esposa mujer novia abuela tía prima sobrina suegra cuñada nieta madrina niña
        hijastra nuera exmujer amiga jefa compañera vecina casera socia profesora médica doctora psicóloga cardióloga
        entrenadora directora
        """.split()
    ),
    "de": frozenset(
        """
        mutter mama schwester tochter frau partnerin freundin oma großmutter tante cousine ehefrau exfrau
        schwiegertochter stieftochter stiefmutter nichte schwiegermutter schwägerin enkelin chefin kollegin
        mitbewohnerin nachbarin vermieterin lehrerin hausärztin kardiologin trainerin kundin ärztin therapeutin
        """.split()
    ),
    "fr": frozenset(
        """
        mère maman soeur sœur fille femme épouse compagne copine conjointe fiancée grand-mère mamie tante cousine
        nièce belle-mère belle-soeur belle-sœur petite-fille meuf frangine belle-fille amie patronne voisine cheffe
        cliente associée
        """.split()
    ),
    "pt": frozenset(
        """
        mãe mamãe irmã filha esposa mulher namorada noiva companheira avó tia prima sobrinha sogra cunhada neta
        enteada nora amiga vizinha sócia professora médica chefa psicóloga
        """.split()
    ),
    "it": frozenset(
        """
        madre mamma sorella figlia moglie compagna fidanzata ragazza bambina nuora nonna zia cugina suocera cognata
        amica vicina socia professoressa dottoressa psicologa coinquilina
        """.split()
    ),
}
MEN: Final[dict[str, frozenset[str]]] = {
    "en": frozenset(
        """
        father dad daddy papa brother bro son stepson stepfather stepdad stepbrother half-brother husband boyfriend
        ex-husband ex-boyfriend grandfather grandpa grandad granddad gramps grandson uncle nephew father-in-law
        brother-in-law son-in-law godfather godson hubby great-uncle great-grandfather foster-son landlord
        """.split()
    ),
    "es": frozenset(
        """
        padre papá papa hermano hijo esposo marido novio abuelo tío primo sobrino suegro cuñado nieto padrino niño
        hijastro yerno exmarido amigo jefe compañero vecino casero socio profesor médico doctor psicólogo cardiólogo
        entrenador director
        """.split()
    ),
    "de": frozenset(
        """
        vater papa bruder sohn mann freund verlobter opa großvater onkel cousin ehemann exmann schwiegersohn stiefsohn
        stiefvater neffe schwiegervater schwager enkel chef kollege mitbewohner nachbar vermieter lehrer hausarzt
        kardiologe trainer kunde steuerberater arzt therapeut kumpel zahnarzt
        """.split()
    ),
    "fr": frozenset(
        """
        père papa frère fils mari époux compagnon copain conjoint fiancé grand-père papi oncle cousin neveu beau-père
        beau-frère petit-fils mec frangin gendre ami patron voisin client associé
        """.split()
    ),
    "pt": frozenset(
        """
        pai papai irmão filho esposo marido namorado noivo companheiro avô tio primo sobrinho sogro cunhado neto
        enteado genro ex-marido amigo vizinho sócio professor médico psicólogo
        """.split()
    ),
    "it": frozenset(
        """
        padre papà fratello figlio marito compagno fidanzato ragazzo bambino genero nonno zio cugino suocero cognato
        amico vicino socio professore dottore cardiologo allenatore psicologo coinquilino
        """.split()
    ),
}
"""Ties that tell whether "she" or "he" is said."""
SPOUSES: Final = dict.fromkeys("wife girlfriend fiancee fiancée missus".split(), "he") | dict.fromkeys(
    "husband boyfriend hubby".split(), "she"
)
"""As whom somebody is mostly spoken of who has one."""
