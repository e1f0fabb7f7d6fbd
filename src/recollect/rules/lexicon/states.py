"""States a person is in, one at a time along each line: single or married, smoker or not, at home or in an office.

`AXES`: axis, then values, then the phrases that put somebody there. A phrase is a set of words joined by `+` that
must all be in the statement (words are looked up as concepts first, so "booze" is `alcohol`); `!` before a word asks
that the statement denies it. For axes of yes and no, a denied phrase of one side means the other.
"""

from __future__ import annotations

from typing import Final

AXES: Final = """
meat | no | !meat ; vegetarian ; vegan ; eat+!meat ; !eat+meat ; neither+meat
meat | yes | eat+meat ; steak ; !vegetarian ; !vegan ; omnivore ; omnivorous
plant_diet | yes | vegan ; eat+egg+vegan ; eat+cheese+vegan ; eat+meat+vegan ; eat+fish+vegan
plant_diet | no | !vegan ; eat+egg ; eat+cheese ; eat+fish ; eat+dairy ; eat+meat
alcohol | no | teetotal ; teetotaller ; sober ; drink+!alcohol ; !drink+alcohol ; !drink.
alcohol | yes | drink+alcohol ; glass_of_wine ; like+alcohol ; drinker ; gern+alcohol
smoking | no | non-smoker ; nonsmoker ; !smoke ; quit+smoke ; stop+smoke ; stopped+smoke
smoking | no | aufgehort+smoke ; やめ+smoke ; gave_up+smoke
smoking | yes | smoke ; smoker
relationship | single | single ; celibataire ; soltero ; soltera ; solteiro ; ledig ; 单身 ; 独身
relationship | single | !relationship ; !dating ; not_in_a_relationship
relationship | divorced | divorce ; geschieden ; separated ; broke_up ; split_up ; got_divorced
relationship | married | marry ; wife ; husband ; wedded ; verheiratet ; remarried
relationship | engaged | engaged ; fiance
relationship | dating | dating ; in_a_relationship
relationship | widowed | widow+die ; husband+die ; wife+die ; lost+husband ; lost+wife ; widow+widow
relationship | widowed | widower+widower ; widowed
siblings | no | only_child ; !siblings ; !brothers ; !sisters
children | no | childless ; !child ; !kids ; !children
children | yes | mum_of ; mother_of ; dad_of ; father_of ; had_the_baby
employment | none | unemployed ; between_jobs ; jobless ; out_of_work ; looking_for_work ; arbeitslos ; laid_off
employment | retired | retire
employment | employed | got_the_job ; got_a_job ; found_a_job ; landed_a_job ; found_work ; got_hired ; was_hired
employment | employed | started_a_new_job ; new_job ; full_time_job
employment | student | student ; at_uni
schooling | nursery | goes_to_kindergarten ; go_to_kindergarten ; goes_to_preschool ; at_preschool
schooling | nursery | at_nursery ; in_nursery ; goes_to_nursery ; at_kindergarten ; in_kindergarten
schooling | school | started_school ; started_primary ; goes_to_school ; started_secondary
schooling | university | at_university ; at_uni ; at_college ; started_university ; started_uni ; started_college
schooling | over | graduated_in ; graduated_from ; graduated_last ; has_graduated ; have_graduated ; just_graduated
schooling | over | finished_university ; finished_uni ; dropped_out
birth | due | baby+due ; due_date
birth | born | was_born ; were_born
pregnancy | yes | pregnant
pregnancy | no | baby_arrived ; baby_is_here ; baby_came
pregnancy | no | had_the_baby ; had_her_baby ; had_my_baby ; had_our_baby ; baby_was_born ; gave_birth
shift | night | work+nights
workplace | home | remote ; work+from_home
workplace | office | office+a_week ; office+full_time ; office+every_day
workplace | office | work+in_the_office ; back_in_the_office ; hybrid
household | alone | alone ; by_myself ; on_her_own ; on_his_own ; on_my_own
household | alone | own_place ; allein ; seul ; seule ; 一人暮らし
household | with | with_my_parents ; with_her_parents ; with_his_parents ; with_their_parents
household | with | with_parents ; nursing_home ; shares_a_flat ; with_my ; flat_with
swimming | no | !swim ; never_learned+swim
swimming | yes | learned+swim ; can_swim ; learnt+swim ; learned_to_swim
driving | no | !drive ; !driving
driving | learning | learner_permit ; provisional_licence ; provisional_license ; learner_licence
driving | learning | learning_to_drive ; driving_lessons
driving | yes | passed+driving_test ; driving_licence ; driving_license
hearing | low | hard_of_hearing ; !hear ; deaf
lactose | no | lactose_intolerant ; !lactose ; lactose+intolerant
sleep | bad | insomnia ; insomniac ; !sleep ; sleep+problem ; trouble_sleeping ; bad+sleep
gluten | no | !gluten ; gluten-free ; coeliac ; celiac
gluten | yes | gluten+again ; eat+gluten
property | owner | own_house ; bought+flat ; bought+house
property | tenant | rent+flat ; rent+house
mode | dark | dark_mode ; dark_theme ; dark_themes
mode | light | light_mode ; light_theme ; light_themes
shift | night | night_shift ; night_shifts ; on_nights
shift | day | day_shift ; day_shifts ; on_days
hours | full | full_time ; full-time
hours | part | part_time ; part-time
glasses | yes | wear+glasses ; wears_glasses
glasses | no | no_more_glasses ; !glasses
health | ill | in_ward ; on_ward ; in_intensive_care ; in_the_hospital
health | ill | is_recovering ; in_hospital ; broken
health | well | healed ; fully_recovered ; came_home+hospital ; out_of_hospital ; home_from+hospital
health | well | is_home_again
health | well | back_home ; back_on_my_feet ; back_on_her_feet ; back_on_his_feet ; made_a_full_recovery
health | well | back_from+hospital ; home_from_hospital ; discharged
schedule | late | behind_schedule ; running_late ; delayed
schedule | fine | on_track ; on_schedule ; back_on_track
colour_sight | no | colour-blind ; colourblind ; color-blind ; colorblind ; colour_blind
hand | left | left_handed
hand | right | right-handed ; right_handed
abroad | no | never_been_abroad
abroad | yes | trip_abroad
exercise | no | !exercise
exercise | yes | gym ; workout ; exercise
"""

