"""English verbs: irregular forms, and classes by what a sentence with them is worth to a memory."""

from __future__ import annotations

from typing import Final

IRREGULAR: Final = """
be was been; be were been; bear bore borne; beat beat beaten; become became become; begin began begun; bend bent bent;
bet bet bet; bite bit bitten; bleed bled bled; blow blew blown; break broke broken; breed bred bred; bring brought
brought; build built built; burn burnt burnt; buy bought bought; catch caught caught; choose chose chosen; come came
come; cost cost cost; cut cut cut; deal dealt dealt; dig dug dug; do did done; draw drew drawn; dream dreamt dreamt;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt; fight fought
fought; find found found; fly flew flown; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get
got got; get got gotten; give gave given; go went gone; grow grew grown; hang hung hung; have had had; hear heard
heard; hide hid hidden; hit hit hit; hold held held; hurt hurt hurt; keep kept kept; knit knit knit; know knew known;
lay laid laid; lead led led; learn learnt learnt; leave left left; lend lent lent; let let let; lie lay lain; light
lit lit; lose lost lost; make made made; mean meant meant; meet met met; pay paid paid; put put put; quit quit quit;
read read read; ride rode ridden; ring rang rung; rise rose risen; run ran run; say said said; see saw seen; seek
sought sought; sell sold sold; send sent sent; set set set; sew sewed sewn; shake shook shaken; shoot shot shot; show
showed shown; shut shut shut; sing sang sung; sink sank sunk; sit sat sat; sleep slept slept; smell smelt smelt; speak
spoke spoken; spend spent spent; spill spilt spilt; split split split; spread spread spread; stand stood stood; steal
stole stolen; stick stuck stuck; strike struck struck; swear swore sworn; sweep swept swept; swim swam swum; swing
swung swung; take took taken; teach taught taught; tear tore torn; tell told told; think thought thought; throw threw
thrown; understand understood understood; wake woke woken; wear wore worn; win won won; wind wound wound; withdraw
withdrew withdrawn; write wrote written; overcome overcame overcome; outgrow outgrew outgrown; rebuild rebuilt
rebuilt; redo redid redone; undergo underwent undergone; rewrite rewrote rewritten; undo undid undone; overpay overpaid
overpaid; repay repaid repaid; resell resold resold; rethink rethought rethought; retell retold retold; remake remade
remade; rerun reran rerun; retake retook retaken; mistake mistook mistaken; misunderstand misunderstood misunderstood;
mishear misheard misheard; mislead misled misled; misread misread misread; forbid forbade forbidden; foresee foresaw
foreseen; withhold withheld withheld; uphold upheld upheld; override overrode overridden; oversleep overslept overslept;
overhear overheard overheard; oversee oversaw overseen; overtake overtook overtaken; overeat overate overeaten; outsell
outsold outsold; unwind unwound unwound; flee fled fled; cling clung clung; creep crept crept; kneel knelt knelt;
cancel cancelled cancelled
"""
"""Base, past, participle."""

CHAT: Final = frozenset(
    """
    ask wonder mean see understand agree hope say tell wish notice doubt apologize apologise thank bet hear remember
    forget swear imagine assume realize realise figure check try let look copy paste attach share mention click upload
    repeat recall confirm guess suppose suspect reckon google search wait insist add follow miss scroll disagree beg
    reply answer type expect owe care
    """.split()
)
"""What one does inside the conversation: says nothing lasting about the speaker."""

ABOUT_THE_TASK: Final = frozenset(
    """
    fix debug solve implement create generate add find get know make see understand figure do use check test run
    change update convert improve optimize optimise ensure handle set confirm clarify discuss explore compare ask
    think say try share decide determine include incorporate add verify explain discover format print return parse
    display calculate compute address review refine adjust edit tweak organize organise prioritize prioritise
    structure brainstorm gather showcase highlight structure tailor focus
    """.split()
)
"""After "want to", "need to", "trying to": the business of this turn."""

LIFE: Final = frozenset(
    """
    move relocate quit leave marry divorce adopt retire graduate study enrol enroll apply learn buy sell rent switch
    change start stop begin join become get have visit travel go train build open found launch publish emigrate
    immigrate migrate return separate propose convert foster transfer resign hire lose gain save invest renovate
    replace cancel renew upgrade drop give take teach practise practice
    """.split()
)
"""Changes in a life or a project: worth keeping as a plan, a wish or a thing that happened."""
TURNING: Final = frozenset(
    """
    move relocate quit leave marry divorce adopt retire graduate start stop begin join become switch emigrate immigrate
    return separate change fall
    """.split()
)
"""Of these, those by which something else is so from then on."""
WAYS_OF_LIFE: Final = frozenset("live reside work study teach commute volunteer rent".split())
"""What somebody does for as long as it is not said to be over."""

HAPPENED: Final = LIFE | frozenset(
    """
    bear grow raise meet win earn receive complete finish pass fail break injure tear fracture diagnose lose survive
    beat write build make found create land find work live serve spend attend visit see swim climb cycle hike come
    pick choose decide settle opt sign book schedule promise commit register order inherit donate perform play compete
    celebrate host organise organize volunteer bring plant paint cook bake knit sew restore fix repair diagnose
    undergo recover collapse faint pay owe sponsor coach mentor lead manage direct discover fall fly drive sail camp
    rescue welcome name rename cancel christen baptise bury scatter bequeath swap trade ditch outgrow overcome kick fall
    keep put accept decline postpone defer delay reschedule extend step dump evict rehome relapse remarry scrap sprain
    uninstall unsubscribe withdraw
    """.split()
)
"""Simple past that is worth keeping; any other verb needs a date."""

