"""Common given names, folded: by these a bare name at the beginning of a sentence is known for a person's. Plain data.

Far from complete, and no name here says anything about the person. Names that are mostly something else at the
beginning of a sentence (may, april, joy) are left out.
"""

from __future__ import annotations

from typing import Final

GIVEN_NAMES: Final = frozenset(
    """
    aaron abby abdul abel abigail adam adele adrian adriana agathe agnes agnieszka ahmed aiden aino aisha akira alan
    alba albert alberto aldo alejandra alejandro aleksandra alena alessandro alessia alex alexander alexandra alexis
    alfie alfred ali alice alicia alina alison allison alma alvaro amanda amara amelia amelie amin amina amir amira
    amit amy ana anabel anders andrea andreas andrei andres andrew andy angela angelo angie anh anika anil anita anja
    anjali anke ann anna annabel anne anneke anneliese annette annie anselm anthony antoine anton antonia antonio anya
    aoife arjun armando arne arthur arun arvid asha ashley astrid audrey aurelie aurelien ayesha barbara bart beatrice
    beatriz becky bella ben bence benedict benjamin benny benoit beppe bernard bernd bernhard bertha beth betty bev
    bianca bill birgit bjorn bob bogdan boris brad brandon brenda brian brianna bridget brigitte bruna bruno bryan
    caio caleb callum cameron camila camille carina carl carla carlo carlos carmen carol carolin carolina caroline
    carrie casey cassandra catarina cate catherine cathy cecilia cedric celia celine chantal charles charlie charlotte
    chen cheng chiara chidi chloe chris christa christian christina christine christoph christopher ciaran cindy
    claire clara clare clarissa claudia claus clemens clement colin concha connor conrad cora corinna craig cristian
    cristiano cristina cynthia dagmar daisy damian dan dana dani daniel daniela danielle danny daria dario dave david
    davide dean debbie deborah deepa deepak delphine denis denise dennis derek diana diane diego dieter dina dirk
    dmitri dolores dominic dominik don donald donna doris dorothy doug douglas duncan dylan ed eddie edgar edith
    eduardo edward edwin eero eileen ekaterina elaine elena eleni eli elias elif elijah elin elisa elisabeth elise
    eliza elizabeth ella ellen ellie elliot elodie elsa emil emilia emilie emily emma emmanuel emre enrico enrique
    eric erica erik erika erin ernest ernst esme esra esteban esther ethan eugene eva evan evelyn ewa ewan fabian fabio
    farah fatima fatma felicia felicity felipe felix ferdinand fernanda fernando filip filippo finn fiona flora florian
    fran frances francesca francesco francis francisco franck francois frank franz fred freddie frederic frederik freya
    frida frieda friedrich gabriel gabriela gabriele gaia gareth gary gavin gemma geoff george georgina gerald gerard
    gerd gerhard giada gianluca gianna gina gino giorgia giorgio giovanni giulia giulio giuseppe gloria gonzalo gordon
    grace graham greg gregory greta guido guilherme guillaume gunther gustav gustavo gwen hakan hamid hana hanna
    hannah hannes hans hao harald harold harriet harry haruto harvey hassan hauke hazel heather heidi heike heinz
    helen helena helene helga helmut henk henri henrik henrique henry herbert hilary hilda hiro hiroshi holger holly
    horst howard hugh hugo hussein ian ibrahim ida ifeoma ignacio igor iker ilaria ilse imke imran ines inge ingeborg
    ingo ingrid irene irina iris isaac isabel isabella isabelle isla ismail ivan ivana ivy jack jackie jacob
    jacqueline jade jaime jakob jakub james jamie jan jana jane janet janice jannik jannis jasmin jasmine jason javier
    jean jeanne jeff jeffrey jelena jen jenna jennifer jenny jens jeremy jerome jerry jess jesse jessica jill jim
    jimmy jin jing joachim joan joanna joanne joao joaquim joaquin jochen joe joel joerg johan johanna johannes john
    johnny jon jonas jonathan jorge jose josef josefine joseph josephine josh joshua josie juan juana judith judy jule
    jules julia julian juliana juliane julie julien juliet julio julius jurgen jussi justin justine kai karen karim
    karin karina karl karla karolina kasia kate katharina katherine kathleen kathrin kathy katia katie katja katrin
    kavita kay kayla keith kelly ken kenji kenneth kerry kerstin kev kevin khalid kiara kim kira kirsten kirsty klara
    klaus kofi konrad konstantin krishna kristen kristian kristin kristina kurt kwame kyle lakshmi lara larry lars
    laura lauren laurence laurent layla lea leah lee leila lena leni lennard lennart leo leon leonardo leonie leslie
    leticia levi lewis leyla li liam lidia lieke lien lilian liliana lily lina linda lindiwe linh linus lisa liv livia
    liz lizzie logan lola lorena lorenzo lotte lottie louis louisa louise lourdes luana luc luca lucas lucia luciana
    lucie lucy ludovica ludwig luigi luis luisa luise lukas luke luna lydia lynn mabel maddie madeleine magda
    magdalena maggie magnus mahmoud maja malik malte manfred manolo manon manuel manuela mara marc marcel marcela
    marcello marcin marco marcos marcus marek margaret margarita margaux margot maria mariam marian mariana marianne
    marie marina mario marion marisa marius marjorie mark marko markus marlene marlies marlon marta martha martin
    martina marvin mary maryam mateo mathias mathieu mathilde mathis matilda matt matteo matthew matthias mattia maud
    maurice mauro max maxim maxime maximilian maya megan mehdi mehmet mei melanie melissa mia micha michael michaela
    michal michel michele michelle miguel mihai mika mike mikhail mila milena millie milo mina ming minh mira miriam
    mirka mohamed mohammed moira molly mona monica monika montse morgan moritz moses muhammad mustafa nacho nadia
    nadine nadja nancy naomi natalia natalie natasha nathalie nathan neha neil nele nell nelly nelson ngozi nia niamh
    nicholas nick nico nicola nicolas nicole niels nigel niklas nils nina nisha noah noel noelia noelle noemi noor
    nora norbert norman nuria olaf ole oleg olga oliver olivia olivier ollie omar orla oscar oskar otavio otto owen
    pablo paco pamela paola paolo pascal patricia patrick paul paula pauline pavel pedro peggy penelope penny pepe
    pete peter petra phil philip philipp philippa phoebe pia pierre pilar piotr polly pooja prakash priya priyanka
    quentin quinn quique rachel radek rafael rafaela rahul rainer raj rajesh ralf ralph ramon rania raphael raquel
    rasmus raul ravi ray raymond rebecca regina reinhard rekha renata renate rene rhys ricardo richard rick riley rita
    rob robert roberta roberto robin rocio rodrigo roger rohan roland roman romy ron ronald ronja rosa rosalie rosario
    rosie ross roxana roy ruben rudolf rui rupert russell ruth ryan sabine sabrina saif sakura sally salma sam
    samantha samir samira samuel sandra sandro sandy sanjay saoirse sara sarah sascha saskia sean sebastian selena
    selma serena sergei sergio seth shane shannon sharon sheila shirin sian sienna sigrid silke silvia simon simona
    simone sina skyler sofia sofie soledad sonia sonja sophia sophie soren stan stefan stefanie stefano stella stephan
    stephanie stephen steve steven stuart sue sunil suresh susan susana susanne susie suzanne sven svenja sylvain
    sylvia sylvie takashi tamara tania tanja tara tariq tasha tatiana taylor ted teresa tess tessa thabo thais thea
    theo theodor theresa therese thiago thierry thomas thorsten tiago tilda tim timo timothy tina tobias toby tom
    tomas tomasz tomek tommaso tommy toni tony torben tracy tristan trudy tyler ulf uli ulrich ulrike umar ursula ute
    uwe vadim valentin valentina valeria valerie vanessa vera veronica veronika vicky victor vijay viktor viktoria
    vincent vinicius viola violeta virginie vivian vladimir walter wanda wei wendy werner wilhelm will william wilma
    wojciech wojtek wolfgang xavi xavier ximena xin yan yana yann yannick yara yasmin yasmine ying yoko yolanda
    youssef yuki yuri yusuf yvan yvette yvonne zach zachary zainab zara zeynep zoe zofia zoltan zsofia zuzanna
    """.split()
)
ALSO_WORDS: Final = frozenset(
    """
    alba alma bart bella bill cameron carmen carol carolina charlotte clara clare clement concha daisy dan dean diego
    dolores don douglas duncan ed ella ernst felicity flora frank gaia gloria grace guido hazel heather holly iris isla
    ivy jack jade jasmin jasmine jean jen julio kai kelly ken kerry kim lea lee leo leon lewis li lien lily linda liv
    logan lola lourdes luna mara marco marina mark marlon max maxim mia milo mina molly morgan nacho nancy nelson
    nick noel nora norman ole otto pilar penny pepe ray regina rita rob robin roman rosa rosario ross russell sandy
    sally serena shannon sienna sina soledad stan stella stuart sue taylor ted tracy tyler valentin valentina vera
    victor viola violeta wanda will
    """.split()
)
"""Those that are common words, towns or rivers as well: before a colon they may be a heading, "Will: I left …"."""
