// Regions in which machines stand and services are hosted, by the names that products and people use: countries, their states and
// cities where data centers are, and the groups of countries that are asked for. The search, the filters of lists and the prices of a
// region all read this one table; the database had it once, for the products of before (migrations/0148-facets-and-ratings.sql).
import type { Searched } from '../../schema/product.record.ts';
import { wordsOf } from '../search/words.rules.ts';

type Region = { label: string; groups: readonly string[] };

const groups: Record<string, { label: string; names: string }> = {
  eu: { label: 'European Union', names: 'eu|european union|europaische union|union europeenne' },
  europe: { label: 'Europe', names: 'europe|european|europa|europaisch|europeen|eea|emea' },
  asia: { label: 'Asia', names: 'asia|asian|asien|asie|apac|asia pacific' },
  'north america': { label: 'North America', names: 'north america|nordamerika|amerique du nord' },
  'south america': { label: 'South America', names: 'south america|latin america|sudamerika|amerique du sud|latam' },
  africa: { label: 'Africa', names: 'africa|afrika|afrique' },
  nordics: {
    label: 'Nordic countries',
    names: 'nordic|nordics|nordic countries|scandinavia|scandinavian|skandinavien|scandinavie',
  },
  dach: { label: 'Germany, Austria, Switzerland', names: 'dach' },
  benelux: { label: 'Benelux', names: 'benelux' },
  'southeast asia': { label: 'Southeast Asia', names: 'southeast asia|south east asia|sudostasien' },
  'middle east': { label: 'Middle East', names: 'middle east|naher osten|moyen orient' },
  americas: { label: 'Americas', names: 'americas|the americas' },
  oceania: { label: 'Oceania', names: 'oceania|ozeanien|oceanie' },
};

/** Code; label; groups; names besides the label; states and cities within it. Names are folded. */
const countries = `
us; United States; north america,americas; usa|america|u.s|vereinigte staaten|etats unis|amerika; oregon|ohio|texas|virginia|california|kalifornien|iowa|utah|nevada|arizona|washington|new york|chicago|dallas|us east|us west|us central|silicon valley
ca; Canada; north america,americas; kanada; quebec|ontario|toronto|montreal|vancouver|british columbia
mx; Mexico; north america,americas; mexiko|mexique
br; Brazil; south america,americas; brasilien|bresil; sao paulo
ar; Argentina; south america,americas; argentinien|argentine
cl; Chile; south america,americas; chili; santiago
co; Colombia; south america,americas; kolumbien|colombie
de; Germany; europe,eu,dach; deutschland|allemagne; frankfurt|berlin|munich|munchen|hamburg|nuremberg|nurnberg|falkenstein
fr; France; europe,eu; frankreich; paris|marseille|strasbourg|roubaix|gravelines
nl; Netherlands; europe,eu,benelux; niederlande|holland|pays bas; amsterdam|rotterdam
be; Belgium; europe,eu,benelux; belgien|belgique; brussels|brussel|bruxelles
lu; Luxembourg; europe,eu,benelux; luxemburg
ie; Ireland; europe,eu; irland|irlande; dublin
at; Austria; europe,eu,dach; osterreich|autriche; vienna|wien
it; Italy; europe,eu; italien|italie; milan|mailand|rome|turin
es; Spain; europe,eu; spanien|espagne; madrid|barcelona
pt; Portugal; europe,eu; ; lisbon|lissabon|lisbonne
pl; Poland; europe,eu; polen|pologne; warsaw|warschau|varsovie
cz; Czechia; europe,eu; czech republic|tschechien|tchequie; prague|prag
sk; Slovakia; europe,eu; slowakei|slovaquie; bratislava
hu; Hungary; europe,eu; ungarn|hongrie; budapest
ro; Romania; europe,eu; rumanien|roumanie; bucharest
bg; Bulgaria; europe,eu; bulgarien|bulgarie; sofia
hr; Croatia; europe,eu; kroatien|croatie; zagreb
si; Slovenia; europe,eu; slowenien|slovenie
gr; Greece; europe,eu; griechenland|grece; athens
fi; Finland; europe,eu,nordics; finnland|finlande; helsinki
se; Sweden; europe,eu,nordics; schweden|suede; stockholm
dk; Denmark; europe,eu,nordics; danemark; copenhagen
ee; Estonia; europe,eu; estland|estonie; tallinn
lv; Latvia; europe,eu; lettland|lettonie; riga
lt; Lithuania; europe,eu; litauen|lituanie; vilnius
no; Norway; europe,nordics; norwegen|norvege; oslo
is; Iceland; europe,nordics; island|islande; reykjavik
ch; Switzerland; europe,dach; schweiz|suisse; zurich|geneva|geneve|genf
gb; United Kingdom; europe; uk|britain|great britain|england|scotland|wales|vereinigtes konigreich|grossbritannien|royaume uni; london|londres|manchester
ua; Ukraine; europe; ; kyiv
rs; Serbia; europe; serbien|serbie; belgrade
tr; Turkey; europe,asia; turkiye|turkei|turquie; istanbul
jp; Japan; asia; japon; tokyo|osaka
kr; South Korea; asia; korea|sudkorea|coree du sud|coree; seoul
cn; China; asia; chine; beijing|shanghai|shenzhen
tw; Taiwan; asia; ; taipei
hk; Hong Kong; asia; hongkong
sg; Singapore; asia,southeast asia; singapur|singapour
vn; Vietnam; asia,southeast asia; ; hanoi|ho chi minh
th; Thailand; asia,southeast asia; thailande; bangkok
my; Malaysia; asia,southeast asia; malaisie; kuala lumpur
id; Indonesia; asia,southeast asia; indonesien|indonesie; jakarta
ph; Philippines; asia,southeast asia; philippinen; manila
in; India; asia; indien|inde; mumbai|bangalore|bengaluru|delhi|hyderabad
ae; United Arab Emirates; asia,middle east; uae; dubai|abu dhabi
sa; Saudi Arabia; asia,middle east; saudi arabien; riyadh
il; Israel; asia,middle east; ; tel aviv
za; South Africa; africa; sudafrika|afrique du sud; johannesburg|cape town
ng; Nigeria; africa; ; lagos
ke; Kenya; africa; kenia; nairobi
eg; Egypt; africa,middle east; agypten|egypte; cairo
au; Australia; oceania; australien|australie; sydney|melbourne
nz; New Zealand; oceania; neuseeland|nouvelle zelande; auckland
`;

