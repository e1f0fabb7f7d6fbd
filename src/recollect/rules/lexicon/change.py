"""Words that tell that something changed, ended, is only wished, is past, or happens once or again. Plain data.

Phrases use `_` between words; forms are folded; contractions are written out ("do not").
"""

from __future__ import annotations

from typing import Final

UPDATE: Final = frozenset(
    """
    went_up gone_up goes_up went_down gone_down bumped_up bumped_to bumped knocked_down
    relocated went_into came_into extended leased cut_to grew_to fell_to rose_to climbed_to dropped_to now_at
    transferred reassigned rebranded merged_into taken_off swapped_for come_to
    taken_up gekommen trasladado trasferito trasferita mudar
    now nowadays these_days from_now_on from_here_on instead switched switch changed moved move moving upgraded
    upgrade
    migrated replaced renamed swapped traded became become since_then new_one went_up_to went_down_to upped
    put_up_to raised
    raise dropped_to increased decreased pushed postponed rescheduled slipped brought_forward shifted delayed
    took_over taken_over takes_over promoted turned down_to up_to
    joined started_at started_a_new after_all in_the_end changed_our_minds changed_my_mind gone_back went_back
    moved_to passed_my passed_the back_on_track back_together reduced lowered doubled
    ahora desde_hace mudado mude mudo mudamos cambiado cambie pasado_a jetzt inzwischen mittlerweile umgezogen
    gezogen gewechselt
    verschoben neuerdings maintenant desormais demenage decale deplace reporte change agora mudei mudou virei
    passou_para adiado 现在 搬到 搬 改到 改成 换成 改为 今は になりました 変わり 変更 引っ越し अब बदल
    """.split()
)
"""Another value than before."""

END: Final = frozenset(
    """
    drop_out pull_out back_out backed_out not_renew not_renewed not_renewing dejo dejo_de
    dropped dropping pulled_out packed_in packed_up ditched dumped killed killed_off nixed retired_the decommissioned
    torn_down torn_out ripped_out removed deleted uninstalled deactivated disbanded
    donated gave_away given_away giving_away rehomed re-homed stolen was_stolen got_stolen written_off totalled totaled
    scrapped_it threw_away thrown_away thrown_out chucked chucked_out
    kicked_it kicked_the kicked_my weaned_off done_with through_with over_and_done parted_ways called_it_quits
    put_to_sleep passed_on no_longer_with_us out_of_business went_bust binned axed dissolved finished chopped lost
    shut_down wound_up
    phased_out
    switched_off gone given_back handed_back walked_out moved_back stopped_taking threw_out expired lapsed withdrew
    no_longer any_more any_longer anymore not_any_more quit left leave stopped stop gave_up give_up given_up
    cancelled canceled cancel
    dropped_out stepped_down resigned fired laid_off broke_up split_up finalised finalized sold
    retired_from got_rid_of called_off scrap scrapped off_the moved_out moved_away closed_down
    got_off came_off healed recovered cured over_with unsubscribed went_off do_not_speak
    am_over_my am_over_the is_over_his is_over_her is_over_the are_over_our are_over_the got_over terminated
    no_more back_at_home came_home passed_away died mort gestorben murio morreu 死
    ya_no dejado deje aufgehort nicht_mehr keinen_mehr keine_mehr kein_mehr mehr beendet abgeschlossen ne_plus
    arrete gekundigt verkauft verschenkt abgeschafft abgesagt abgesetzt abbestellt getrennt eingeschlafert
    vendu vendue resilie annule abandonne cesse demissionne rompu vendido cancelado anulado renuncie renuncio
    separes separee separado separada separados termine
    lo_deje deje_de rompimos terminamos falleceu faleceu murieron desisti vendeu larguei_o cancelei terminei
    lasciato lasciata venduto venduta smesso disdetto annullato mollato
    卖掉 取消 离职 分手 売りました 売った 別れました 解約 退職 बंद बेच
    quitte nao_mais deixei parei cancelado larguei vendi 不再 不 辞职 戒 やめ 辞め もう नहीं_रहा छोड़
    """.split()
) - {"不", "もう", "mehr"}
"""A state, habit, tie or plan is over."""

