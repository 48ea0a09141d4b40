// Words of queries that say little: those of asking and buying, and those that nearly every product is.

/** Words of asking, renting and buying, in English, German and French: they are about the visit and not about a product. */
const fillers = new Set(
  `best good top great nice find looking look search show list buy purchase order priced price pricing rent rental renting rented hire lease want
  billed charged alternative alternatives replacement equivalent comparable similar
  please something anything someone some any really actually exactly cheap solution solutions
  mieten miete kaufen suche suchen beste bester bestes gute guter gutes finden brauche ich mein meine meinen der die das den dem des ein eine
  einen einem einer und oder fur mit von vom zu zum zur auf im in aus bei uber wie welche welcher welches kann
  louer location acheter achat trouver chercher cherche meilleur meilleure bon bonne je mon ma mes le la les un une du de d l et ou
  pour avec sur dans en au aux par quel quelle quels quelles`.split(/\s+/),
);
// Words that are content as often as not.
for (const word of ['search', 'list', 'order', 'solution', 'solutions', 'cheap', 'in', 'die', 'show', 'look'])
  fillers.delete(word);

export function isFiller(word: string): boolean {
  return fillers.has(word);
}

/** Words for a kind of product: a product is found by what goes before them. */
const generic = new Set(
  `tool software solution platform service system app application api library framework engine kit package product model module program
  algorithm data dataset method technique technology cloud server machine computer gpu instance node compute computing hosting hosted
  ai ml ki ia intelligence automatic automatically automated smart intelligent advanced simple easy modern custom serveur serveurs ordinateur rechner
  toolkit code own run fit hold handle support make create build using used use based task work
  license licence licensed center centre datacenter location region standort rechenzentrum
  analysis diagnosis automation automate statistic management optimization monitoring processing map solver
  project company business team user file online web
  anlage anlagen system systeme verfahren werkzeuge programme losung losungen dienste modelle
  werkzeug programm anwendung dienst modell daten datensatz outil logiciel application service modele plateforme donnee`.split(
    /\s+/,
  ),
);

export function isGeneric(word: string): boolean {
  return generic.has(word);
}

/** Names of languages say of what kind something is to be, after what it is. */
const languages = new Set(
  `english german french spanish italian dutch portuguese polish russian korean japanese chinese mandarin arabic hindi turkish swedish
  norwegian danish finnish greek czech vietnamese thai indonesian ukrainian multilingual bilingual`.split(/\s+/),
);

export function isLanguage(word: string): boolean {
  return languages.has(word);
}

/** Words for pieces of data say little without their subject: 'scans' of 'retinal scans'. */
const media = new Set(
  'scan recording sweep clip video image photo photograph picture frame footage audio sound track signal reading measurement sample'.split(
    ' ',
  ),
);

export function isMedium(word: string): boolean {
  return media.has(word);
}

/** Whom something is for or about says less than what it does: 'duplicate customers', 'across hospitals'. */
const subjects = new Set(
  `customer client consumer people person human patient student pupil player member subscriber employee staff hospital clinic school
  office shop factory farmer company practice buyer visitor
  kunde kunden patient patienten arztpraxis praxis krankenhaus klinik schule schuler buro firma kanzlei mitarbeiter
  clients hopital clinique ecole eleve bureau entreprise cabinet salarie`.split(/\s+/),
);

export function isSubject(word: string): boolean {
  return subjects.has(word);
}

/** Tasks say little without what they are done to. */
const tasks = new Set(
  `recognition detection generation classification prediction estimation segmentation tracking extraction matching scoring learning
  training inference synthesis reading cloning screening counting generator detector classifier recognizer discovery folding sequencing
  mining filtering filter cleaning editing removal conversion
  erkennung prufung auswertung vorhersage klassifikation generierung bearbeitung verarbeitung reconnaissance classification traitement`.split(
    /\s+/,
  ),
);

export function isTask(word: string): boolean {
  return tasks.has(word);
}