const regions = new Map<string, Region>();
const codeOfName = new Map<string, string>();
/** Groups that are wholly within another one. */
const withinGroups: Record<string, string[]> = {
  eu: ['europe'],
  nordics: ['europe'],
  dach: ['europe'],
  benelux: ['europe'],
  'southeast asia': ['asia'],
  'north america': ['americas'],
  'south america': ['americas'],
};
for (const [code, { label, names }] of Object.entries(groups)) {
  regions.set(code, { label, groups: withinGroups[code] ?? [] });
  for (const name of names.split('|')) codeOfName.set(name, code);
}
for (const line of countries.trim().split('\n')) {
  const [code = '', label = '', within = '', names = '', places = ''] = line.split('; ');
  regions.set(code, { label, groups: within.split(',') });
  for (const name of [label, ...names.split('|')]) codeOfName.set(foldedName(name), code);
  for (const place of places.split('|').filter(Boolean)) {
    codeOfName.set(place, place);
    regions.set(place, { label: inCapitals(place), groups: [code, ...within.split(',')] });
  }
}
codeOfName.set('us', 'us');
codeOfName.delete('');

const LONGEST_NAME = 3;

function inCapitals(place: string): string {
  return place.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()).replace(/^Us /, 'US ');
}

function foldedName(text: string): string {
  return wordsOf(text)
    .map((word) => word.text)
    .join(' ');
}

/** The regions that one is part of, the nearest first. */
export function regionsAround(code: string): readonly string[] {
  return regions.get(code)?.groups.filter(Boolean) ?? [];
}

/** The country of a state or a city; null for what is none. */
export function placeCountry(code: string): string | null {
  const [country = ''] = regionsAround(code);
  return country.length === 2 && code.length > 2 && !(code in groups) ? country : null;
}

export function regionLabel(code: string): string {
  return regions.get(code)?.label ?? code;
}

