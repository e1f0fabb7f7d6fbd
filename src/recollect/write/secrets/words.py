"""Word lists of the secret filter: plain data, nine languages.

`STATE_WORDS` are what people say *about* a password instead of saying it; a value that is one of them stays.
"""

from __future__ import annotations

STATE_WORDS = frozenset(
    """
    a an the my your our his her their its this that these those it he she they we you i in on at to of by with without
    from for as like about not never no none null nil n/a always very too so quite pretty rather really almost only
    also just still again already now then here there what where when why how who which if whether because since and or
    but was were be been being is are has have had having do does did done can could will would should must may might
    wrong right correct incorrect invalid valid weak strong secure insecure safe unsafe long short old new same
    different unique empty blank missing required optional mandatory hidden visible case-sensitive sensitive default
    random simple easy hard complex complicated good bad great fine ok okay terrible stupid silly secret private public
    known unknown forgotten lost stolen gone broken written kept sent set reset shown taken given chosen hacked leaked
    something anything nothing everything someone somewhere stuff crap trash ridiculous annoying important essential
    necessary enough between over under least more less most longer shorter stronger weaker better worse fewer
    easier harder simpler nicer safer crazier sillier newer older everywhere nowhere awful hilarious obvious out
    outdated obsolete due available unavailable temporary permanent available back up off ask see check contact tell
    use using try same-as tbd todo unset undefined true false yes str string text int bool bytes any optional[str]
    password passwords passwort pass passphrase username user email login manager required. field forgotten? protected
    one two three four five six seven eight nine ten twelve sixteen twenty anyway though either neither both another
    on-file below above attached enclosed elsewhere later soon today tomorrow yesterday monday friday mine yours his
    ours stored saved in-vault work works working stays remains needs sure impossible possible ready up-to-date policy
    hunter's plaintext plain cleartext md5 sha1 sha256 bcrypt base64 hex json yaml utf8 english german french spanish
    fuerte débil debil segura seguro insegura incorrecta incorrecto correcta correcto errónea equivocada larga corta
    nueva vieja misma igual muy demasiado demasiada no la el una un los las mi tu su nuestra vuestra que de del en con
    obligatoria necesaria secreta privada temporal caducada expirada olvidada perdida robada fácil difícil buena mala
    falsch richtig korrekt inkorrekt ungültig gültig schwach stark sicher unsicher lang kurz alt neu gleich anders
    derselbe dasselbe dieselbe zu sehr nicht noch immer jetzt ein eine einen das der die den dem mein dein sein ihr
    unser nie leer geheim privat weg verloren vergessen abgelaufen gestohlen gehackt geleakt bekannt unbekannt einfach
    schwer komplex gut schlecht erforderlich nötig notwendig weder entweder auch nur schon wieder hier dort wo wie was
    faible fort forte sûr sécurisé incorrect incorrecte correct correcte long longue court courte vieux nouveau même
    différent trop très pas plus encore toujours le la les un une des du mon ton son notre votre ce cette expiré expirée
    oublié oubliée perdu perdue volé volée vide obligatoire nécessaire secret secrète facile difficile bon mauvais ici
    sbagliata sbagliato scaduta scaduto debole sicura sicuro corretta corretto errata errato dimenticata dimenticato
    persa perso rubata rubato bloccata bloccato lunga lungo corta corto nuova nuovo vecchia vecchio stessa stesso uguale
    troppo molto poco ancora sempre solo già il lo gli una nel nella sul sulla della vuota vuoto segreta segreto qui
    fraca forte segura insegura errada incorreta correta certa inválida longa curta nova velha mesma diferente muito
    muita demais não ainda sempre agora o a os as um uma meu minha seu sua nosso nossa que de do da em com esquecida
    perdida roubada vencida expirada obrigatória necessária secreta fácil difícil boa ruim vazia igual aqui
    compromised guessable breached exposed cracked disabled boring embarrassing funny memorable shared reused similar
    identical trivial nice dumb weird strange lame pathetic childish rubbish garbage alphanumeric numeric common
    besser schlechter einfacher kürzer länger leichter schwerer sicherer geknackt peinlich blöd doof dumm mist müll
    mejor peor sencilla sencillo horrible malo bueno ridícula ridículo hackeada hackeado
    mieux pire simple pratique nul nulle compliqué compliquée piraté piratée ridicule connu connue
    meglio peggio semplice brutta brutto ridicola melhor pior simples horrível
    """.split()
)
REMARKS = frozenset(
    """
    hers mine ours theirs free fun slow fast public thanks sorry well hello hey bye cool cute perfect awesome popular
    ancient ideal clever catchy familiar open busy christmas xmas easter halloween spring summer autumn winter
    red green blue yellow pink purple
    """.split()
)
"""What else is told of "it", "the old one" or "I meant", and might be a password where one is told by name."""
STATE_ENDINGS = (
    "ed", "ing", "ly", "able", "ible", "ful", "less", "ive", "ada", "ado", "idas", "idos", "iert", "lich", "ment",
)  # fmt: skip
AT_LEAST = r"or (?:more|less|fewer|longer|shorter|higher|lower|above|greater|bigger)(?!\w)"
"""Behind a number that is told as a limit; another number behind "or" is another value."""
UNIT_WORDS = frozenset(
    """
    character characters char chars letter letters digit digits symbol symbols word words bit bits byte bytes day days
    week weeks month months year years hour hours minute minutes second seconds time times attempts attempt percent
    people users accounts caracteres carácter letras dígitos días meses años veces zeichen buchstaben ziffern stellen
    stellig tage tagen monate jahre caractères lettres chiffres jours mois ans caracteres dígitos dias anos vezes
    minimum max min long pixels px m mm cm km ms kb mb gb rows lines items pages stk meters metres feet ft miles high
    mg g kg grams ml dollars euros yen usd eur pounds steps songs zeilen líneas lignes linhas righe
    """.split()
)
COMPOUNDS = (
    r"(?:manager|managers|reset|resets|policy|policies|field|fields|generator|hint|hints|vault|vaults|protection|"
    r"protected|prompt|prompts|change|changes|hash|hashes|hashing|strength|length|rule|rules|requirement|requirements|"
    r"recovery|page|screen|dialog|form|expiry|expiration|rotation|box|input|check|checks|checker|checking|complexity|"
    r"attempt|attempts|guessing|cracking|cracker|auth|authentication|login|based|database|store|storage|list|lists|"
    r"file|files|fatigue|reuse|sharing|entropy|column|parameter|variable|flow|link|email|emails|leak|leaks|breach|"
    r"breaches|security|history|validation|validator|app|apps|keeper|sync|book|safe|card|cards|folder|spray|spraying)"
)
"""Second halves of compounds in which "password" is not told: the password manager, a password reset."""

PROSE_WORDS = frozenset(
    """
    the and for was are is not but his her has had were from been our its she him because need needed should somewhere
    must too very so than then it to of in on at my your a an be by or if you that this with have they them
    """.split()
)
"""Words that sentences about a phrase need and phrases made of random words do not hold (the wallet word list, BIP-39,
has a few of the shortest ones: at three letters and more there is no overlap but `that`, `this`, `have`, `they`)."""
