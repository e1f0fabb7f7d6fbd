"""What kind of thing a name names, and which capitalised words name nothing. English, plain data."""

from __future__ import annotations

from typing import Final

CALENDAR: Final = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
    sundays mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn winter today
    tomorrow yesterday montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli
    oktober dezember
    """.split()
)
NO_NAMES: Final = frozenset(
    """
    i i'm i've i'd i'll ok okay tv am pm asap fyi btw imo lol omg cv hr id pdf url faq diy gps usb eta rsvp ceo cto cfo
    coo gp phd msc bsc mba vp qa hello hi hey thanks thank please sorry yes yeah no nope sure wow oh ah well god
    internet web english spanish french german italian portuguese chinese japanese korean russian arabic hindi dutch
    greek polish turkish swedish danish norwegian finnish american british european asian african indian mexican
    canadian australian irish scottish brazilian thai vietnamese latin christian catholic muslim jewish buddhist covid
    covid-19 dad mom mum grandma grandpa mama papa sir madam north south east west bc ad dob ps pps note notes todo
    deutsch englisch
    """.split()
)
"""Abbreviations, greetings, languages and peoples: capitalised, and still nobody and nothing in particular."""
PEOPLES: Final = frozenset(
    """
    ukrainian romanian hungarian bulgarian croatian serbian slovenian slovak czech albanian armenian iranian persian
    syrian egyptian tunisian algerian moroccan nigerian kenyan ethiopian ghanaian somali colombian peruvian chilean
    argentinian argentine venezuelan cuban jamaican haitian hawaiian malaysian indonesian taiwanese singaporean
    cambodian mongolian austrian swiss estonian latvian lithuanian belgian icelandic israeli lebanese iraqi pakistani
    bangladeshi nepali nepalese filipino filipina maori welsh basque catalan texan californian parisian londoner
    berliner protestant lutheran baptist methodist mormon hindu sikh atheist republican democrat aries taurus gemini
    virgo libra scorpio sagittarius capricorn aquarius pisces
    """.split()
)
"""What somebody is by origin, faith or stars: "I'm Swiss" gives no name."""

COMPANY_WORDS: Final = frozenset(
    """
    labs bank university hospital clinic airlines airways group systems technologies solutions software studios studio
    ventures partners holdings industries foundation institute agency college school academy motors pharma
    pharmaceuticals insurance consulting media press records energy logistics networks robotics capital association
    society museum library church restaurant cafe café bakery hotel gym team
    """.split()
)
PLACE_WORDS: Final = frozenset(
    """
    street road avenue boulevard lane square park beach lake bay island islands mountain mountains mount river valley
    forest city town village county airport station bridge garden gardens coast desert canyon falls harbour harbor
    district province quay plaza
    """.split()
)
EVENT_WORDS: Final = frozenset(
    """
    conference summit festival marathon olympics cup wedding fest con hackathon meetup christmas easter thanksgiving
    halloween ramadan diwali hanukkah expo fair concert tournament championship championships workshop gala prix
    convention symposium retreat parade eve
    """.split()
)
HEADS: Final = frozenset(
    """
    service services app application team project system server database library company platform module package repo
    repository site website product group firm startup store shop office plant factory department codebase backend
    frontend api pipeline
    """.split()
)
"""What may stand between a name and what is said of it: "the Zephyr service depends on"."""
PROJECT_WORDS: Final = frozenset("project initiative programme program operation mission".split())
BEFORE_PERSON: Final = frozenset(
    """
    met meet meets asked ask told tell tells married marry dating dates hired hire thanked
    invited friend
    """.split()
)
"""A name right after one of these is mostly a person's."""
BEFORE_PLACE: Final = frozenset("in near around outside visited visiting visit toward towards".split())
MOTION: Final = frozenset(
    """
    moved move moves moving went go goes going travelled traveled travels travel travelling traveling flew fly flies
    flying drove drive trip relocated relocating relocates flight returned returning emigrated immigrated comes came
    come
    """.split()
)
"""What makes a place of the name after "to" or "from"."""

