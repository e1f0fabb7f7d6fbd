"""Words by which a text shows its sector: what happened, what is, how it is done, how it feels, what it means.

By sector and language. Phrases use `_` between words; forms are folded (no accents on Latin letters, no capitals), and
an apostrophe parts words ("aujourd_hui"). A word that is common in another language in another sense stands here only
in a phrase: French "hier" is German "here". Left out are plain questions ("what is …"), because what shows nothing is
semantic anyway, and liking ("I love pizza"), which is a preference and no feeling. Plain data.
"""

from __future__ import annotations

from typing import Final

SPACED: Final[dict[str, dict[str, frozenset[str]]]] = {
    "episodic": {
        "en": frozenset(
            """
            today yesterday tonight tomorrow last_week last_month last_year last_night last_weekend
            this_morning this_afternoon this_evening remember_when remember_that_time the_other_day days_ago weeks_ago
            months_ago years_ago an_hour_ago hours_ago a_week_ago a_month_ago a_year_ago happened went_to i_went we_went
            i_met we_met i_visited we_visited i_attended first_time once_upon
            """.split()
        ),
        "es": frozenset(
            """
            hoy ayer anoche anteayer manana_por la_semana_pasada el_mes_pasado el_ano_pasado recuerdas_cuando
            recuerdo_cuando me_acuerdo hace_dias hace_semanas hace_meses hace_anos esta_manana paso_algo fuimos fui_a
            """.split()
        ),
        "de": frozenset(
            """
            heute gestern vorgestern morgen_frueh letzte_woche letzten_monat letztes_jahr letzte_nacht neulich
            heute_morgen weisst_du_noch erinnerst_du_dich ich_erinnere_mich vor_einer_woche vor_kurzem passiert
            """.split()
        ),
        "fr": frozenset(
            """
            aujourd_hui avant_hier hier_soir hier_matin hier_j hier_je hier_on hier_nous hier_il hier_elle
            la_semaine_derniere le_mois_dernier l_annee_derniere l_an_dernier ce_matin ce_soir tu_te_souviens
            je_me_souviens il_y_a_une_semaine s_est_passe l_autre_jour
            """.split()
        ),
        "pt": frozenset(
            """
            hoje ontem anteontem semana_passada mes_passado ano_passado lembra_quando lembro_quando eu_me_lembro
            esta_manha ontem_a_noite aconteceu faz_dias dias_atras meses_atras anos_atras fomos_a
            """.split()
        ),
        "it": frozenset(
            """
            oggi ieri stamattina stasera la_settimana_scorsa il_mese_scorso l_anno_scorso ti_ricordi mi_ricordo
            ieri_sera giorni_fa settimane_fa mesi_fa anni_fa e_successo siamo_andati
            """.split()
        ),
        "hi": frozenset("आज कल परसों पिछले_हफ्ते पिछले_महीने पिछले_साल याद_है याद_आया हुआ_था गया_था गई_थी गए_थे".split()),
    },
    "semantic": {
        "en": frozenset(
            """
            define defined definition definitions meaning means concept concepts theory is_called known_as refers_to
            stands_for the_capital_of a_kind_of a_type_of consists_of fact facts
            """.split()
        ),
        "es": frozenset("define definicion significa significado concepto teoria se_llama se_refiere_a".split()),
        "de": frozenset("bedeutet bedeutung begriff konzept theorie heisst bezeichnet definiert".split()),
        "fr": frozenset("signifie signification concept theorie s_appelle designe definit".split()),
        "pt": frozenset("significa significado conceito teoria chama_se refere_se_a definicao".split()),
        "it": frozenset("significa significato concetto teoria si_chiama si_riferisce_a definizione".split()),
        "hi": frozenset("मतलब अर्थ परिभाषा अवधारणा सिद्धांत कहते_हैं".split()),
    },
    "procedural": {
        "en": frozenset(
            """
            how_to how_do_i how_do_you how_can_i step_by_step steps first_step next_step step_one procedure procedures
            instructions tutorial recipe install configure click_on press_the follow_these then_run run_the
            in_order_to set_up workflow
            """.split()
        ),
        "es": frozenset(
            "como_se_hace como_hacer como_puedo paso_a_paso pasos procedimiento instrucciones receta".split()
        ),
        "de": frozenset(
            """
            wie_man wie_kann_ich wie_macht_man schritt_fuer_schritt schritt_fur_schritt schritte anleitung verfahren
            rezept vorgehen installieren
            """.split()
        ),
        "fr": frozenset("comment_faire comment_puis etape_par_etape pas_a_pas etapes procedure recette mode_d".split()),
        "pt": frozenset(
            "como_fazer como_posso como_se_faz passo_a_passo passos procedimento instrucoes receita".split()
        ),
        "it": frozenset(
            "come_si_fa come_fare come_posso passo_dopo_passo passaggi procedura istruzioni ricetta".split()
        ),
        "hi": frozenset("कैसे_करें कैसे_बनाएं कैसे_करते चरण_दर_चरण कदम_दर_कदम विधि प्रक्रिया तरीका".split()),
    },
    "emotional": {
        "en": frozenset(
            """
            feel feels feeling feelings felt happy happiness sad sadness angry anger furious upset excited anxious
            anxiety worried afraid scared lonely joy grateful frustrated proud ashamed jealous depressed stressed
            overwhelmed heartbroken thrilled nervous miserable disappointed cried crying
            """.split()
        ),
        "es": frozenset(
            """
            siento sientes siente me_siento feliz triste tristeza enojado enojada enfadado enfadada contento contenta
            miedo preocupado preocupada alegria ansioso ansiosa orgulloso orgullosa nervioso nerviosa
            """.split()
        ),
        "de": frozenset(
            """
            fuhle fuhlt fuhlen fuehle gefuhl gefuhle glucklich traurig wutend argerlich angst besorgt einsam freude
            stolz verargert nervos enttauscht gestresst aufgeregt
            """.split()
        ),
        "fr": frozenset(
            """
            je_me_sens ressens ressent heureux heureuse triste tristesse en_colere fache fachee peur inquiet inquiete
            joie fier fiere nerveux nerveuse decu decue stresse stressee
            """.split()
        ),
        "pt": frozenset(
            """
            sinto sente me_sinto feliz triste tristeza zangado zangada com_raiva medo preocupado preocupada alegria
            ansioso ansiosa orgulhoso orgulhosa nervoso nervosa
            """.split()
        ),
        "it": frozenset(
            """
            mi_sento sento felice triste tristezza arrabbiato arrabbiata paura preoccupato preoccupata gioia ansioso
            ansiosa orgoglioso orgogliosa nervoso nervosa
            """.split()
        ),
        "hi": frozenset("महसूस खुश दुखी उदास गुस्सा डर खुशी दुख चिंतित चिंता अकेला नाराज़ नाराज".split()),
    },
    "reflective": {
        "en": frozenset(
            """
            think thinking thought realize realized realise realised realizing insight insights reflect reflecting
            reflection wonder wondering in_hindsight looking_back learned_that lesson it_occurred_to i_understand_now
            believe pattern_is i_notice
            """.split()
        ),
        "es": frozenset("pienso creo_que me_di_cuenta reflexion reflexiono aprendi_que mirando_atras leccion".split()),
        "de": frozenset(
            "denke glaube_dass erkannt erkenntnis einsicht nachgedacht ruckblickend gelernt_dass gemerkt".split()
        ),
        "fr": frozenset(
            "je_pense realise compris_que reflexion reflechi avec_le_recul appris_que je_crois_que".split()
        ),
        "pt": frozenset("penso acho_que percebi reflexao refletindo aprendi_que olhando_para_tras licao".split()),
        "it": frozenset(
            "penso_che credo_che ho_capito mi_sono_reso riflessione riflettendo ho_imparato col_senno".split()
        ),
        "hi": frozenset("सोचता सोचती सोचा एहसास समझ_आया समझा सीखा विचार मनन".split()),
    },
}
"""Of scripts that part words with spaces: whole words and phrases."""

