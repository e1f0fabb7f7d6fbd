"""Whom a statement is about, and which of what was said bears it out: retellings that must pass, inventions that must
not."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from recollect.write.support.claims import Source, Verdict
from recollect.write.support.clauses import parts_of

MONDAY = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
LONG_CHARS = 60_000
Said = str | list[tuple[str, str]]


def asked(said: Said, content: str) -> Verdict:
    turns = [("Ana", said)] if isinstance(said, str) else said
    source = Source([(who, text, MONDAY) for who, text in turns], speakers={who for who, _ in turns})
    return source.verdict(content)


RETOLD: list[tuple[Said, str]] = [
    ("Ich wohne in Hamburg.", "Ana wohnt in Hamburg"),
    ("Vivo en Sevilla.", "Ana vive en Sevilla"),
    ("Moro em Lisboa.", "Ana mora em Lisboa"),
    ([("安娜", "我住在上海。")], "安娜住在上海"),
    ([("アナ", "私は東京に住んでいます。")], "アナは東京に住んでいます"),
    ("我住在上海。", "Ana住在上海"),
    ([("Ана", "Я живу в Москве.")], "Ана живёт в Москве"),
    ([("آنا", "أعيش في القاهرة.")], "آنا تعيش في القاهرة"),
    ("Mieszkam w Krakowie.", "Ana mieszka w Krakowie"),
    ("Ich arbeite seit 2019 als Lehrerin in Bonn.", "Ana arbeitet seit 2019 als Lehrerin in Bonn"),
    ("Trabajo como enfermera en Madrid desde 2020.", "Ana trabaja como enfermera en Madrid desde 2020"),
    ("Je travaille chez Airbus.", "Ana travaille chez Airbus"),
    ([("安娜", "我妹妹住在上海。")], "安娜的妹妹住在上海"),
    ("Meine Schwester wohnt in Ulm.", "Anas Schwester wohnt in Ulm"),
    ("Mi hermana vive en Oporto.", "La hermana de Ana vive en Oporto"),
    ("My sister Eva lives in Porto.", "The user's sister Eva lives in Porto"),
    ([("Ana", "My sister is Eva."), ("Ana", "She lives in Porto.")], "Ana's sister Eva lives in Porto"),
    ("My sister Eva is a nurse. Eva lives in Porto.", "Ana's sister Eva lives in Porto"),
    ("I have a sister called Eva who lives in Porto.", "Ana's sister Eva lives in Porto"),
    ("I have a sister called Eva.", "Ana has a sister named Eva"),
    ("My sister Maria moved to Berlin.", "Ana has a sister Maria who moved to Berlin"),
    ("I work at Acme. I'm a welder.", "Ana works at Acme as a welder"),
    ("I work at Acme as a welder and I live in Lisbon.", "Ana works at Acme and lives in Lisbon"),
    ("I have a dog. His name is Rex and he's a golden poodle.", "Ana has a dog named Rex"),
    ("My boss is Tom.", "Tom is Ana's boss"),
    ("Tom is my boss.", "Ana's boss is Tom"),
    ("My favourite language is Rust.", "Rust is Ana's favourite language"),
    ("My rent is 900 euros and my salary is 3000 euros.", "Ana's rent is 900 euros"),
    ("My rent is 900 euros and my salary is 3000 euros.", "Ana's salary is 3000 euros"),
    ("I used to be allergic to walnuts.", "Ana used to be allergic to walnuts"),
    ("I used to live in Rome, now I live in Oslo.", "Ana lives in Oslo"),
    ("I was diagnosed with diabetes last year.", "Ana was diagnosed with diabetes"),
    ("I was diagnosed with diabetes.", "Ana has diabetes"),
    ("My doctor says I have diabetes.", "Ana has diabetes"),
    ("I found out that I'm allergic to nuts.", "Ana is allergic to nuts"),
    ("I think my sister lives in Porto.", "Ana's sister lives in Porto"),
    ("I go running every morning, usually before breakfast.", "Ana goes running before breakfast"),
    ("I've worked at Acme since 2019.", "Ana has worked at Acme since 2019"),
    ("I've worked at Acme since 2019.", "Ana works at Acme since 2019"),
    ("My wife and I live in Oslo.", "Ana lives in Oslo with her wife"),
    ("I moved to Berlin with my wife and two kids.", "Ana moved to Berlin with her wife and 2 kids"),
    ("We have two kids, Mia and Leo.", "Ana has two kids, Mia and Leo"),
    ("I hate tea but I love coffee.", "Ana hates tea"),
    ("My brother Tom just had a baby girl.", "Ana's brother Tom had a baby girl"),
    ("Ben gave me a dog for my birthday.", "Ben gave Ana a dog for her birthday"),
    ("I prefer short answers, no emojis please.", "Ana prefers short answers"),
    ("Please always answer in German.", "Ana wants answers in German"),
    ("I'm learning Spanish because my girlfriend is from Mexico.", "Ana is learning Spanish"),
    ("I'm learning Spanish because my girlfriend is from Mexico.", "Ana's girlfriend is from Mexico"),
    ("My car is a red Honda Civic from 2015.", "Ana has a red Honda Civic from 2015"),
    ("We're launching the beta on Friday, Maria leads the design.", "Maria leads the design"),
    ("I sold my bike yesterday.", "Ana sold her bike"),
    ("I'm allergic to peanuts. Shellfish is fine though.", "Ana is allergic to peanuts"),
    ("I'm vegetarian and my husband Mark loves steak.", "Ana's husband Mark loves steak"),
    ("I grew up in Leeds but moved to York when I was ten.", "Ana grew up in Leeds"),
    ("I grew up in Leeds but moved to York when I was ten.", "Ana moved to York when she was ten"),
    ("Our cat Tilly is 14 and needs insulin twice a day.", "Ana's cat Tilly needs insulin twice a day"),
    ("Our cat Tilly is 14 and needs insulin twice a day.", "Ana's cat Tilly is 14"),
    ("I can't eat gluten.", "Ana can't eat gluten"),
    ("My flight to Oslo is at 9:30. It leaves from gate B12.", "Ana's flight to Oslo leaves from gate B12"),
    ("I lost my job at Acme and I'm now a freelance designer.", "Ana is now a freelance designer"),
    ("My manager, Priya, wants the report by Monday.", "Ana's manager Priya wants the report by Monday"),
    ("My mother taught me Polish.", "Ana was taught Polish by her mother"),
    ("My mother taught me Polish.", "Ana's mother taught her Polish"),
    ("I run a bakery in Ghent with my brother.", "Ana runs a bakery in Ghent with her brother"),
    ("The project uses Postgres 16.", "The project uses Postgres 16"),
    ("Our staging server is called Pluto.", "Ana's staging server is called Pluto"),
    ("I have a meeting with Dr. Chen on Tuesday.", "Ana has a meeting with Dr. Chen on Tuesday"),
    ("We adopted a kitten last week, she's called Miso.", "Ana adopted a kitten called Miso"),
    ("My daughter Lena starts school in September.", "Ana's daughter Lena starts school in September"),
    ("I quit smoking two years ago.", "Ana quit smoking 2 years ago"),
    ("I'm a software engineer at Globex, based in Toronto.", "Ana is a software engineer at Globex in Toronto"),
    ("My dad has Parkinson's and I take care of him on weekends.", "Ana takes care of her dad on weekends"),
    ("My dad has Parkinson's and I take care of him on weekends.", "Ana's dad has Parkinson's"),
    ("I play tennis with Julia every Thursday.", "Ana plays tennis with Julia every Thursday"),
    ("Our anniversary is on October 12th.", "Ana's anniversary is on October 12th"),
    ("I don't drink alcohol.", "Ana does not drink alcohol"),
    ("I speak Dutch and a bit of Greek.", "Ana speaks Dutch and a bit of Greek"),
    ("I was born in 1990 in Cork.", "Ana was born in Cork in 1990"),
    ("My therapist Dr. Hall says I should journal daily.", "Ana's therapist is Dr. Hall"),
    ("I need to submit my thesis by 30 June.", "Ana needs to submit her thesis by 30 June"),
    ("Ich habe zwei Katzen, Minka und Felix.", "Ana hat zwei Katzen, Minka und Felix"),
    ("Estoy casada con Luis y tengo dos hijos.", "Ana está casada con Luis"),
    ("J'habite à Lyon avec mon mari.", "Ana habite à Lyon avec son mari"),
    ([("李娜", "我对花生过敏。")], "李娜对花生过敏"),
    ([("ゆき", "猫を二匹飼っています。")], "ゆきは猫を二匹飼っています"),
    ("My landlord raised the rent to 1200 euros.", "Ana's landlord raised the rent to 1200 euros"),
    ("I bought a Tesla Model 3 in March.", "Ana bought a Tesla Model 3 in March"),
    ("My best friend Omar works at NASA.", "Omar works at NASA"),
    ("I usually wake up at 6.", "Ana usually wakes up at 6"),
    ("We're getting married in Florence next May.", "Ana is getting married in Florence next May"),
    ("My company, Brightside, has 40 employees.", "Ana's company Brightside has 40 employees"),
    ("I'm training for a marathon in Boston.", "Ana is training for a marathon in Boston"),
    ("I switched from Python to Go.", "Ana switched from Python to Go"),
    ("My blood type is O negative.", "Ana's blood type is O negative"),
    ("User feedback matters to me.", "Ana says user feedback matters to her"),
    ([("Ana", "I like rye bread."), ("Ben", "I like jam.")], "Ben likes jam"),
    ("My wife Eva and I live in Porto.", "Ana and her wife Eva live in Porto"),
    ("My wife Eva and I live in Porto.", "Ana lives in Porto"),
    ("My wife Eva and I live in Porto.", "Ana's wife Eva lives in Porto"),
    ("My wife Eva and I live in Porto.", "The user and her wife Eva live in Porto"),
    ("My husband and I bought a house in Leeds.", "Ana and her husband bought a house in Leeds"),
    ("My best friend is Kim. She lives in Seoul and works for Samsung.", "Ana's best friend Kim lives in Seoul"),
    ("My best friend is Kim. She lives in Seoul and works for Samsung.", "Kim works for Samsung"),
    ("My older brother is Jo. He drives a taxi.", "Ana's brother Jo drives a taxi"),
    ("I run a bakery with my brother Tom.", "Ana and her brother Tom run a bakery"),
    ("My kids Max and Lia go to Oak School.", "Max goes to Oak School"),
    ("My kids Max and Lia go to Oak School.", "Lia goes to Oak School"),
    ("Tom and Lia moved to Kiel.", "Tom and Lia moved to Kiel"),
    ("Tom and Lia moved to Kiel.", "Lia moved to Kiel"),
    ("My parents live in Greece, we visit them every summer.", "User visits their parents in Greece every summer"),
    ("I lead a project called Falcon, it's written in Rust.", "Falcon is written in Rust"),
    ("I lead a project called Falcon.", "Ana leads a project called Falcon"),
    ("We have a boat named Orca. It lies in Split.", "Orca lies in Split"),
    ("Tea is better than coffee, I think.", "Ana thinks tea is better than coffee"),
]


@pytest.mark.feature("EX-12")
@pytest.mark.parametrize("said, content", RETOLD)
def test_what_was_said_may_be_told_in_the_third_person(said: Said, content: str) -> None:
    verdict = asked(said, content)
    assert verdict.reason is None, verdict
    assert verdict.quote


INVENTED: list[tuple[Said, str]] = [
    ([("Ana", "I live in Lisbon."), ("Ana", "My sister lives in Porto.")], "Ana lives in Porto"),
    ([("Ana", "I live in Lisbon."), ("Ana", "My sister lives in Porto.")], "Ana's sister lives in Lisbon"),
    ("My neighbour killed a man.", "Ana killed a man"),
    ('My boss said: "I quit Acme"', "Ana quit Acme"),
    ('My boss said: "I quit Acme." I work at Acme.', "Ana quit Acme"),
    ("My rent is 900 euros and my salary is 3000 euros.", "Ana's rent is 3000 euros"),
    ("The rent is 900 euros. My salary is 3000 euros.", "Ana's rent is 3000 euros"),
    ("Maria is Ben's boss.", "Ben is Maria's boss"),
    ("Ben hates me. I love dogs.", "Ben loves dogs"),
    ("Ben hates me.", "Ana hates Ben"),
    ("I love Ben.", "Ben loves Ana"),
    ("I used to be allergic to walnuts.", "Ana is allergic to walnuts"),
    ([("Ana", "I love tea."), ("Ben", "I have diabetes.")], "The user has diabetes"),
    ([("Ana", "I love tea."), ("Ben", "I have diabetes.")], "Ana has diabetes"),
    ("I think my sister lives in Porto.", "Ana lives in Porto"),
    ("I have a friend who killed a man.", "Ana killed a man"),
    ("I know Ben lives in Porto.", "Ana lives in Porto"),
    ("My sister's car is red.", "Ana's car is red"),
    ("My sister is a nurse and works in Porto.", "Ana works in Porto"),
    ("She lives in Porto.", "Ana lives in Porto"),
    ("My wife's brother lives in Rome.", "Ana's wife lives in Rome"),
    ("I live in Lisbon. I love Porto.", "Ana lives in Porto"),
    ("I was a welder.", "Ana is a welder"),
    ("I worked at Acme.", "Ana works at Acme"),
    ("I lived in Rome.", "Ana lives in Rome"),
    ("Früher wohnte ich in Bonn.", "Ana wohnt in Bonn"),
    ("Meine Schwester wohnt in Ulm.", "Ana wohnt in Ulm"),
    ("Mi hermana vive en Oporto.", "Ana vive en Oporto"),
    ([("安娜", "我妹妹住在上海。")], "安娜住在上海"),
    ([("アナ", "妹は東京に住んでいます。")], "アナは東京に住んでいます"),
    ([("Ана", "Мама живёт в Москве.")], "Ана живёт в Москве"),
    ([("Ана", "Моя сестра живёт в Москве.")], "Ана живёт в Москве"),
    ("My sister Eva lives in Porto. My sister Maria is a nurse.", "Ana's sister Eva is a nurse"),
    ("I quite like Acme.", "Ana quit Acme"),
    ("Tengo un hijo.", "Ana tiene una hija"),
    ("Maria hates Ben.", "Ben hates Maria"),
    ("My sister lives in Porto.", "Ben's sister lives in Porto"),
    ("My boss is allergic to nuts, I love nuts.", "Ana is allergic to nuts"),
    ("Tom has 3 dogs and I have 1 cat.", "Ana has 3 cats"),
    ("My son is 7. I am 41.", "Ana is 7"),
    ("My son is 7. I am 41.", "Ana's son is 41"),
    ("My husband drinks coffee, I drink tea.", "Ana drinks coffee"),
    ("My uncle was arrested in Leeds.", "Ana was arrested in Leeds"),
    ("Julia plays tennis and I play chess.", "Ana plays tennis"),
    ("Julia plays tennis and I play chess.", "Julia plays chess"),
    ("My ex cheated on me.", "Ana cheated on her ex"),
    ("My brother says he hates his job at Acme.", "Ana hates her job at Acme"),
    ("I told Mark that he should quit drinking.", "Ana should quit drinking"),
    ("My flight costs 300 euros, the hotel costs 800 euros.", "Ana's hotel costs 300 euros"),
    ("I had a dog as a child.", "Ana has a dog"),
    ("I once worked for Nokia.", "Ana works for Nokia"),
    ("My colleague Priya is pregnant.", "Ana is pregnant"),
    ("Priya, my colleague, is pregnant.", "Ana is pregnant"),
    ("Tom owes Julia 50 euros.", "Julia owes Tom 50 euros"),
    ("Tom owes me 50 euros.", "Ana owes Tom 50 euros"),
    ("The man next door is a drug dealer.", "Ana is a drug dealer"),
    ("A friend of mine lives in Kyoto.", "Ana lives in Kyoto"),
    ("Everyone at work smokes.", "Ana smokes"),
    ("Mein Bruder arbeitet bei Siemens.", "Ana arbeitet bei Siemens"),
    ("Mon frère habite à Nice.", "Ana habite à Nice"),
    ("Meu pai mora em Braga.", "Ana mora em Braga"),
    ([("Ana", "I like rye bread."), ("Ben", "I like jam.")], "Ana likes jam"),
    ("I worked in Paris until 2020. I live in Rome.", "Ana lives in Paris"),
    ("My parents divorced in 2001.", "Ana divorced in 2001"),
    ("My dog is afraid of thunder.", "Ana is afraid of thunder"),
    ("She's vegan, I'm not.", "Ana is vegan"),
    ("Ben is 40, I'm 38.", "Ana is 40"),
    ([("李娜", "我弟弟对花生过敏。")], "李娜对花生过敏"),
    ("My sister Eva lives in Porto.", "Ana and her sister Eva live in Porto"),
    ("My wife Eva is a nurse. I live in Porto.", "Ana and her wife Eva live in Porto"),
    ("My wife Eva and I live in Porto. My sister lives in Rome.", "Ana and her sister live in Porto"),
    ("My wife Eva and I live in Porto. My sister lives in Rome.", "Ana and her wife Eva live in Rome"),
    ("Tom and Lia go to Oak School.", "Ana goes to Oak School"),
    ("Tom and Lia go to Oak School. Ben goes to Elm School.", "Ben goes to Oak School"),
    ("I'm angry with my brother Tom.", "Ana and her brother Tom are angry"),
    ("I'm angry with my brother Tom.", "Ana's brother Tom is angry"),
    ("I run a bakery with my brother Tom.", "Ana and her sister run a bakery"),
    ("My best friend is Kim. She lives in Seoul.", "Ana lives in Seoul"),
    ("My parents live in Greece, we visit them every summer.", "Ana lives in Greece"),
    ("I lead a project called Falcon, it's written in Rust. Hawk is old.", "Hawk is written in Rust"),
    ("Julia plays tennis and I play chess.", "Ana and Julia play chess"),
]


@pytest.mark.feature("EX-12")
@pytest.mark.parametrize("said, content", INVENTED)
def test_words_that_were_said_of_another_or_apart_prove_nothing(said: Said, content: str) -> None:
    assert asked(said, content).reason is not None


def test_a_day_follows_from_the_turn_that_the_statement_rests_on() -> None:
    later = MONDAY + timedelta(days=92)
    said = [("Ana", "I have surgery tomorrow.", MONDAY), ("Ana", "Bye.", later)]
    source = Source(said, speakers=["Ana"])
    assert source.verdict("Ana has surgery on 2026-06-02").reason is None
    assert source.verdict("Ana has surgery on 2026-09-02").reason == "date"
    resting = source.verdict("Ana has surgery")
    assert source.says_date(MONDAY + timedelta(days=1), resting)
    assert not source.says_date(later + timedelta(days=1), resting)


def test_a_day_told_in_the_next_turn_of_the_same_day_counts() -> None:
    said = [("Ana", "I fly to Oslo.", MONDAY), ("Ana", "Next Friday.", MONDAY + timedelta(minutes=1))]
    assert Source(said, speakers=["Ana"]).verdict("Ana flies to Oslo on 2026-06-05").reason is None


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["  ", "Tom and ", "Tom and I x "])
def test_a_long_text_is_cut_in_time_that_grows_with_it(piece: str) -> None:
    start = time.process_time()
    parts_of(piece * (LONG_CHARS // len(piece)), "Ana")
    assert time.process_time() - start < 10.0
