"""A denial of another value says nothing against the one that is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import Memory
from recollect.contracts.embedder import Embedder
from recollect.write.verify.denied import denies_another
from recollect.write.verify.judge import Verdict
from recollect.write.verify.statement import read

ANOTHER = """I live in Berlin. | I don't live in Hamburg.
I don't live in Hamburg. | I live in Berlin.
I work at Siemens. | I don't work at BMW.
Ich wohne in Berlin. | Ich wohne nicht in Hamburg.
Ich arbeite bei Siemens. | Ich arbeite nicht bei BMW.
Vivo en Madrid. | No vivo en Sevilla.
Moro em Lisboa. | Não moro em Porto.
Vivo a Roma. | Non vivo a Milano.
我住在北京。 | 我不住在上海。
My favorite color is blue. | My favorite color is not red.
I'm 30 years old. | I'm not 31 years old.""".splitlines()

THE_SAME = """User lives in Berlin | User doesn't live in Berlin
User lives in Berlin | User no longer lives there
User lives in Berlin | User doesn't live in Hamburg, but in Bremen
User lives in Berlin | User doesn't live in Berlin but in Bremen
User drives a Honda | User doesn't drive a car any more
User works at Siemens | User doesn't work at Siemens anymore""".splitlines()


@pytest.mark.parametrize("line", ANOTHER)
def test_what_is_known_stays_beside_it(memory: Memory, line: str) -> None:
    for text in line.split(" | "):
        memory.add([{"role": "user", "content": text}], user="u", wait=True)
    assert len(memory.list(user="u", layers=["memory"])) == 2


@pytest.mark.parametrize("line", THE_SAME)
def test_a_denial_of_the_known_value_and_another_one_end_it(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "supersede"


ANOTHER_RULE = """Always use single quotes in JavaScript. | Never use double quotes in JavaScript.
Never use any in TypeScript. | Always use unknown in TypeScript.
Never commit to main. | Always commit to a feature branch.
Never use print for logging. | Always use the logger for logging.
Don't use double quotes in JavaScript. | Always use single quotes in JavaScript.
Always wear gloves in the lab. | Never wear sandals in the lab.
Never put knives in the dishwasher. | Always put plates in the dishwasher.
Never water the cactus in winter. | Always water the fern in winter.
Never give Leo ibuprofen. | Always give Leo paracetamol.
Never deploy on Fridays. | Always deploy on Mondays.
Never deploy on Fridays. | Always deploy in the morning.
Always deploy in the morning. | Never deploy on Fridays.
Never schedule meetings on Monday. | Always schedule meetings in the afternoon.
I never run on Sundays. | I always run in the evening.
Never work in August. | Always work in the morning.
Niemals freitags deployen. | Immer morgens deployen.
Never call before 9. | Always call after 10.
Always commit with a message. | Never commit without a message.""".splitlines()

THE_SAME_RULE = """Always deploy in the morning. | Never deploy in the morning.
Never deploy on Fridays. | Always deploy on Fridays.
Immer morgens deployen. | Niemals morgens deployen.
Always use single quotes in JavaScript. | Never use single quotes in JavaScript.
Never commit to main. | Always commit to main.
Never use emojis. | Always use emojis in replies.
Always use emojis in replies. | Never use emojis.
Always put the phone on silent. | Never put the mobile on silent.
Never use more than 3 sentences. | Always use 5 sentences.
I never drink alcohol. | I always drink wine with dinner.
I never eat meat. | I always eat beef on Sundays.""".splitlines()

NOT_SURE = """Always use dark mode. | Never use dark themes.
Always use the logger. | Never use it.
Always use the sofa. | Never use the couch.
Always sign with my name. | Never sign with my nickname.
Always take the bus to work. | Never drink coffee at work.""".splitlines()


@pytest.mark.parametrize("line", ANOTHER_RULE)
def test_what_is_always_done_and_what_never_is_stay_both(memory: Memory, line: str) -> None:
    old, new = line.split(" | ")
    for text in (old, new):
        memory.add(text, user="u")
    assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", THE_SAME_RULE)
def test_the_reversal_of_a_rule_ends_it(memory: Memory, line: str) -> None:
    old, new = line.split(" | ")
    for text in (old, new):
        memory.add(text, user="u")
    assert [record.content for record in memory.list(user="u")] == [new]


@pytest.mark.parametrize("line", NOT_SURE)
def test_where_both_may_be_about_one_thing_nothing_is_concluded(embedder: Embedder, line: str) -> None:
    old, new = (read(text, embedder=embedder) for text in line.split(" | "))
    assert not denies_another(old, new)


ANOTHER_END = """Ida is lactose intolerant. | Ida's rash is gone.
Ana is a vegetarian. | Ana's headache is gone.
Theo is allergic to nuts. | Theo's milk problem is gone.
Theo is allergic to nuts. | Theo's milk allergy is gone.
Theo is shy. | Theo's fever is gone.
Theo is shy. | Theo no longer has a fever.
Our dog is deaf. | Our dog's fleas are gone.
My son is autistic. | My son's fever is gone.
Ana is a nurse. | Ana no longer has a fever.
Ida is gluten intolerant. | Ida's stomach ache has gone away.""".splitlines()

THE_SAME_END = """Ida has a rash. | Ida's rash is gone.
Theo is allergic to nuts. | Theo's nut allergy is gone.
Theo has a bad cough. | Theo's cough is gone.
My son has a fever. | My son's fever is gone.
Jo has an ear infection. | Jo no longer has an ear infection.
Ana has a Golf | Ana no longer has a car
Ana has asthma | Ana no longer has breathing problems
Training for the Leeds half marathon | knee's wrecked so I dropped out of the Leeds half
The intern, Caspian, sits with the data team | Caspian's internship ended in August and he's gone back to Delft
""".splitlines()


@pytest.mark.parametrize("line", ANOTHER_END)
def test_the_end_of_something_else_ends_nothing(memory: Memory, line: str) -> None:
    old, new = line.split(" | ")
    for text in (old, new):
        memory.add(text, user="u")
    assert {record.content for record in memory.list(user="u")} == {old, new}


@pytest.mark.parametrize("line", THE_SAME_END)
def test_the_end_of_what_is_known_ends_it(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "supersede"


ANOTHER_KIND = """User drinks wine | User doesn't drink beer
User doesn't drink beer | User drinks wine
User eats meat | User doesn't eat pork
User doesn't eat pork | User eats chicken
User eats chicken | User doesn't eat pork
我吃牛肉 | 我不吃猪肉
User drinks gin. | User doesn't drink vodka.
User speaks English | User doesn't speak French
我会说英语 | 我不会说法语
Hablo inglés | No hablo francés""".splitlines()

THE_SAME_KIND = """I eat bacon every day. | I don't eat pork anymore.
User doesn't eat pork. | User eats bacon now.
User loves burgers. | User doesn't eat beef.
User drinks whisky. | User doesn't drink spirits.
User drinks cervezas. | User doesn't drink beer anymore.
User drinks wine | User doesn't drink wine anymore
User eats meat | User doesn't eat meat anymore
User is vegetarian | User eats chicken now
User speaks French | User doesn't speak French""".splitlines()


@pytest.mark.parametrize("line", ANOTHER_KIND)
def test_of_one_kind_and_of_another_both_stay(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "keep_both"


@pytest.mark.parametrize("line", THE_SAME_KIND)
def test_a_denial_of_the_same_kind_ends_it(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*line.split(" | ")).label == "supersede"