DONE: Final = frozenset(
    """
    all_sorted sorted gave_back back_to_him back_to_her posted mailed rang collected picked_up_the
    paid_back paid returned settled done finished completed sent went_out submitted handed_in delivered renewed
    signed
    fixed booked bought finalised graduated passed had_the_baby was_born got_married pagado bezahlt erledigt payé
    pago 付清 完成
    """.split()
)
"""An obligation or plan has been carried out."""

CORRECTION: Final = frozenset(
    """
    mixed_up mixed_that_up mixed_it_up got_it_wrong got_that_wrong had_it_wrong misremembered misspoke misheard misread
    mistyped typo my_bad my_mistake scratch_that erreur errado equivoque me_equivoque verwechselt vertan
    geirrt trompe sbagliato mi_sbagliavo
    actually correction wrong mistake mistaken not_the no_it_is it_is_not meant spelled spelt you_have_got_it
    i_meant
    turns_out after_all properly en_realidad eigentlich doch en_fait na_verdade 其实 実は
    """.split()
)

ALSO: Final = frozenset("too also as_well either another second other tambien auch aussi tambem 也 も भी".split())
"""Added to something else, so nothing is replaced."""

PAST: Final = frozenset(
    """
    used_to was were had lived worked studied did formerly previously former my_old the_old our_old back_then
    as_a_child as_a_kid
    in_college in_my_twenties at_school ex when_i_was years_ago originally
    antes fruher war hatte avant etait antigamente 以前 昔 पहले
    als_kind de_nino de_nina de_pequeno de_pequena de_joven da_bambino da_bambina da_piccolo da_piccola da_giovane
    quando_crianca em_crianca de_crianca hatten waren era eran eram erano tenia tenian tinha tinham aveva avevano
    avait avaient estaba estaban estava stava
    wohnte wohnten gewohnt lebte lebten gelebt arbeitete arbeiteten gearbeitet
    vivia vivio vivieron residia trabajaba trabajaban
    habitais habitait habitaient a_habite ai_habite vivait vivaient a_vecu ai_vecu travaillait travaillaient
    a_travaille ai_travaille
    abitava abitavo abitavano viveva vivevo vivevano lavorava lavoravo lavoravano ha_abitato ha_vissuto ha_lavorato
    morava moravam morou moraram viviam viveu viveram trabalhava trabalhavam trabalhou trabalharam
    """.split()
)
"""The statement tells of a time that is over."""

PAST_WRITTEN: Final = frozenset(("trabajó", "trabajé", "vivían"))
"""Past forms that are present ones, or names, without their accents."""
REASONS: Final = frozenset(
    "as because since though although weil denn obwohl porque aunque parce car embora perche".split()
)
"""Begins a clause that tells why, or in spite of what."""
RELATIVE: Final = frozenset("which who where wo donde ou qui onde dove".split())
"""Begins a clause that tells more of what was named."""
TIME_CLAUSES: Final = frozenset("when while als cuando quand quando mientras pendant enquanto mentre".split())
"""Begins a clause that tells when."""
UNTIL: Final = frozenset("until till bis hasta jusqu'a jusqu'en jusqu'au até fino".split())
"""As written, in small letters without accents but for "até": "ate" is English."""
NEARLY: Final = frozenset("almost nearly fast beinahe presque quasi quase casi".split())
"""Before what did not happen after all."""
SPANS: Final = frozenset(
    "a an every all each un una um uma ein eine einem jeden jede todos toda todas tutti tous".split()
)
"""After those, with a number or a span of time: then it is the number that is not quite reached."""
TAKEN_UP: Final = frozenset("joined married quit bought accepted".split())
"""Deeds that may almost have been done, beside those of moving."""

WISH: Final = frozenset(
    """
    want_to wants_to would_love would_like hope hopes hoping dream dreams wish wishes one_day some_day someday
    thinking_about
    considering might maybe plan_to plans_to planning_to like_to_become quiero_ser me_gustaria mochte_gern
    wurde_gern
    j'aimerais gostaria 想 希望 したい たい
    le_gustaria vorrei vorrebbe piacerebbe voudrais voudrait aimerait aimerais
    dreamed dreamt getraumt traumte sono_que sone_que sonado_que reve_que reve_de sognato sognava sonhou sonhei
    failli a_punto_de por_poco sul_punto_di
    """.split()
)
"""A wish or plan, not a fact."""

