"""English words that fit nearly every statement and so say little about what it is about. Plain data.

Two statements that have only such words in common need not speak of the same: one person *makes*, *plans* and *tries*
a hundred things. Base forms; who reads the list compares stems.
"""

from __future__ import annotations

from typing import Final

VERBS: Final = """
accept achieve add agree aim allow appear apply appreciate approach arrive ask assist assume attend bear become begin
believe belong bring build call care carry cause change chase check choose come complete concern connect consider
contain continue contribute cover create cut deal decide depend describe design determine develop discover discuss do
drop earn encourage end enjoy ensure expect experience explain explore express face fail fall feel figure fill find
finish fit fix focus follow gain gather get give glad go grab grow guide handle hang happen hear help hit hold hope
imagine implement improve include increase inspire intend involve join keep know lead learn leave let like listen look
lose love make manage matter mean meet mention miss motivate move need notice occur offer open organize overcome pass
pay perform pick plan play practice prefer prepare present prove provide pull push put reach read realize receive
recommend reduce remain remember remind report represent require respond result return run save say search see seek
seem send serve set settle share shoot show sit solve sound speak spend stand start stay step stick stop strive
struggle succeed suggest support suppose surround survive switch take talk tell test thank think throw touch track try
turn understand use value view visit wait walk want watch welcome win wish wonder work worry wrap write
"""

NOUNS: Final = """
access activity advice amount area aspect assistant attention autumn balance base basis beauty beginning bit boost
break buddy bunch case challenge chance choice class comfort community conversation couple course day deal decision
detail difference difficulty dream effort energy environment evening event everybody everyone everything example
excitement experience eye face fact fall family feature feedback feeling field folk form friend fun future game goal
group guy habit hand happiness hard head heart help hour house idea impact importance information insight inspiration
interest issue job journey joy kid kind knowledge level life list look lot love luck man matter meaning memory message
method mind minute mistake moment month mood morning motivation name need news night nothing number opportunity option
order others part passion past path people performance period person perspective place plan point position possibility
potential power practice pressure problem process product progress project purpose quality question range reason
recommendation regard relationship reminder request resource rest result role routine sense session set setback shot
side sign situation skill someone something space spirit spot spring stage start state step story strength stress
struggle stuff style success suggestion summer support sure system talk task team thing thought time tip today
tomorrow tonight topic touch tough trouble truth try tune type use value variety version vibe view way week weekend
while winter woman work world year yesterday
"""

QUALITIES: Final = """
able across additional afraid after against ago ahead alive almost alone along amazing anybody anyone anything
anywhere apart around available aware away awesome awful awkward bad beautiful before behind best better between
beyond big bigger bored brand brave bright busy calm capable careful certain cheerful clear close closer comfortable
common confident confused constant cool correct cozy crazy creative curious current cute dear deep definite determined
different difficult direct disappointed during early easier easy effective efficient emotional enough entire
especially everywhere exact excellent excited exciting extra extreme fair familiar famous fan fantastic far fast
favorite final fine first former fresh full fully funny general gentle gonna good gotten grateful great handy happy
hard harder healthy high honest hopeful hopefully huge important impressed incredible initial instead intense
interested interesting key kinda large last late lately later least likely little local long longer lovely low lucky
main major maybe meaningful minor modern motivated natural near necessary nervous new next nice nobody normal obvious
odd okay old online original overall overwhelmed particular particularly passionate past perfect perhaps personal plus
popular positive possible pretty previous primary probably productive professional proper proud quick quiet rare
rather ready real recent recently regular regularly relaxed relevant reliable rewarding rough sad safe scared second
serious several short sick similar simple since single slow small smart smooth soft solid somehow somewhat soon sorry
sorta special specific steady still strange strong stuck sudden suitable super supportive surprised sweet terrible
thankful third thrilled through tired together tough towards true unique until upon upset useful usual various vital
warm weak weird well whatever whenever whole wild willing within without wonderful worried worth worthwhile wrong
young
"""