PLACES: Final = frozenset(
    """
    lisbon porto madrid barcelona seville valencia bilbao paris lyon marseille nice bordeaux berlin munich hamburg
    cologne frankfurt leipzig stuttgart dresden vienna zurich geneva bern basel rome milan naples turin florence venice
    amsterdam rotterdam utrecht brussels antwerp london manchester liverpool leeds bristol edinburgh glasgow cardiff
    dublin cork oslo bergen stockholm gothenburg copenhagen helsinki warsaw krakow prague brno budapest bucharest sofia
    athens istanbul ankara moscow kyiv kiev tallinn riga vilnius reykjavik cairo lagos nairobi accra johannesburg
    casablanca tunis dubai doha riyadh beirut jerusalem tehran baghdad karachi lahore delhi mumbai bangalore bengaluru
    chennai hyderabad kolkata pune dhaka colombo kathmandu bangkok hanoi saigon singapore jakarta manila taipei seoul
    busan tokyo osaka kyoto beijing shanghai shenzhen guangzhou hongkong sydney melbourne brisbane perth auckland
    wellington toronto montreal vancouver ottawa calgary chicago boston seattle portland denver austin houston dallas
    atlanta miami detroit philadelphia phoenix nashville oakland sacramento brooklyn manhattan bogota medellin lima
    santiago quito caracas montevideo havana
    portugal spain france germany austria switzerland italy netherlands belgium luxembourg england scotland wales
    ireland norway sweden denmark finland iceland poland czechia slovakia hungary romania bulgaria serbia croatia
    slovenia greece turkey ukraine russia estonia latvia lithuania egypt morocco algeria tunisia nigeria ghana kenya
    ethiopia tanzania uganda rwanda israel lebanon iraq iran pakistan india bangladesh nepal thailand vietnam laos
    cambodia malaysia indonesia philippines taiwan korea japan china mongolia australia canada america usa uk mexico
    guatemala cuba colombia venezuela ecuador peru bolivia brazil chile argentina uruguay paraguay europe asia africa
    antarctica california texas florida oregon washington nevada arizona colorado utah michigan ohio illinois
    massachusetts virginia alaska hawaii bavaria catalonia tuscany bali
    """.split()
) | frozenset(
    (
        "new york", "new york city", "san francisco", "los angeles", "san diego", "las vegas", "hong kong",
        "new zealand",
        "south africa", "south korea", "north korea", "costa rica", "buenos aires", "rio de janeiro", "são paulo",
        "sao paulo", "mexico city", "united states", "united kingdom", "sri lanka", "saudi arabia", "abu dhabi",
        "tel aviv", "cape town", "kuala lumpur", "ho chi minh city", "new delhi", "santa fe", "salt lake city",
        "new orleans", "puerto rico", "czech republic", "dominican republic", "silicon valley", "bay area",
    )
)  # fmt: skip
"""Folded names of countries and large cities; others are told by the words around them."""

TOOLS: Final = frozenset(
    """
    python java javascript typescript rust golang swift kotlin scala ruby php perl haskell elixir clojure julia cobol
    c++ c# objective-c node.js nodejs deno react vue angular svelte next.js django flask fastapi rails spring laravel
    postgresql postgres mysql mariadb sqlite mongodb redis cassandra elasticsearch kafka rabbitmq snowflake bigquery
    dynamodb qdrant docker kubernetes terraform ansible jenkins github gitlab git bitbucket jira confluence trello
    asana notion obsidian slack zoom figma photoshop excel word powerpoint outlook gmail aws azure gcp heroku vercel
    netlify linux ubuntu debian fedora windows macos ios android vim neovim emacs vscode pycharm intellij xcode eclipse
    tensorflow pytorch numpy pandas spark airflow dbt tableau looker grafana prometheus datadog sentry nginx apache
    graphql grpc openai chatgpt claude gemini ollama huggingface salesforce hubspot stripe twilio shopify wordpress
    blender unity unreal arduino spotify netflix whatsapp telegram signal discord instagram linkedin
    """.split()
) | frozenset(("google docs", "google sheets", "visual studio code", "vs code", "raspberry pi", "power bi"))
"""Folded names of software and languages people work with."""
OF_MEN: Final = frozenset("mr mister sir lord herr hr señor senor monsieur senhor signor sig uncle".split())
OF_WOMEN: Final = frozenset(
    """
    mrs ms miss madam lady dame frau señora senora señorita senorita sra srta mme mlle madame senhora signora aunt
    """.split()
)
"""Before a name: whether it is a man's or a woman's."""