ONE_OFF: Final = frozenset(
    """
    today yesterday last_night this_morning tonight last_week last_weekend skipped this_time this_week
    at_the_weekend just_this heute gestern hoy ayer hier aujourd'hui hoje ontem 今天 昨天 今日 昨日 आज
    """.split()
)

HABIT: Final = frozenset(
    """
    usually normally always every every_day everyday daily weekly monthly most_days most_weeks often regularly
    on_most_days
    generally typically on_weekdays a_day a_week a_month a_night times_a each most_evenings
    siempre normalmente immer normalerweise toujours d'habitude sempre normalmente 每天 毎日 毎晩 毎朝 每晚 いつも हमेशा
    """.split()
)

OBLIGATION: Final = frozenset(
    """
    owe owes must need needs has_to have_to due promised supposed_to submit deadline debe debo muss musst dois
    deve devo
    """.split()
)
"""Something is still to be done or paid."""

NOT_DENYING: Final = frozenset(
    """
    do_not_let_me_forget do_not_forget do_not_let_me no_problem not_only no_doubt no_wonder do_not_worry no_matter
    """.split()
)
"""Phrases with a "not" that denies nothing."""

NEGATION: Final = frozenset(
    """
    not no never none nobody nothing neither nor without cannot hardly no_longer non
    nunca jamas nicht kein keine keinen keinem keiner nie niemals ohne ne pas jamais sans nao não nem sem ni sin
    不 没 没有 不是 ない ません なかった नहीं बिना
    """.split()
)
"""Also the parts of words written together (non-smoker)."""
ENDING: Final = frozenset(
    """dejo killed dumped donated rehomed uninstalled deleted removed decommissioned retired chucked resilie vendu
    vendue
    verkauft verschenkt gekundigt vendido vendi venduto lasciata smesso left leave leaves leaving quit quits
    resigned stopped stops sold ditched cancelled canceled scrapped binned
    unsubscribed gave given broke fired laid quitte verlassen dejado deje saiu deixei lasciato""".split()
)
"""Those of `END` that have an object."""
MENDED: Final = frozenset("healed recovered repaired fixed mended cured".split())
"""Said of what was broken or ill."""
CALLING_OFF: Final = frozenset(
    """cancel cancels cancelled canceled called_off call_off drop_out dropped_out pull_out pulled_out back_out
    backed_out
    storniert abgesagt annule annulee cancelado cancele cancelamos cancelei annullato""".split()
)
"""Ends what was planned."""
PLANNED: Final = frozenset(
    """booked planned plans planning reserved going flying travelling traveling training entered registered fliegt
    fliegen
    gebucht reserviert vuela volamos viaja reservado""".split()
)
WEAK: Final = frozenset(
    """now nowadays these_days new_one move moving turned become became come_to joined went_into came_into up_to down_to
    back_on_track extended after_all in_the_end taken_up passed_the passed_my""".split()
)
"""What people say every day without changing anything that is known."""
EXCHANGES: Final = frozenset("switched switch switching migrated swapped traded replaced exchanged upgraded".split())
"""Something is given up for something else."""
LEAVING: Final = frozenset("left leave leaves leaving".split())
"""Who leaves a place is not there; what he has and uses he may keep. An employer is another matter."""
PARTING: Final = frozenset("broke split divorced separated".split())
"""The end of a tie between two people."""
PLANS: Final = frozenset(
    """want wants wanted wanting hope hopes hoping plan plans planned planning consider considers considering think
    thinks thinking intend intends look looks looking need needs should will would could might may ready going try
    tries trying interested curious eager excited wish wishes aim aims aiming""".split()
)
"""What is wanted or planned only."""
AHEAD: Final = frozenset(
    """need needs must planning plans plan hoping hopes waiting awaiting saving looking applying applied searching
    intends intend trying tries considering""".split()
)
"""In a statement of what is still to come."""
PENDING: Final = frozenset("need needs must waiting awaiting saving looking searching".split())
"""Of these, what is over once it is done."""