UNSPACED: Final[dict[str, dict[str, frozenset[str]]]] = {
    "episodic": {
        "zh": frozenset("今天 昨天 前天 昨晚 上周 上个月 去年 记得 那天 刚才 发生".split()),
        "ja": frozenset("今日 昨日 おととい 昨夜 先週 先月 去年 覚えて あの日 起きた 行きました".split()),
    },
    "semantic": {
        "zh": frozenset("定义 意思是 意味着 概念 理论 叫做 是指 什么是".split()),
        "ja": frozenset("定義 という意味 を意味する 概念 理論 と呼ばれ とは何".split()),
    },
    "procedural": {
        "zh": frozenset("怎么做 如何 步骤 一步一步 流程 方法是 教程 食谱".split()),
        "ja": frozenset("やり方 方法 手順 ステップ 作り方 使い方 一歩一歩".split()),
    },
    "emotional": {
        "zh": frozenset("感到 觉得很 开心 高兴 难过 伤心 生气 愤怒 害怕 担心 快乐 孤独".split()),
        "ja": frozenset("感じ 嬉し うれし 悲し 怒っ 幸せ 楽し 怖い 怖かった 怖く 心配 寂し 気持ち".split()),
    },
    "reflective": {
        "zh": frozenset("我认为 我想 意识到 反思 领悟 思考 回顾".split()),
        "ja": frozenset("と思う と思い と思った 気づいた 気付いた 反省 振り返 考え 悟った".split()),
    },
}
"""Of scripts that do not: found anywhere."""