GIVEN_UP: Final = frozenset(
    tuple(verb.split("_"))
    for verb in "pull_out back_out opt_out bow_out stand_down step_down call_off hand_over let_go".split()
)
"""Verbs that with this small word tell of something given up."""

ABILITY: Final = frozenset(
    """
    speak know play code program cook bake swim ski drive ride sail weld solder knit sew crochet draw paint sing dance
    juggle type touch-type read write translate sign teach repair fix build climb surf skate dive fly operate edit
    design model sculpt carve juggle whistle count hold run lift deadlift squat bench hike manage handle tell
    understand follow
    """.split()
)
"""After "can": a skill."""

SPORTS_LOGGED: Final = ("run", "swim", "cycle", "walk", "jog", "row", "train", "meditate", "work out")
"""What people may keep a log of for themselves."""

DECIDING: Final = frozenset("decide choose pick select opt settle commit resolve ditch switch migrate".split())
AT_WORK: Final = DECIDING | frozenset(
    """
    use ship release deploy launch hire meet plan agree approve reject postpone reschedule schedule publish merge
    refactor upgrade host test build develop implement onboard pitch present discuss review sign target prioritise
    prioritize standardise standardize automate outsource integrate support
    """.split()
)
"""What people do or decide who work together."""
PROMISING: Final = frozenset("promise vow pledge swear commit volunteer agree sign".split())
SAYING: Final = frozenset(
    """
    say tell write read state claim announce reply answer shout whisper mutter insist quote ask sing go text tweet
    post email mean explain argue complain joke
    """.split()
)

REGULAR: Final = """
accept achieve act add admire admit advise agree aim allow announce answer apologise appear apply arrange arrive ask
assess assist attach attend avoid babysit bake base batch believe belong bike blog boil book borrow breathe brew brush
cancel camp care carry celebrate change charge chase chat check chop clean climb close coach code collect comment
commute compete complain complete compose confirm connect consider consist contact contain continue control convert
cook copy cost count cover craft create crochet cross cry cultivate curate cut cycle dance date debug decide declare
decorate delay delete deliver depend describe deserve design detest develop die dine direct disagree discover discuss
dislike dive divide do donate doubt download draft dread dress drop earn edit email emigrate employ enable encourage
end enjoy enrol enroll enter establish evaluate examine exercise exist expect experience experiment explain explore
export express extend face fail farm fast fear file film finish fish fit fix focus fold follow force foster found
function gain garden gather generate golf graduate grade greet guess guide handle happen hate head heat help hike hire
homeschool host hunt identify ignore illustrate imagine immigrate import improve include increase install intend
introduce invest invite iron jog join joke journal juggle jump keep kick kiss knit know land last laugh launch lean
lease lecture like limit link list listen live lift load log look love maintain major manage mark marry massage master
matter meditate memorise memorize mentor merge microwave migrate mind miss mix model monitor move mow need nap nurse
obtain offer open operate order organise organize oversee own pack paint park pass photograph pick plan plant play
podcast polish post practice practise pray prefer prepare present preserve press print produce program promise
pronounce proofread propose protect prove provide publish pull push qualify quilt race raise reach react receive
recommend record recover recycle reduce refactor refuse register rehearse relax relearn release rely relocate remember
remind remove renew renovate rent repair repeat replace reply report represent request require research resign respond
rest restore retire return review revise roast roll row run sail save schedule score scroll search seem select
separate serve settle sew shadow share shave shift ship shop shower sign simplify skate sketch ski skip slice smoke
snowboard solder solve sort sponsor squash stage start state stay steam stop store stream stretch struggle study
stutter sublet subscribe suffer suggest supervise supply support suppose surf survive swap switch tackle talk taste
tend test text thank tinker touch tour track trade train transfer translate travel treat trek trust try turn tutor
type undergo unwind update upgrade upload use vacuum vape video visit volunteer vote wait wake walk want warn wash
waste watch water weigh weld welcome wish whittle wonder work worry worship wrestle wrap zoom expire begin crash
commit convert crave deploy direct ditch freelance grill haggle hold hurt juggle kayak lead manage mount moonlight
name outsource photograph pilot produce represent restock revert sculpt sing speak specialise specialize stammer stock
teach tend think understand wear decline postpone defer reschedule step hand diagnose rename
adopt adore bury collapse deport disappear divorce drown dump elect elope enlist evict expel explode faint flood
flunk haul inherit overrule rehome relapse remarry rescue scrap sprain sue uninstall unsubscribe vaccinate
withdraw wreck
"""
OPENING_OBJECTS: Final = frozenset(
    """a an the my our his her their its this that these those some two three four five six seven all both every each
    another no him them us me it everything nothing something""".split()
)
"""What stands right after a verb that has an object: "adopted a cat", "sold her car"."""
WITHOUT_OBJECT: Final = frozenset(
    """agreed arrived belonged commuted complained cried danced disappeared dreamed emigrated existed fainted flirted
    graduated happened hesitated hiked immigrated jogged knelt laughed learned listened lived married meditated
    napped participated prayed promised recovered refused remained remarried resigned retired returned slept smiled
    smoked snored specialised specialized struggled studied succeeded suffered talked traveled travelled volunteered
    waited walked wandered worked worried yawned""".split()
)
"""Past forms that tell what somebody did without an object right after them: "lived in Rome", "learned to swim"."""