GROUPS: Final = """
extent: short long
whereabouts: inside outside indoors outdoors
birth_place: home hospital office pub
file_type: pdf text word excel html markdown
day_or_night: day nightshift
pace: daily weekly monthly yearly
seat_side: window aisle
payment: cash card
contact: email phone text letter
weekday: monday tuesday wednesday thursday friday saturday sunday weekdays weekend
part_of_day: morning afternoon evening night
season: spring summer autumn winter
side: left right
colour: red blue green yellow orange purple pink brown black white grey gray teal burgundy silver gold turquoise beige
degree: beginner intermediate advanced native fluent a1 a2 b1 b2 c1 c2
school_stage: nursery kindergarten primary secondary school college university
size: small medium large
light: dark light
speed: slow fast
heat: hot cold warm
direction: in out up down
form: bullet paragraph table list prose
tone: formal informal casual
units: metric imperial celsius fahrenheit
sides_of_family: maternal paternal
order: first second third fourth fifth last
environment: production staging dev development test qa
floor: upstairs downstairs ground
job_level: intern junior senior principal
indent: tabs spaces
visibility: private public
status: open closed
switch: enabled disabled
plan_tier: free basic standard premium pro business enterprise
hours_of_work: full-time part-time
log_level: debug info warn warning error
temper: strict lenient
taste: sweet sour salty bitter
doneness: rare medium-rare well-done
loudness: loud quiet
cleanness: clean dirty
wetness: wet dry
residence: owner tenant
grammar_person: singular plural
spelling: british american
"""
"""Words of one group cannot both be the value of one thing."""