/** The region that the words from `at` on name, and how many they are; the longest name counts. */
export function regionAt(words: readonly string[], at: number): { code: string; length: number } | null {
  for (let length = LONGEST_NAME; length > 0; length--) {
    const name = words.slice(at, at + length);
    const code = name.length === length && codeOfName.get(name.join(' '));
    if (code) return { code, length };
  }
  return null;
}

/** Names of rows that say where a product stands. */
const saysWhere = /region|hosting|location|deployment|data cent|jurisdiction|country/i;

/** The regions that a product can be had in, each with the groups that it belongs to. */
export function regionsOf({
  attributes,
  options,
  specs,
}: Pick<Searched, 'attributes' | 'options' | 'specs'>): Set<string> {
  const texts = [
    ...[attributes.region ?? []].flat().map(String),
    ...options.filter(({ name }) => saysWhere.test(name)).flatMap(({ choices }) => choices),
    ...specs.filter(({ name }) => saysWhere.test(name)).map(({ value }) => value),
  ];
  return new Set(texts.flatMap(regionsIn));
}

/** Texts that are remembered: sellers write them, and repeat few. */
const MOST_REMEMBERED = 5_000;
const remembered = new Map<string, readonly string[]>();

/** Codes of the regions that a text names, each with those that it is part of: 'Frankfurt, Germany' is in Europe too. */
export function regionsIn(text: string): readonly string[] {
  const known = remembered.get(text);
  if (known) return known;
  const found = new Set<string>();
  const words = wordsOf(text).map((word) => word.text);
  for (let at = 0; at < words.length; at++) {
    const region = regionAt(words, at);
    if (!region) continue;
    found.add(region.code);
    for (const around of regionsAround(region.code)) found.add(around);
    at += region.length - 1;
  }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, [...found]);
  return [...found];
}

/** Code of the region whose name a text is, as a whole; null for 'US East (Oregon)' and for what is no region. */
export function regionNamed(text: string): string | null {
  const words = wordsOf(text).map((word) => word.text);
  const region = words.length > 0 && words.length <= LONGEST_NAME ? regionAt(words, 0) : null;
  return region && region.length === words.length ? region.code : null;
}

/**
 * Test of texts that name one of the regions that are asked for, or a place in it; a region that nobody knows is compared as it is
 * written.
 */
export function createRegionTest(wanted: readonly string[]): (text: string) => boolean {
  const texts = new Set(wanted);
  const codes = new Set(wanted.map(regionNamed).filter((code) => code !== null));
  return (text) => texts.has(text) || regionsIn(text).some((code) => codes.has(code));
}

/** Test of texts that name one of these regions, or a place in it, by their codes. */
export function createCodeTest(wanted: readonly string[]): (text: string) => boolean {
  const codes = new Set(wanted);
  return (text) => regionsIn(text).some((code) => codes.has(code));
}

/** Groups of countries that are offered as such; a country stands in the first of them that it belongs to. */
const continents = ['europe', 'north america', 'asia', 'south america', 'africa', 'oceania'];

/** The region within which a filter shows one: a place in its country, a country on its continent; null for a continent. */
export function regionWithin(code: string): string | null {
  if (code === 'eu') return 'europe';
  return placeCountry(code) ?? regionsAround(code).find((group) => continents.includes(group)) ?? null;
}

/** Codes of the places, countries and continents that are neither in one of these regions nor around it. */
export function regionsOutside(codes: readonly string[]): string[] {
  return [...regions.keys()].filter(
    (code) =>
      (!(code in groups) || continents.includes(code)) &&
      codes.every(
        (other) => code !== other && !regionsAround(code).includes(other) && !regionsAround(other).includes(code),
      ),
  );
}

/** True of the regions that a filter offers: places, countries, continents and the European Union. */
export function isOfferedRegion(code: string): boolean {
  return code in groups ? code === 'eu' || continents.includes(code) : regionWithin(code) !== null;
}

/** Every region by its code, with the folded names that it has. */
export function allRegions(): Array<{ code: string; label: string; names: string[]; around: readonly string[] }> {
  const names = Map.groupBy(codeOfName.keys(), (name) => codeOfName.get(name) ?? '');
  return [...regions].map(([code, { label }]) => ({
    code,
    label,
    names: names.get(code) ?? [],
    around: regionsAround(code),
  }));
}
