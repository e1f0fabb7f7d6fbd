"""Words of time in German and Russian, all the languages, and the words that tell English. Plain data; see
`recollect.rules.lexicon.tongues`."""

from __future__ import annotations

from typing import Final

from recollect.rules.lexicon.romance_times import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from recollect.rules.lexicon.tongues import Tongue

_ABOUT_DE: Final = "(?:etwa |ungefahr |rund |circa |ca\\.? |gut |knapp |uber |fast )?"
GERMAN: Final = Tongue(
    strong="""anfang mitte ende
    heute gestern vorgestern übermorgen tagen woche wochen monat monate monaten jahr jahre jahren jahres wochenende
    januar januars jänner februar märz maerz juni juli oktober dezember montag dienstag mittwoch donnerstag freitag
    samstag sonnabend sonntag sommer frühling frühjahr herbst letzte letzten letzter letztes letztem vorige vorigen
    voriges vergangene vergangenen vergangenes vergangener diesen dieses dieser nächste nächsten nächstes
    ich wir habe haben hast wann wie wer wo wohin warum ist sind hatte hatten gemacht passiert und nicht über mit bei
    im vom zum seit bis vor nach das dem mein meine meinen meiner meinem unser unsere zwischen zwei drei einem
    einer""",
    weak="mai die der den am war hat an morgen vier tag august april september november winter was",
    days={"vorgestern": -2, "gestern": -1, "heute": 0,
          "(?<!\\bam )(?<!\\bguten )(?<!\\bgestern )(?<!\\bjeden )morgen": 1, "ue?bermorgen": 2},
    units={
        "tag": "day",
        "wochenende[ns]?": "weekend",
        "woche": "week",
        "monat(?:s|es)?": "month",
        "quartals?": "quarter",
        "jahr(?:e?s)?": "year",
        "nacht|abend": "night",
        "morgen|vormittag|nachmittag": "day",
    },
    counted={"tag(?:en?)?": "day", "wochen?": "week", "monat(?:en?)?": "month", "jahr(?:en?)?": "year"},
    numbers={
        "ein(?:em|er|en|e)?": 1, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8,
        "neun": 9, "zehn": 10, "elf": 11, "zwolf": 12, "vierzehn": 14, "funfzehn": 15, "zwanzig": 20, "dreis+ig": 30,
        "anderthalb|eineinhalb": 1.5, "zweieinhalb": 2.5, "einem halben": 0.5, "ein paar|paar": 3, "einigen|einige": 3,
        "mehreren|mehrere": 4,
    },
    vague="ein paar|paar|einigen?|mehreren?",
    half="(?!)",
    months=("jan(?:uar|ner)", "februar", "marz|maerz", "april", "mai", "juni", "juli", "august", "september", "oktober",
            "november", "dezember"),
    weekdays=("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag|sonnabend", "sonntag"),
    seasons=("fruhling|fruhjahr", "sommer", "herbst", "winter"),
    last=("(?:letzte|vorige|vergangene)[nrsm]?", ""),
    this=("diese[nrsm]?|heute", ""),
    next=("(?:nachste|kommende)[nrsm]?", ""),
    ago=(f"vor {_ABOUT_DE}{{n}} {{u}}",),
    lately=("(?:letzten|vergangenen) (?:{n} |{f}(?=tage|wochen|monate|jahre)){u}",),
    of="(?:des |der |vom )?",
    ordinal="\\.|ten",
    in_="im|seit|bis|von|vor|nach|zwischen|ab|monat",
    and_="und",
    season_in="im|seit|bis|vor|nach|dem|den|zum",
    seasonal="",
    on="",
    every="jeden|jeder|jedem|ersten|zweiten|dritten|vierten|letzten|frau|herr|herrn|familie",
    leads="am|im|in|an|der|den|dem|das|die",
    parts=("anfang|beginn", "mitte", "ende"),
    since="seit(?: dem| der)?|ab",
    before="vor(?: dem| der)?",
    after="nach(?: dem| der)?",
    until="bis(?: zum?| zur| ende)?",
    between="zwischen(?: dem)?|von|vom",
    through="und|bis(?: zum)?|und dem",
    weekend="(?:am|ubers) wochenende(?! (?:vo[rm]|nach|um|de[rs]|mit dem))",
)  # fmt: skip