KINDS: Final = """
meat | beef | beef 牛肉
meat | beef/steak | steak
meat | beef/burger | burger
meat | beef/veal | veal
meat | pork | pork 猪肉 豚肉
meat | pork/bacon | bacon
meat | pork/ham | ham
meat | chicken | chicken 鸡肉 鶏肉
meat | lamb | lamb 羊肉
meat | turkey | turkey
meat | sausage | sausage
alcohol | wine | wine vino wein vin vinho 葡萄酒 ワイン
alcohol | wine/red | rotwein 红酒
alcohol | wine/sparkling | sekt
alcohol | beer | beer cerveza cervezas bier biere birra cerveja 啤酒 ビール
alcohol | beer/ale | ale
alcohol | beer/lager | lager
alcohol | spirits | spirits
alcohol | spirits/whisky | whisky whiskey
alcohol | spirits/gin | gin
alcohol | spirits/vodka | vodka
alcohol | spirits/rum | rum
alcohol | spirits/schnaps | schnaps
alcohol | spirits/baijiu | 白酒
alcohol | sake | 日本酒
alcohol | cider | cider
alcohol | cocktail | cocktail
fish | salmon | salmon lachs
fish | tuna | tuna thunfisch
fish | cod | cod
fish | shrimp | shrimp prawn
coffee | espresso | espresso
coffee | cappuccino | cappuccino
coffee | latte | latte
"""
"""Concept, kind of it, words for that kind: who doesn't drink beer may drink wine, but drinks no ale."""

TELLING_APART: Final = frozenset(
    """order weekday part_of_day season side sides_of_family direction environment floor contact payment
    birth_place file_type form""".split()
)
"""Groups whose words as often tell two things of one kind apart: the first tournament and the fourth."""

LANGUAGES: Final = frozenset(
    """english spanish german french portuguese italian dutch danish swedish norwegian finnish polish russian ukrainian
    czech greek turkish arabic hebrew persian farsi hindi urdu bengali tamil chinese mandarin cantonese japanese korean
    vietnamese thai indonesian welsh irish gaelic latin catalan basque romanian hungarian bulgarian serbian croatian
    swahili""".split()
)
TURNING: Final = {
    "relationship": frozenset(
        "engaged married wed divorced separated broke_up split_up dating single widowed remarried".split()
    ),
    "meat": frozenset("eat eats eating vegetarian vegan".split()),
    "smoking": frozenset("smoke smokes smoking smoker non-smoker".split()),
    "plant_diet": frozenset("eat eats eating vegan vegana vegano veganer veganerin".split()),
    "swimming": frozenset("swim swims".split()),
    "workplace": frozenset("office remote remotely home".split()),
    "pregnancy": frozenset("pregnant gave_birth".split()),
    "employment": frozenset("job employed unemployed retired".split()),
    "schooling": frozenset("school primary secondary university uni college graduated".split()),
    "driving": frozenset("test licence license".split()),
    "health": frozenset("home_from home_from_hospital out_of_hospital discharged in_hospital".split()),
}
"""Lines of states on which what happens once tells for good -> the words that say so of oneself."""
LASTING: Final = frozenset((("pregnancy", "no"), ("birth", "born")))
"""Told as past, and so for good: "had the baby last night"."""
BESIDE_OTHERS: Final = frozenset((("employment", "student"),))
"""A state in which somebody can be while another one begins: students have jobs."""
STATE_WORDS: Final = frozenset("meat smoke smokes smoking dating single engaged married vegetarian vegan".split())
"""Words for a state that also stand before a noun: "meat substitutes"."""
AFTER_STATES: Final = frozenset(
    """again yesterday today tonight cigarettes cigars tobacco weed pipe last since now anymore a one two three four
    five six ten several some many years months weeks days""".split()
)
"""After a word for a state, and no noun that it belongs to."""
