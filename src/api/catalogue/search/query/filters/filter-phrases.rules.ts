// Phrases of a query that are filters, or an order of prices, in English, German and French.
import { accentless } from '../../words.rules.ts';
import type { Token } from './query-tokens.rules.ts';
import {
  categoryFilter,
  interruptibleFilter,
  licenseFilter,
  licensesFilter,
  noPersonalData,
  priceFilter,
  type Said,
  saleFilter,
  stockFilter,
  unitFilter,
} from './search-filter.rules.ts';

/** The cheapest first, or the dearest. */
export type PriceOrder = 'asc' | 'desc';

type Meaning = { filter: Said } | { order: PriceOrder };

const free = priceFilter({ min: null, max: 0, isOpen: false });

const meanings: ReadonlyArray<readonly [Meaning, string]> = [
  [
    { filter: free },
    `free | for free | free of charge | no cost | at no cost | zero cost | kostenlos | kostenlose | kostenloser | kostenloses |
     kostenfrei | gratis | gratuit | gratuite | gratuits | gratuites | umsonst`,
  ],
  [
    { order: 'asc' },
    `cheap | cheaper | cheapest | affordable | inexpensive | low cost | low price | lowest price | lowest prices | low budget | best price |
     best prices | good price | little money | with little money | not much money | small budget | tight budget | limited budget |
     student budget | on a budget | on a small budget | on a tight budget | gunstig | gunstige | gunstiger | gunstiges | gunstigste |
     gunstigster | gunstigstes | billig | billige | billiger | billigste | preiswert | preiswerte | pas cher | pas chere | pas chers |
     moins cher | moins chere | bon marche | economique | economiques`,
  ],
  [
    { order: 'desc' },
    `most expensive | priciest | dearest | money no object | high end | top end | flagship | teuerste | teuerster | le plus cher |
     la plus chere | les plus chers`,
  ],
  [
    { filter: saleFilter },
    `on sale | on sale now | on sale right now | on sale today | sale price | discount | discounts | discounted | reduced price |
     reduced prices | marked down | special offer | special offers | hot deal | hot deals | best deal | best deals | im angebot |
     reduziert | reduzierte | rabatt | rabattiert | en promotion | en promo | en solde | en soldes | soldes | bonnes affaires`,
  ],
  [
    { filter: stockFilter },
    `in stock | available | available now | available today | available right now | available immediately | immediately available |
     ready now | no waiting list | no waitlist | without waiting list | without a waiting list | no waiting | not sold out | auf lager | verfugbar | sofort verfugbar | lieferbar | en stock |
     disponible | disponibles`,
  ],
  [
    { filter: interruptibleFilter(false) },
    `not interruptible | non interruptible | uninterruptible | uninterrupted | not interrupted | never interrupted | without interruption |
     without interruptions | no interruption | no interruptions | on demand | ohne unterbrechung | ohne unterbrechungen |
     nicht unterbrechbar | sans interruption`,
  ],
  [
    { filter: interruptibleFilter(true) },
    `interruptible | interruptable | preemptible | pre emptible | spot instance | spot instances | spot gpu | spot gpus | spot vm |
     spot machine | spot machines | spot server | spot price | spot prices | spot pricing | unterbrechbar | unterbrechbare`,
  ],
  [
    { filter: noPersonalData },
    `no personal data | without personal data | without any personal data | not personal data | free of personal data |
     no personal information | without personal information | no pii | without pii | pii free | ohne personenbezogene daten |
     keine personenbezogenen daten | sans donnees personnelles`,
  ],
  [
    { filter: unitFilter('hour') },
    'per hour | hourly rate | hourly price | hourly rental | hourly billing | pro stunde | par heure',
  ],
  [{ filter: unitFilter('day') }, 'per day | daily rate | pro tag | par jour'],
  [
    { filter: unitFilter('month') },
    `per month | monthly rate | monthly price | monthly plan | monthly fee | monthly subscription | subscription | subscriptions |
     monatlich | pro monat | abonnement | abonnements | abo | par mois | mensuel`,
  ],
  [{ filter: unitFilter('minute') }, 'per minute | pro minute | par minute | billed by the minute'],
  [{ filter: unitFilter('seat', 'user') }, 'per seat | per user | seat based | pro nutzer | par utilisateur'],
  ...['page', 'image', 'call', 'token', 'character', 'mailbox', 'project', 'license'].map(
    (unit): readonly [Meaning, string] => [
      { filter: unitFilter(unit) },
      `per ${unit} | pay per ${unit} | price per ${unit}`,
    ],
  ),
  [
    { filter: categoryFilter('data') },
    `dataset | datasets | data set | data sets | training dataset | training datasets | training data | corpus | corpora | korpus |
     trainingsdaten | datensatz | datensatze | datensatzen | jeu de donnees | jeux de donnees`,
  ],
  [
    { filter: licenseFilter('osi') },
    `open source | opensource | open sourced | foss | quelloffen | quelloffene | logiciel libre | logiciels libres | code ouvert`,
  ],
  [
    { filter: licenseFilter('open') },
    `openly licensed | open license | open licence | open licensed | freely licensed | open data license |
     licence libre | licences libres | licence ouverte | freie lizenz | offene lizenz | offen lizenziert`,
  ],
  [{ filter: licenseFilter('permissive') }, 'permissive | permissive license | permissively licensed'],
  [
    { filter: licensesFilter('MPL or LGPL', 'mpl', 'lgpl') },
    'weak copyleft | file level copyleft | weak copyleft license',
  ],
  [{ filter: licenseFilter('copyleft') }, 'copyleft'],
  [
    { filter: licenseFilter('apache') },
    'apache | apache 2 | apache 2.0 | apache v2 | apache license | apache licensed | apache license 2.0',
  ],
  [{ filter: licenseFilter('mit') }, 'mit license | mit licence | mit licensed | mit lizenz | licence mit'],
  [{ filter: licenseFilter('bsd') }, 'bsd | bsd 2 | bsd 3 | bsd 3 clause | bsd 2 clause'],
  [{ filter: licenseFilter('agpl') }, 'agpl | agpl v3 | agplv3 | agpl 3 | agpl 3.0'],
  [{ filter: licenseFilter('lgpl') }, 'lgpl | lgpl v3 | lgplv3 | lgpl 2.1 | lgpl 3.0'],
  [{ filter: licenseFilter('gpl') }, 'gpl | gnu gpl | gpl v2 | gpl v3 | gplv2 | gplv3 | gpl 2.0 | gpl 3 | gpl 3.0'],
  [{ filter: licenseFilter('mpl') }, 'mpl | mpl 2 | mpl 2.0 | mozilla license | mozilla public license'],
  [{ filter: licenseFilter('cc-by-sa') }, 'cc by sa | cc by sa 4.0 | creative commons by sa'],
  [{ filter: licenseFilter('cc-by-nc') }, 'cc by nc | cc by nc 4.0'],
  [{ filter: licenseFilter('cc-by') }, 'cc by | cc by 4.0 | ccby | creative commons attribution'],
  [{ filter: licenseFilter('cc0') }, 'cc0 | cc 0 | public domain'],
  [{ filter: licenseFilter('cc') }, 'creative commons'],
  [{ filter: licenseFilter('odc') }, 'odc by | odbl | open data commons'],
  [{ filter: licenseFilter('cdla') }, 'cdla | cdla permissive | cdla permissive 2.0'],
  [
    { filter: licenseFilter('noncommercial') },
    'non commercial | noncommercial | non commercial use | research only | nicht kommerziell',
  ],
  [
    { filter: licenseFilter('commercial') },
    `commercial use | for commercial use | commercial usage | commercial purposes | commercial projects | commercial license |
     commercial licence | commercially | commercially usable | commercially licensed | use commercially | usable commercially |
     for commercial | commercial ok | kommerziell | kommerzielle | kommerzielle nutzung | kommerziell nutzbar | usage commercial |
     utilisation commerciale`,
  ],
  [
    { filter: licenseFilter('redistribution') },
    'redistribution | redistributable | may be redistributed | can be redistributed | redistribution allowed | weiterverkauf | weitergabe',
  ],
  [{ filter: licenseFilter('share_alike') }, 'share alike | sharealike'],
  [{ filter: licenseFilter('attribution') }, 'requires attribution | requiring attribution | with attribution'],
];