_ABOUT_RU: Final = "(?:около |примерно |почти |более |где-то )?"
RUSSIAN: Final = Tongue(
    strong="""сегодня вчера позавчера завтра послезавтра неделя неделе неделю недели недель месяц месяца месяце месяцев
    месяцы год года году лет день дня дней дни летом весной осенью зимой лето лета весна осень зима январь января январе
    февраль февраля феврале март марта марте апрель апреля апреле май мая мае июнь июня июне июль июля июле август
    августа августе сентябрь сентября сентябре октябрь октября октябре ноябрь ноября ноябре декабрь декабря декабре
    понедельник вторник среду четверг пятницу субботу воскресенье выходные выходных прошлый прошлой прошлую прошлом
    прошлого прошлые прошлых прошлым последние последних последний последнюю назад
    что когда где кто как я мы в на с о и было был была мне со у за""",
    weak="",
    days={"позавчера": -2, "вчера": -1, "сегодня": 0, "завтра": 1, "послезавтра": 2},
    units={
        "выходн(?:ые|ых|ой)": "weekend",
        "недел[яеюи]": "week",
        "месяц[ае]?": "month",
        "квартал[ае]?": "quarter",
        "год[ау]?": "year",
        "ноч(?:ь|ью|и)": "night",
        "утр(?:о|ом)|вечер(?:ом)?": "day",
    },
    counted={
        "дня|дней|день|дни|суток": "day", "недел(?:ю|и|ь)": "week", "месяц(?:а|ы|ев)?": "month",
        "полгода": "half a year", "года?|лет": "year",
    },
    numbers={
        "один|одну|одного|одной": 1, "два|две|двух": 2, "три|трех": 3, "четыре|четырех": 4, "пят[ьи]": 5,
        "шест[ьи]": 6, "сем[ьи]": 7, "восемь|восьми": 8, "девят[ьи]": 9, "десят[ьи]": 10, "одиннадцат[ьи]": 11,
        "двенадцат[ьи]": 12, "пятнадцат[ьи]": 15, "двадцат[ьи]": 20, "тридцат[ьи]": 30, "полтор[аы]|полутора": 1.5,
        "пар[ау]": 2, "несколько|нескольких": 3,
    },
    vague="пар[ау]|нескольк.*",
    half=" с половиной",
    months=("январ[ьяе]", "феврал[ьяе]", "март[ае]?", "апрел[ьяе]", "ма[йяе]", "июн[ьяе]", "июл[ьяе]", "август[ае]?",
            "сентябр[ьяе]", "октябр[ьяе]", "ноябр[ьяе]", "декабр[ьяе]"),
    weekdays=("понедельник[а]?", "вторник[а]?", "сред[уы]", "четверг[а]?", "пятниц[уы]", "суббот[уы]",
              "воскресень[ея]"),
    seasons=("весн(?:а|ой|ы|у|е)", "лет(?:о|ом|а)", "осен(?:ь|ью|и)", "зим(?:а|ой|ы|у|е)"),
    last=("(?:прошл|минувш|прошедш)(?:ый|ая|ое|ой|ую|ом|ем|ого|его|ие|их|ые|ых|ым|им|ей|ий|ее)", ""),
    this=("эт(?:от|а|о|у|ой|ом|им|ого|и|их)", ""),
    next=("следующ(?:ий|ая|ее|ей|ую|ем|его|ие|их|им)", ""),
    ago=(f"{_ABOUT_RU}(?:{{n}} )?{{u}}{{h}} (?:тому )?назад",),
    lately=("последни(?:е|х) (?:{n} |{f}){u}", "последн(?:ий|юю|ие) (?:{n} )?{u}"),
    of="",
    ordinal="-?(?:го|е)",
    in_="в|во|с|со|до|после|по|между|к",
    and_="и",
    season_in="",
    seasonal="весной|летом|осенью|зимой",
    on="в|во|с|до|после|за",
    every="",
    leads="в|во|на|за",
    parts=("начале|начало|начала", "середине|середина", "конце|конец|конца"),
    since="со?",
    before="до",
    after="после",
    until="по",
    between="между|со?",
    through="и|по|до",
    weekend="на выходных|в выходные",
)  # fmt: skip

TONGUES: Final = {
    "de": GERMAN, "es": SPANISH, "fr": FRENCH, "pt": PORTUGUESE, "it": ITALIAN, "ru": RUSSIAN,
}  # fmt: skip
ENGLISH: Final = """
the what did of and my you your how when who where which why she they is were are have for with from that this about
does it to at by any been has had his her their there last ago i
"""
"""Words that tell English, for a text with a foreign word in it."""
