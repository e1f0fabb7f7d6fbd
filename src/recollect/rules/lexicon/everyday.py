"""Words of everyday life that say the same thing, in eight languages: one line per concept, its name first.

Forms are folded (lower case, no accents on Latin letters); `_` joins the words of a phrase; English inflections that
a stemmer brings together are left out. Scripts without spaces are matched as they stand. Plain data; who reads it
decides what a shared concept is worth.
"""

from __future__ import annotations

from typing import Final

CONCEPTS: Final = """
live: live reside home_is based_in based vivo vive vivimos viven vivir vivia wohne wohnt wohnen lebe lebt habite
    habitons habitent abito abita abitiamo mi_casa_esta moro mora moramos morar 住在 住 住んで 住まい 住みです
    रहता रहती रहते
work: work job employ employer do_for_a_living arbeite arbeitet arbeiten trabajo trabaja trabajar travaille
    travailler trabalho trabalha trabalhar 工作 上班 働いて 勤めて 勤務 仕事 काम नौकरी
like: nothing_beats my_thing like love enjoy adore fan be_into am_into is_into really_into so_into keen fond_of
    crazy_about mad_about hooked_on hooked passionate big_on partial_to can_not_get_enough gusta gustan encanta
    encantan mag liebe gern gerne aime aimons gosto adoro
    amo 喜欢 喜歡 爱 好き 大好き पसंद
dislike: not_for_me avoid awful disgusting drives_me_mad dislike hate detest loathe despise can_not_stand
    can_not_bear can_not_abide can_not_tolerate not_my_thing not_a_fan no_fan not_keen_on not_into not_fond_of
    odio odia odian detesto detesta no_soporto no_soporta no_aguanto no_aguanta no_me_gusta no_me_gustan no_le_gusta
    no_le_gustan hasse hasst verabscheue nicht_ausstehen nicht_leiden deteste horreur_de horreur ne_supporte_pas
    n'aime_pas odeio odeia detesta nao_suporto nao_gosto non_sopporto 讨厌 不喜欢 嫌い 苦手 नफरत
prefer: prefer rather sooner ideally would_take would_choose would_pick prefiero prefiere prefere prefiro bevorzuge
    bevorzugt lieber 更喜欢 偏好
want: want wish would_like quiero quiere will_haben mochte möchte veux voudrais quero 想要 要 欲しい चाहिए चाहता
    चाहती
favourite: favourite favorite preferido favorito lieblings lieblingsfarbe prefere preferee preferida favorita 最喜欢
    一番好き
answer: answer reply response
short: short brief concise terse
long: long lengthy detailed
eat: eat ate eaten essen esse isst como come comer mange mangent manger 吃 食べ खाता खाती खाते
drink: drink drank trinke trinkt trinken bebo bebe beber bois boit boire 喝 飲み 飲む पीता पीती
drive: drive drove driving driven fahre fahrt conduzco conduce conduis conduit
car: car automobile auto wagen coche carro voiture 汽车 車 गाड़ी
cat: cat kitten gato gata katze chat chatte 猫 बिल्ली
dog: dog puppy pup hound perro perra hund chien chienne cachorro cao 狗 犬 कुत्ता कुत्ते
pet: pet mascota haustier animal_de_compagnie
house: house casa haus maison 房子 家 घर
flat: flat apartment apartamento piso wohnung appartement 公寓 アパート
school: school escuela colegio schule ecole escola 学校 स्कूल
university: university uni college universidad universitat universite universidade 大学
company: company firm business empresa firma entreprise 公司 会社
office: office buro oficina bureau escritorio 办公室 オフィス
meeting: meeting standup reunion treffen besprechung reuniao 会议 会議
appointment: appointment cita termin rendez-vous consulta 预约 予約
holiday: holiday vacation trip travel getaway urlaub vacaciones vacances ferias viagem viaje voyage 旅行
flight: flight plane fly flying flew vol vuelo flug voo 航班 飛行機
wedding: wedding boda hochzeit mariage casamento 婚礼 結婚式
birthday: birthday bday cumpleanos geburtstag anniversaire aniversario 生日 誕生日
bicycle: bicycle bike cycle cycling bici bicicleta fahrrad velo
film: film movie pelicula filme 电影 映画
book: book libro buch livre livro 书 本
music: music musica musik musique 音乐 音楽
football: football soccer futbol futebol fussball
phone: phone mobile cellphone cell telephone smartphone handset movil celular ring telefono telefon telefone
email: email e-mail mail correo
money: money cash
salary: salary wage pay earn income gehalt sueldo salaire
rent: rent miete alquiler loyer aluguel
price: price cost fee fees charges charged fare tariff tuition precio preis prix preco prezzo kostet kosten cuesta
    coute custa costa
deadline: deadline due cutoff cut-off
autumn: autumn fall
doctor: doctor physician gp dottor dottore dottoressa medico medica arzt arztin medecin docteur 医生 医者 डॉक्टर
paediatrician: paediatrician pediatrician
dentist: dentist dentista zahnarzt zahnarzttermin dentiste 牙医 歯医者
optician: optician ophthalmologist ophtalmo eye_doctor oculista augenarzt
lawyer: lawyer attorney solicitor barrister abogado abogada anwalt anwaltin avocat advogado 律师 弁護士
police: policeman policewoman police_officer cop
firefighter: firefighter fireman pompier feuerwehrmann bombero bombeiro
teacher: teacher teach professor lehrer lehrerin profesor profesora enseignant enseignante professora 老师 教师 教師
    शिक्षक
nurse: nurse enfermera enfermero krankenschwester infirmier infirmiere enfermeiro enfermeira
engineer: engineer engineering ingeniero ingenieur engenheiro 工程师 エンジニア इंजीनियर
programmer: programmer developer coder software_engineer programador programmierer 程序员
student: student pupil estudiante studentin studierend etudiant etudiante estudante 学生
manager: manager boss supervisor line_manager jefe jefa chef chefin chefe
name: name call named called llama llamo heisst heisse heißt s'appelle appelle chama chamo 叫 名前 नाम nombre nome
born: born birth nacio nací nacido geboren ne_en nasci nasceu 出生 生まれ
broken: broken broke break kaputt busted out_of_order on_the_blink defekt roto en_panne quebrado
close: close closed closes shut shuts
open: open opens opened opening
lead: lead leads led leading
hold: hold holds held
take: take takes took taken
keep: keep keeps kept
give: give gives gave given
grow: grow grows grew grown
maintain: maintain maintains maintained maintainer
located: located situated liegt se_encuentra se_trouve
happen: happen happens takes_place take_place take_places held_in held_at
timezone: timezone time_zone timezones time_zones
postcode: postcode post_code postal_code zip_code plz code_postal codigo_postal
broadband: broadband internet internet_provider isp
nightly: nightly every_night each_night
alternate: every_other every_second alternate alternating
grow_up: grew_up grow_up childhood raised brought_up upbringing
die: die died dead death passed_away pass_away widow widower murio gestorben mort morreu 去世 亡くなり
age: year_old years_old years_of_age ans anos anios jahre_alt 岁 歳 साल_का साल_की
tall: tall height
weight: weigh weight
pregnant: pregnant expecting embarazada schwanger enceinte gravida 怀孕 妊娠
allergy: allergy allergic alergico alergica allergisch allergique 过敏 アレルギー
vegetarian: vegetarian veggie vegetariano vegetariana vegetarier vegetarierin vegetarien vegetarienne 素食者
    ベジタリアン शाकाहारी
vegan: vegan vegano vegana veganer veganerin 纯素
meat: meat steak beef pork burger bacon chicken carne fleisch viande 肉 牛肉 猪肉 羊肉 鸡肉 豚肉 鶏肉 मांस
fish: fish seafood pescado fisch poisson peixe 鱼 魚
alcohol: alcohol wine beer booze spirits whisky gin vodka rum cider ale lager cocktail alkohol cerveza bier vino wein
    vin biere cerveja vinho 酒 お酒 ビール ワイン 日本酒 啤酒 红酒 शराब
smoke: smoke smoker cigarette cigarettes tobacco rauche rauchen fumo fuma fumar fume fumer 抽烟 吸烟 たばこ タバコ
coffee: coffee espresso cappuccino latte caffeine cafe kaffee 咖啡 コーヒー
tea: tea te tee cha the_vert 茶 चाय
sugar: sugar azucar zucker sucre acucar चीनी 糖
spicy: spicy chilli chili 辣
morning: morning mornings first_thing before_noon manana morgen matin manha 早上 上午 朝
afternoon: afternoon afternoons tarde nachmittag apres-midi 下午 午後
evening: evening evenings tonight abend soir noite 晚上 夜
night: night nights noche nacht nuit
scared: scared afraid fear frighten frightened terrify terrified phobia petrified angst miedo peur medo 怕 怖い
sleep: sleep asleep slept
commute: commute get_to_work go_to_work way_to_work to_work
bus: bus
train: train rail
swim: swim swam swimming
run: run running jog jogging jogger
hike: hike hiking hiker trekking
cook: cook cooking kitchen
speak: speak talk fluent fluently fluency hablo habla spreche spricht parle falo fala 说 話せ बोलता
know: know familiar comfortable_with good_with good_at
learn: learn learnt learned picked_up pick_up study studying
study: study studied degree major majored alumnus alumni graduate graduated attend attended estudio estudia studiert
    studium etudie estudo 读 専攻
play: play plays
use: use using run_on runs_on
choose: choose chose chosen pick picked decide decided go_with going_with went_with settle_on settled_on agreed opt
    opted plan planned planning
build: build built building make making develop developing written
buy: buy bought purchase purchased compre comprei achete gekauft 买 買い
sell: sell sold vendi vendido verkauft vendu 卖
own: own owner owned belongs_to belong_to
marry: marry married wed casado casada casarse verheiratet marie mariee casamos 结婚 結婚 शादी
divorce: divorce divorced divorciado geschieden 离婚 離婚
engaged: engaged fiance fiancee
dating: dating in_a_relationship going_out seeing girlfriend boyfriend
company_staff: employee employees staff headcount people_work of_us
remote: remote remotely from_home home_office teletrabajo
wifi: wifi wi-fi
maths: maths math mathematics
celsius: celsius °c
fahrenheit: fahrenheit °f
kubernetes: kubernetes k8s
postgres: postgres postgresql
vscode: vscode vs_code visual_studio_code
golang: golang go_lang
javascript: javascript js
typescript: typescript ts
aws: aws amazon_cloud amazon_web_services
gcp: gcp google_cloud google_cloud_platform
azure: azure
infrastructure: infrastructure infra
database: database db
repository: repo repository
production: production prod
window: window
seat: seat sit sitting
scifi: sci-fi scifi science_fiction
detective: detective crime
downtown: downtown central centre center
only_child: only_child
business_partner: business_partner
cheese: cheese queso kase fromage queijo 奶酪 チーズ
bread: bread pan brot pain pao 面包 パン
milk: milk leche milch lait leite 牛奶 牛乳 दूध
egg: egg eggs huevo eier oeuf ovo 鸡蛋 卵
peanut: peanut peanuts cacahuete erdnuss cacahuete amendoim 花生 ピーナッツ मूंगफली
nut: nut nuts nuez nuss noix noz 坚果
rice: rice arroz reis riz 米饭 ご飯
fruit: fruit fruta obst frutas 水果 果物
apple: apple manzana apfel pomme maca 苹果 りんご
chocolate: chocolate schokolade chocolat 巧克力
water: water agua wasser eau 水
bicycle_ride: bike_ride
garden: garden jardin garten jardim 花园 庭
kitchen_room: cocina kuche cuisine cozinha
sea: sea mar meer mer 海
mountain: mountain montana berg montagne montanha 山
summer: summer verano sommer ete verao 夏天 夏
winter: winter invierno hiver inverno 冬天 冬
work_place: hospital krankenhaus hopital 医院 病院
brother_or_sister: geschwister
month: month mes monat mois
week: week semana woche semaine
year: year
red: red rojo roja rot rouge vermelho 红 赤
blue: blue azul blau bleu bleue 蓝 青
green: green verde grun vert verte 绿 緑
black: black negro negra schwarz noir noire preto 黑 黒
white: white blanco blanca weiss blanc blanche branco 白
colour: colour color farbe couleur cor 颜色 色
food: food comida essen nourriture 食物 食べ物 खाना
piano: piano klavier 钢琴 ピアノ
guitar: guitar guitarra gitarre guitare
exam: exam exams test_exam prueba prufung examen exame 考试 試験
munich: munich munchen
cologne: cologne koln
vienna: vienna wien viena vienne
lisbon: lisbon lisboa lissabon lisbonne
london: london londres 伦敦 ロンドン
rome: rome roma rom
geneva: geneva genf geneve ginebra
warsaw: warsaw warschau varsovia varsovie
prague: prague prag praga
moscow: moscow moskau moscu moscou
germany: germany deutschland alemania allemagne alemanha 德国 ドイツ
spain: spain espana spanien espagne espanha 西班牙 スペイン
france: france frankreich francia franca 法国 フランス
italy: italy italien italia italie 意大利 イタリア
japan: japan japon japao 日本 जापान
china: china chine 中国 चीन
india: india indien inde 印度 インド भारत
usa: usa us america united_states estados_unidos etats-unis 美国 アメリカ
uk: uk united_kingdom britain reino_unido
brazil: brazil brasil brasilien bresil 巴西 ブラジル
beijing: beijing peking 北京
shanghai: shanghai 上海
shenzhen: shenzhen 深圳
tokyo: tokyo tokio 东京 東京 टोक्यो
osaka: osaka 大阪
delhi: delhi दिल्ली
mumbai: mumbai bombay मुंबई
german_language: german deutsch aleman allemand alemao 德语 ドイツ語
english_language: english englisch ingles anglais 英语 英文 英語 अंग्रेज़ी
french_language: french franzosisch frances francais 法语 フランス語
spanish_language: spanish spanisch espanol espagnol espanhol 西班牙语 スペイン語
japanese_language: japanese japanisch japones japonais 日语 日本語
chinese_language: chinese chinesisch chino chinois chines 中文 中国語
novel: novel fiction novela roman romance
twin: twin twins
left_handed: left-handed left_handed left-hander left_hand
retire: retired retire pensioner retirement
renew: renew renewal renewed
submit: submit hand_in due
return: return bring_back give_back
call: ring phone_call
start: start begin began begun kicks_off kick_off kicking_off gets_going
finish: finish end ended
visit: visit been_to went_to go_to trip_to
pay: pay paid pague zahle paie
owe: owe debe schulde dois devo
bad: bad useless hopeless terrible rubbish non-existent nonexistent
good: good great excellent
small: small tiny little
big: big large huge
father_of: dad_of father_of vater_von
mother_of: mum_of mom_of mother_of
date: date dates
see: see sees
expect: expect expects expected
habit: habit habits
base: base bases
engine: engine engines
manage: manage manages managed managing
raise: raise raises raising
write: write writes writing wrote
detail: detail details
aim: aim aims aimed aiming
fill: fill fills filled filling
"""
"""One concept a line. The last lines are words that only share a stem with another ("date" with "dating", "habit" with
French "habite"): each is its own, or who sets a date would be dating."""

