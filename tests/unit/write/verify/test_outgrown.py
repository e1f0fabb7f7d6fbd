"""What is over because the next thing has come, and what looks like it and is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from recollect import Memory
from recollect.contracts.embedder import Embedder
from recollect.write.verify.outgrown import outgrown
from recollect.write.verify.statement import read
from tests.unit.write.verify.conftest import Judge
from tests.unit.write.verify.test_evidence import outcome

PAIRS = [
    ("User is a student", "User graduated yesterday"),
    ("User is a biology student at Kiel", "User just graduated from Kiel"),
    ("User is a student", "User graduated from university last week"),
    ("User is pregnant", "User had their baby last week"),
    ("User's wife is pregnant", "User's wife gave birth to a girl"),
    ("User is expecting a baby in March", "User's baby was born yesterday"),
    ("User is expecting twins", "User had the twins on Monday"),
    ("User is single", "User has a girlfriend now"),
    ("User is training for a marathon", "User finished the marathon in four hours"),
    ("User is preparing for the bar exam", "User passed the bar exam"),
    ("User is reading Dune", "User finished Dune last night"),
    ("User is writing a novel", "User finished writing the novel"),
    ("User is taking antibiotics", "User finished their antibiotics"),
    ("User is saving up for a bike", "User bought the bike today"),
    ("User is interviewing at Google", "User got the job at Google"),
    ("User is a nurse", "User is a doctor now"),
    ("User works as a nurse", "User became a doctor last month"),
    ("User is a teacher", "User is now a school principal"),
    ("User is a junior developer", "User is a senior developer now"),
    ("User keeps their old sneakers under the bed", "User moved their old sneakers to the shoe rack in the closet"),
    ("User has been learning guitar for 2 months", "User has been learning guitar for 6 months"),
    ("User is dating Mark", "User is dating Steve now"),
    ("User's daughter is in kindergarten", "User's daughter started first grade"),
    ("User's best friend Dov is single", "Dov got hitched yesterday"),
    ("User is 34 weeks pregnant", "User's little boy Rafe was born on the 12th"),
    ("User is a junior accountant at Bell & Rowe", "User is a senior accountant at Bell & Rowe as of the first"),
    ("User is vegetarian, nearly six years", "User is eating fish again on their doctor's advice"),
    ("User gets up at 5:30 every day to write before work", "User gets up at 7 like a normal person"),
    ("User's son Tom is in year 4", "Tom started year 5"),
    ("User's daughter is in second grade", "User's daughter started third grade"),
    ("User's son is in year 4", "User's son started year 5 yesterday"),
    ("User has two kids", "User just had their third child"),
    ("User has 1 child", "User had their second child"),
    ("User goes by Bob", "User wants the assistant to call them Robert from now on"),
    ("User's last name is Smith", "User's last name is Jones since the wedding"),
    ("User's username is foo", "User's username is now bar"),
]

ABROAD = [
    ("User ist schwanger", "User: sein Baby ist gestern geboren"),
    ("User está embarazada", "User: su bebé nació ayer"),
    ("User est enceinte", "User a accouché hier"),
    ("User è incinta", "User: sua figlia è nata ieri"),
    ("User está grávida", "User: O seu bebé nasceu ontem"),
    ("User怀孕了", "User的宝宝昨天出生了"),
    ("User ist single", "User hat jetzt eine Freundin"),
    ("User está soltera", "Ahora User tiene novio"),
    ("User est célibataire", "User a un copain maintenant"),
    ("User è single", "Adesso User ha una ragazza"),
    ("User está solteiro", "Agora User tem uma namorada"),
    ("User单身", "User有女朋友了"),
    ("Userは独身です", "User：彼女ができました"),
    ("User ist Student", "User hat sein Studium abgeschlossen"),
    ("User es estudiante", "User se graduó la semana pasada"),
    ("User est étudiant", "User a obtenu son diplôme hier"),
    ("User è uno studente", "User si è laureato ieri"),
    ("User é estudante", "User formou-se ontem"),
    ("User是学生", "User毕业了"),
    ("Userは学生です", "User：先月卒業しました"),
    ("User是护士", "User现在是医生"),
    ("Userは看護師です", "User：今は医者です"),
]


@pytest.mark.parametrize("old, new", PAIRS + ABROAD)
def test_what_is_over_with_the_next_thing_is_ended(decide: Judge, embedder: Embedder, old: str, new: str) -> None:
    assert decide(old, new).label == "supersede"
    assert outcome(embedder, old, new, speaker=None) == "supersede", "among two hundred others too"


@pytest.mark.parametrize(
    "old, new",
    [
        ("User is a student", "User graduated from high school"),
        ("User is a PhD student", "User graduated from college"),
        ("User is a student", "User graduated in 2012"),
        ("User is a student at Kiel", "User graduated from a barista course"),
        ("User is a student", "User's sister graduated yesterday"),
        ("User is pregnant", "User had their baby shower last week"),
        ("User's wife is pregnant", "User's sister gave birth to a girl"),
        ("User is single", "User's brother has a girlfriend now"),
        ("User is training for a marathon", "User finished the dishes"),
        ("User is training for a marathon", "User ran a half marathon"),
        ("User is reading Dune", "User finished Emma"),
        ("User is reading Dune", "User wants to finish Dune"),
        ("User is saving up for a bike", "User bought a car today"),
        ("User is interviewing at Google", "User got the job at Acme"),
        ("User is a nurse", "User became a mother last month"),
        ("User is a nurse", "User became a published author"),
        ("User is a nurse", "User is also a tutor now"),
        ("User is a nurse", "User met a doctor now"),
        ("User's brother is a nurse", "User is a doctor now"),
        ("User is a junior developer", "User is a backend developer now"),
        ("User keeps their old sneakers under the bed", "User moved their new sneakers to the shoe rack"),
        ("User has been learning guitar for 2 months", "User has been learning chess for 6 months"),
        ("User is using the Canon EOS for their photos", "User upgraded to a Sony A7 for their videos"),
        ("User is dating Mark", "User's sister is dating Steve now"),
        ("User is pregnant", "User's son Tom was born in May"),
        ("User's friend Dov is single", "Dov's brother got hitched in Vegas"),
        ("Tom and Ana are single", "Ana is married now"),
        ("User is a nurse at Acme", "User is a doctor now"),
        ("User gets up at 7", "User gets up at 9 on Sundays"),
        ("User's daughter is in second grade", "User's son started third grade"),
        ("User has two kids", "User had their second child"),
        ("User has three kids", "User's sister had her fourth child"),
        ("User's last name is Smith", "User's first name is Ana"),
        ("User's username is foo", "User's email is bar"),
        ("User's sister graduated from Yale", "User's sister teaches first grade"),
        ("User's daughter goes to kindergarten", "User's daughter has a friend in first grade"),
        ("User's daughter is in preschool", "User's daughter is nervous about first grade"),
        ("User is vegetarian", "User refuses to eat fish again"),
        ("User is recovering from surgery", "User works from home now"),
        ("User uses insulin for their diabetes", "User switched to a low-carb diet for their diabetes"),
        ("User is dating Tom", "User is now dating exclusively"),
        ("User is dating Tom", "User is now dating Thomas"),
        ("User is single", "User got married straight out of college"),
        ("User has a son at Yale", "User moved their son into his dorm"),
        ("User keeps their bike in the shed", "User moved their bike to make room"),
        ("User keeps their meds in the bathroom", "User moved their meds to the morning"),
        ("User gets up at 7", "User is up at 4 with the baby"),
        ("User gets up at 7", "User gets up at 9 when they work from home"),
        ("User gets up at 7", "User gets up at 5 before races"),
        ("User is pregnant", "User's daughter arrived yesterday"),
        ("User is taking statins", "User finished their statins"),
        ("User is watching the news", "User finished the news"),
        ("User is a doctor", "User is a surgeon now"),
        ("User is a writer", "User is a teacher now"),
        ("User's username is foo", "User's username is now suspended"),
        ("User has been taking iron pills for 6 months", "User has been taking iron pills for 2 weeks"),
        ("User arbeitet bei Siemens", "User hat gestern bei McFit angefangen"),
        ("User在重庆工作", "User跳槽到阿里了"),
        ("User's brother Tom is single", "User's brother Ben has a girlfriend now"),
        ("User's sister Anna is a student", "User's sister Mia graduated"),
        ("User's friend is pregnant", "User's friend had a baby yesterday"),
        ("User works with pregnant women", "User had their baby yesterday"),
        ("User is allergic to nuts and pregnant", "User had their baby yesterday"),
        ("User is pregnant", "User had their first child at 19"),
        ("User is pregnant", "User had a daughter"),
        ("User is pregnant", "User had their son today"),
        ("User is a PhD student at an institute in Kiel", "User graduated yesterday"),
        ("User is pregnant", "User gave birth to Leo when they were 20"),
        ("User is pregnant", "User's first child was born in Berlin"),
        ("User is single", "User got married at 19"),
        ("User is single", "User got a girlfriend in high school"),
        ("User is single", "User has a girlfriend in mind"),
        ("User is a piano student", "User graduated from university"),
        ("User is a PhD student at Kiel", "User graduated from Kiel"),
        ("User is a teacher", "User became a decent cook"),
        ("User is a doctor", "User became a professor"),
        ("User is a doctor", "User became an intern at 24"),
        ("User is a teacher", "User became a manager at the club"),
        ("User is writing a novel", "User finished reading a novel"),
        ("User is reading the Bible", "User finished the Bible last year"),
        ("User is playing chess these days", "User just finished playing chess"),
        ("User is training for a marathon in June", "User ran a marathon last month"),
        ("User is studying for their exam in biology", "User passed their exam in chemistry"),
        ("User is saving for a new phone", "User got their phone last year"),
        ("User is interviewing at Google", "User declined an offer from Google last year"),
        ("User's username is foo", "User's username is taken"),
        ("User's last name is Kim", "User's last name is Italian"),
        ("User goes by Max", "User goes by bike"),
        ("User arbeitet bei Siemens", "User hat nie bei Bosch angefangen"),
        ("User arbeitet bei Siemens", "User ist zur Telekom gewechselt"),
        ("User ist schwanger", "User: sein Baby ist noch nicht da"),
        ("User ist schwanger", "User: sein Sohn kam gestern an"),
        ("User est enceinte", "User a accouché de son premier à Lyon"),
        ("User está embarazada", "User: su bebé nació en mayo"),
        ("User怀孕了", "User的女儿的狗生了"),
        ("User怀孕了", "User的宝宝快要出生了"),
        ("User是医生", "User成为作家了"),
        ("User è studente", "User si è laureato in fisica e ora fa il dottorato"),
        ("User ist schwanger", "User: sein Sohn ist im Mai geboren"),
        ("User ist schwanger", "User hat 2012 entbunden"),
        ("User está soltera", "Ana tiene novio"),
        ("User est étudiant", "User a obtenu son diplôme du bac"),
        ("User es estudiante", "User se graduó de la secundaria"),
        ("User arbeitet bei Siemens", "User hat bei Siemens angefangen"),
        ("User trabaja en Indra", "User empezó a trabajar en un libro"),
        ("User是护士", "Ana现在是医生"),
    ],
)
def test_what_only_looks_like_it_ends_nothing(embedder: Embedder, old: str, new: str) -> None:
    assert not outgrown(read(old), read(new)), "however little else is known"
    assert outcome(embedder, old, new, speaker=None) == "keep_both"


@pytest.mark.feature("VH-01")
def test_what_shares_no_word_with_its_end_is_found_among_many(tmp_path: Path) -> None:
    with Memory(tmp_path / "memory.db", profile="off") as memory:
        cities = ("Rome", "Oslo", "Lima", "Cairo", "Perth", "Quito", "Hanoi", "Accra")
        things = ("a museum", "the harbour", "a school friend", "an aunt", "the market", "a concert")
        memory.add_many([f"User visited {thing} in {city}" for city in cities for thing in things])
        nurse = memory.add("User works as a nurse")
        memory.add([{"role": "user", "content": "I became a doctor last month."}])
        memory.flush()
        ended = memory.get(nurse.id)
        assert ended is not None
        assert ended.status == "superseded"
        assert memory.count() == len(cities) * len(things) + 2, "the turn and what was learned from it"


def test_what_repeats_its_words_without_end_is_read_in_no_time() -> None:
    """A pattern that tries every way to part them would not come to an end."""
    for said in ("had a baby " + "in " * 200 + "!", "finished " + "in now " * 200, "graduated from " + "in x " * 200):
        assert not outgrown(read("User is pregnant"), read(f"User {said}"))


@pytest.mark.parametrize(
    "first, later, ended",
    [
        ("I'm going to Kyoto in June.", "The Kyoto trip is cancelled.", True),
        (
            "Flying to Naples with my sister on 9 June.",
            "the Naples trip is off, her passport won't come in time.",
            True,
        ),
        ("I'm going to Kyoto in June.", "The Osaka trip is off.", False),
        ("I live in Kyoto.", "The Kyoto trip is cancelled.", False),
        ("I'm moving to Kyoto in June.", "The Kyoto flight got cancelled.", False),
    ],
)
def test_a_trip_called_by_its_place_is_off(tmp_path: Path, first: str, later: str, ended: bool) -> None:
    with Memory(tmp_path / "memory.db", profile="off") as memory:
        for said in (first, later):
            memory.add([{"role": "user", "content": said}])
            memory.flush()
        assert bool(memory.list(status="superseded", layers=["memory"])) == ended
