"""What says more, or something else, is never dropped as a repetition; what says the same still is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recollect import Memory
from recollect.write.verify.judge import Verdict

SMALL_WORDS = """The light is on during the day | The light is off during the day
The feature flag is off in staging | the flag for the feature is on in staging
It works only on Linux | It works not only on Linux
Deploy on Fridays | Deploy only on Fridays
Some employees get a bonus | All employees get a bonus
Most users pay by card | All users pay by card
Few users pay by card | Many users pay by card
Every door has a lock | Some doors have a lock
Either parent can sign | Both parents can sign
Ana always eats breakfast | Ana sometimes eats breakfast
Ana can swim | Ana must swim
Rita was in Rome | Rita is in Rome
Ana had a dog | Ana has a dog
Ana lived in Rome | Ana lives in Rome
The shop was open on Sundays | The shop is open on Sundays
The heating is in the basement | The heating is out of the basement
The cable is over the door | The cable is under the door
The server is more stable than the client | The server is less stable than the client
The plane is from Oslo | The plane is to Oslo
He likes tea | She likes tea
My car is red | His car is red
Mon ami est vétérinaire | Mon amie est vétérinaire
Mi amigo vive en Madrid | Mi amiga vive en Madrid
Alle Kinder bekommen ein Eis | Manche Kinder bekommen ein Eis""".splitlines()

EXCHANGED = """The train goes from Rome to Oslo | The train goes from Oslo to Rome
El tren va de Roma a Oslo | El tren va de Oslo a Roma
Do the backup before the update | Do the update before the backup
Before the backup do the update | Do the backup before the update
Bob is older than Carl | Carl is older than Bob
Ana is Tom's boss | Tom is Ana's boss
Cats chase dogs | Dogs chase cats
The red car hit the blue truck | The blue truck hit the red car
The client sends data to the server | The server sends data to the client
Convert euros into dollars | Convert dollars into euros
Turn the valve on before the pump | Turn the pump on before the valve
Feed the dog in the morning and the cat at night | Feed the cat in the morning and the dog at night
Prefers trains over planes because they are quiet | planes over trains for me""".splitlines()

OTHER_HANDS = """I lent Tom 50 euros | Tom lent me 50 euros
i lent tom 50 euros | tom lent me 50 euros
I gave Leo my old bike | Leo gave me back my old bike
Mia owes me 30 euros | I owe Mia 30 euros
I pay rent to Carla | Carla pays rent to me
my sister helps me with maths | I help my sister with maths
she lent Tom her car | Tom lent her his car""".splitlines()

OTHER_NUMBERS = """my 5k PB is 27:40 | new 5k PB today: 25:58
our 4x100 relay best is 52:31 | our new 4x100 relay best is 51:80
my 10k best is 52:31 | ran a new 10k best, 51:40
order 7781 is on its way | order 7781 was delivered
I'm stuck on chapter 3 of my thesis | chapter 3 of my thesis is done
I'm learning for exam 2 | I failed exam 2
I'm reading chapter 7 | I skipped chapter 7
I signed up for module 5 | I passed module 5""".splitlines()

OTHER_NAMES = """Wants code samples in TypeScript | Code samples for me should be in Kotlin
Staging runs in eu-west-1 | The staging environment runs in eu-central-1
Has to call the plumber on Monday | have to call the electrician on Monday""".splitlines()

MORE = """Zoe knows Rust | Zoe knows Rust and Go
Ana knows C | Ana knows C and D
Ana is allergic to peanuts | Ana is allergic to peanuts and shellfish
I am allergic to penicillin | I am allergic to penicillin and to latex
Ana takes aspirin | Ana takes aspirin and metformin
Ana plays the cello | Ana plays the cello and the piano
Ana drinks tea | Ana drinks tea and coffee
Ana has a cat | Ana has a cat and a dog
Ana has a cat | Ana has a black cat
The cafe serves soup | The cafe serves soup, salad and bread
The printer takes A4 paper | The printer takes A4 paper and envelopes
Allergisch gegen Nüsse | Allergisch gegen Nüsse und Milch""".splitlines()

OVER = """I am married | My wife and I got divorced
User is married | User's wife left him
I'm married | My husband left me for a colleague
I work at Acme | My job at Acme was terminated
I used to live in Rome | I live in Rome
I live in Rome | I formerly lived in Rome
Vivo en Roma | Vivía en Roma
I play tennis | I used to play tennis
I take metformin | I took metformin
I have a cold | I'm over my cold
I have the flu | I got over the flu""".splitlines()

TOLD_BESIDE = """I'm vegetarian | I'm vegan now
I'm vegan | I'm vegetarian now
Eva's sister is called Dora | Eva's sister Dora is a nurse
Ana's brother is called Ben | Ana's brother Ben is unemployed""".splitlines()

TOLD_APART = [
    *(*SMALL_WORDS, *EXCHANGED, *OTHER_HANDS, *OTHER_NUMBERS, *OTHER_NAMES),
    *(*MORE, *OVER, *TOLD_BESIDE),
]

REPEATED = """User likes hiking | User enjoys hiking
Tom is Mia's teacher | Mia's teacher is Tom
My sister is a lawyer | my sister works as an attorney
Marek leads the data team | the data team is led by Marek
The capital of Peru is Lima | Lima is the capital of Peru
On Mondays I swim in the lake | I swim in the lake on Mondays
For breakfast I eat oats | I eat oats for breakfast
I like tea and coffee | I like coffee and tea
Zoe knows Rust and Go | Zoe knows Go and Rust
Ana drinks tea and coffee | Ana drinks tea
Tom, my brother, lives in Oslo | My brother Tom lives in Oslo
Ana is married to Tom | Tom is married to Ana
Before the update do the backup | Do the backup before the update
Ana is allergic to peanuts | Ana has a peanut allergy
Bins go out every other Friday | bins go out every second Friday
Please write in British English | UK English when you write to me pls
The office is next to the station | The office is by the station
Allergique aux noix | je fais une allergie aux noix
Every evening Ana walks the dog | Ana walks the dog every evening
I have lived in Rome for years | I live in Rome
Tamsin teaches maths at Kingsmead | Tamsin is a maths teacher at Kingsmead
User is retired | I don't work any more, I'm a pensioner
I play chess with Tom | Tom plays chess with me
I met Tom at the gym | Tom met me at the gym
I'm married to Tom | Tom is married to me
I talk to Tom daily | Tom talks to me daily
I take bus 12 to work | bus 12 takes me to work
I own a Fairphone 4 | my phone's a Fairphone 4
I live in apartment 12 | my flat is apartment 12
order 7781 is on its way | order 7781 is on the way
I was late for exam 2 | I came late to exam 2
Commute is 10 miles each way | it's 16 km to work and 16 back
my flight is on 3 April 2026 at 9 am | flight on 2026-04-03 at 9:00
The meeting is at 2 pm in room 5 | the 14:00 meeting is in room 5""".splitlines()


def _pair(line: str) -> tuple[str, str]:
    old, new = line.split(" | ")
    return old, new


@pytest.mark.parametrize("line", TOLD_APART)
def test_what_says_something_else_or_more_is_no_repetition(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label != "duplicate"


@pytest.mark.parametrize("line", REPEATED)
def test_the_same_in_another_order_or_other_words_is_one(decide: Callable[..., Verdict], line: str) -> None:
    assert decide(*_pair(line)).label == "duplicate"


@pytest.mark.parametrize("others", [(), ("The weather in Lima is mild", "Kira repairs old radios")])
@pytest.mark.parametrize("line", TOLD_APART)
def test_its_text_is_kept(memory: Memory, line: str, others: tuple[str, ...]) -> None:
    old, new = _pair(line)
    for text in (*others, old, new):
        memory.add(text, user="u")
    assert new in [record.content for record in memory.list(user="u")]


@pytest.mark.parametrize("line", MORE + TOLD_BESIDE)
def test_what_was_known_is_not_lost_with_it(memory: Memory, line: str) -> None:
    old, new = _pair(line)
    memory.add(old, user="u")
    assert memory.add(new, user="u").decisions[0].action in {"merged", "kept_both", "added"}


def test_of_people_by_their_full_names_the_small_words_count_too(decide: Callable[..., Verdict]) -> None:
    assert decide("Lena Novak was in the office of Paul Reyes", "Lena Novak is in the office of Paul Reyes").label != (
        "duplicate"
    )