FILLER: Final = frozenset(
    """
    dr mr mrs ms prof sir
    a an the i me my mine myself we us our ours you your yours he him his she her hers it its they them their theirs
    this that these those there here who whom which what when where while am is are was were be been being do does did
    doing have has had having will would shall should could can may might must to of in on at by for with from into
    onto as and or but so if then than because too also either both very really quite just honestly actually well oh
    hey hi please pls kindly ok okay yeah yes user per get got gets getting go goes going one ones thing things
    stuff bit
    lot lots kind sort basically literally totally absolutely completely entirely simply about around roughly some
    any each every all most mostly mainly usually often always sometimes normally generally still yet again already
    heads fyi note remember forget dont let lets make sure know think guess suppose say said tell told mean means way
    up out off over back down s t d m ll re ve im ive id ill thats its whats hes shes theyre were youre currently
    time times today own much more less many few same other another such only even else ever s' na right anyway
    y o u el la los las un una unos unas de del al en con por para que se mi mis tu su sus es son soy está esta estoy
    estamos yo me nos lo le ya muy más mas pero como he ha hemos desde también tambien hay
    der die das den dem des ein eine einen einem einer und oder ich du er sie es wir ihr mein meine meinen meinem
    meiner unser unsere bin ist sind war habe hat haben in im am an auf bei beim zum zur zu von vom mit für fur nach
    seit auch sehr noch schon aber dass
    le les des du au aux et ou je j' j tu il elle nous vous ils elles mon ma mes notre nos ton ta son sa ses suis es
    est sommes sont ai as a avons ont dans sur chez avec pour par que qui ce cette ça ca c' c l' l d' n' s' m' y très
    tres aussi ne ja
    il lo gli mio miei nostro nostra di dello della dei degli delle nel nella sono siamo ho hai abbiamo che
    su questo questa molto anche dal dalla al alla moi toi lui
    o os as um uma uns umas e eu ele ela nós nos meu minha meus minhas nosso nossa sou está estou são tenho tem
    temos no na nos nas do da dos das ao à às com sem por pelo pela que se lá la em é muito também
    的 了 在 我 你 他 她 是 有 和 也 都 很 我们 个 只 吗 呢 把 一 一个 一只 着 过 就 还 从 上 里
    もう ました ません でした ています 私 僕 俺 は が を に で の も と です
    ます した して います いる ある です。 へ や から まで ね よ た て うち 少し
    मैं मुझे मेरा मेरी मेरे में है हूँ हैं का की के को से पर और भी वह यह एक हम हमारा ने तो ही था थी
    """.split()
)