/** Words of the longest phrase. */
const LONGEST = 5;
const byPhrase = new Map(
  meanings.flatMap(([meaning, phrases]) =>
    phrases.split('|').map((phrase) => [wordsOfPhrase(phrase), meaning] as const),
  ),
);

function wordsOfPhrase(phrase: string): string {
  return accentless(phrase).trim().split(/\s+/).join(' ');
}

/** Words behind 'license' that belong to its name. */
const licenseWords = new Set(['license', 'licence', 'licensed', 'licenses', 'lizenz']);
/** Projects of the Apache foundation are no licenses; nor is what is free of something free. */
const others: Record<string, ReadonlySet<string>> = {
  apache: new Set(['spark', 'kafka', 'arrow', 'parquet', 'beam', 'flink', 'iceberg', 'airflow', 'hadoop']),
  free: new Set(['of', 'text', 'form', 'space']),
};
/** Words before 'free' with which it says something else. */
const freeOfWhat = new Set(
  'royalty hands noise error tax toll copyright license gluten code maintenance lock bug'.split(' '),
);

/** Meaning of the phrase that begins at a token, and how many tokens it has; the longest one counts. */
export function phraseOfFilter(tokens: readonly Token[], at: number): { meaning: Meaning; length: number } | null {
  for (let length = LONGEST; length > 0; length--) {
    const words = tokens.slice(at, at + length).map(({ text }) => text);
    const meaning = words.length === length ? byPhrase.get(words.join(' ')) : undefined;
    if (!meaning || isOther(tokens, at, length)) continue;
    const isLicense = 'filter' in meaning && meaning.filter.kind === 'license';
    const more = isLicense && licenseWords.has(tokens[at + length]?.text ?? '') ? 1 : 0;
    return { meaning, length: length + more };
  }
  return null;
}

function isOther(tokens: readonly Token[], at: number, length: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (length === 1 && others[word]?.has(tokens[at + 1]?.text ?? '')) return true;
  return word === 'free' && freeOfWhat.has(tokens[at - 1]?.text ?? '');
}
