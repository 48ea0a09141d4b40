// Filters that a query says in words: 'under $1', '24GB', 'in Europe', 'apache', 'on sale', 'not nvidia'. What is read as a filter is
// taken out of the query; what remains is searched by its words.

import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { AttributeValues } from '#contract/catalogue/product/product-attributes.ts';
import type { QueryFilterKind } from '#contract/catalogue/search.ts';
import { greatestPrice, toMicros } from '#contract/money/amount/money.ts';
import { analysed, keyOf, keyOfCategory, keyOfTrait } from '../index-keys.rules.ts';
import { isCommonWord } from '../vocabulary/common-words.rules.ts';
import { familyLabel, rightOf, spdxIdOf } from '../vocabulary/license-families.rules.ts';
import { phraseAt } from '../vocabulary/phrases.rules.ts';
import { placeCountry, regionAt, regionLabel } from '../vocabulary/regions.rules.ts';
import { foldForSearch, isStopWord, wordsOf } from '../words.rules.ts';

/** Fields of a product that filters look at. */
export type Filtered = {
  product_type: ProductType;
  in_stock: boolean;
  on_sale: boolean;
  effective_micros: number;
  price_unit: string;
  attributes: AttributeValues;
};

export type SearchFilter = {
  kind: QueryFilterKind;
  /** As a badge says it. */
  label: string;
  /** Words of the query that say it, folded. */
  text: string;
  /** Keys of the index of which a product that fits has one; none where the index does not know. */
  keys: readonly string[];
  /** Keys that no product that fits has. */
  without: readonly string[];
  test: (product: Filtered) => boolean;
  /** Family of licenses whose members a shop's own licenses may be. */
  right?: string;
  /** Region that this one is in. */
  around?: string | null;
  /** False where the words are understood and cannot be used, such as a price in another currency. */
  isUsable: boolean;
};

export type ReadQuery = {
  filters: SearchFilter[];
  /** The query, folded. */
  whole: string;
  /** Query without the words of the filters. */
  rest: string;
  byPrice: PriceOrder;
};

/** The cheapest first, or the dearest; null: by how well they fit. */
export type PriceOrder = 'asc' | 'desc' | null;

const NUM = String.raw`\d+(?:[.,]\d+)*`;
const BELOW = String.raw`(?:under|below|less than|fewer than|smaller than|cheaper than|up to|upto|at most|max(?:imum|imal)?(?: of)?|no more than|not more than|within|<=?|unter|bis(?: zu)?|hochstens|weniger als|moins de|jusqu[ ']a|au plus)`;
const ABOVE = String.raw`(?:over|above|more than|bigger than|larger than|greater than|longer than|exceeding|at least|min(?:imum|destens)?(?: of)?|starting at|>=?|uber|ab|mehr als|plus de|au moins|a partir de)`;
const BOUND = String.raw`((?:(?:${BELOW}|${ABOVE})\s*)+)`;
const DOLLARS = String.raw`(?:us ?)?(?:\$|dollars?|usd|bucks?)`;
const CENTS = String.raw`(?:cents?|¢|ct)`;
const FOREIGN = String.raw`(?:€|£|¥|₩|eur|euros?|gbp|chf|pounds?|yen|jpy|krw|rmb|cny)`;
const PER = String.raw`(?:\s*(?:per|an?|each|every|the|/|pro|je|par|la|die|l')\s*(?:gpu[ -]?|card[ -]?)?(hours?|hrs?|h|stunde|heure|days?|tag|jour|months?|mo|monat|mois|minutes?|min|years?|jahr|an)\b)?`;
const LICENSE = String.raw`(?:[ -](?:licen[sc]e[ds]?|licencing|lizenz(?:en)?))?`;
const MEMORY_UNIT = String.raw`(gb|gib|gbs|gigs?|gigabytes?|go|tb|tib|terabytes?|mb|mib|megabytes?)`;
const NUMBERS: Record<string, number> = {
  one: 1,
  two: 2,
  dual: 2,
  three: 3,
  four: 4,
  quad: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  ten: 10,
  drei: 3,
  trois: 3,
  zwei: 2,
  vier: 4,
  acht: 8,
  deux: 2,
  quatre: 4,
  huit: 8,
};

const units: ReadonlyArray<[string, RegExp]> = [
  ['hour', /^h|^stunde/],
  ['day', /^da|^tag|^jour/],
  ['month', /^mo/],
  ['minute', /^mi/],
  ['year', /^y|^jahr|^an/],
];

/** Notes in which the other filters are read: a number of GB is a size where a dataset is wanted. */
type Reading = { text: string; raw: string; without: readonly string[]; found: SearchFilter[]; byPrice: PriceOrder };

/** `without` are words that are no filter after all. */
export function readFilters(query: string, without: readonly string[] = []): ReadQuery {
  const reading: Reading = { text: ` ${foldQuery(query)} `, raw: query, without, found: [], byPrice: null };
  for (const read of readers) read(reading);
  return {
    filters: firstOfKinds(reading.found),
    whole: foldQuery(query).trim(),
    rest: reading.text.trim().replace(/\s+/g, ' '),
    byPrice: reading.byPrice,
  };
}

function foldQuery(query: string): string {
  return foldForSearch(query)
    .replace(/[\u2019`´]/g, "'")
    .replace(/\s+/g, ' ');
}

/** Two bounds of one price are one filter each; of two that say the same the last counts. */
function firstOfKinds(found: readonly SearchFilter[]): SearchFilter[] {
  return [...new Map(found.map((filter) => [`${filter.kind} ${filter.label}`, filter])).values()];
}

const always = () => true;

type Given = Pick<SearchFilter, 'kind' | 'label'> & Partial<SearchFilter>;

/** Takes what matches out of the query; `read` answers null for what is none after all. */
function take(reading: Reading, pattern: RegExp, read: (match: RegExpExecArray) => Given | readonly Given[] | null) {
  const global = new RegExp(pattern.source, 'gu');
  let from = 0;
  for (;;) {
    global.lastIndex = from;
    const match = global.exec(reading.text);
    if (!match) return;
    const given = reading.without.includes(match[0].trim()) ? null : read(match);
    if (given === null) {
      from = match.index + Math.max(1, match[0].length);
      continue;
    }
    for (const one of [given].flat() as Given[])
      reading.found.push({ keys: [], without: [], test: always, isUsable: true, text: match[0].trim(), ...one });
    reading.text = `${reading.text.slice(0, match.index)} ${reading.text.slice(match.index + match[0].length)}`;
    from = match.index;
  }
}

/** '1,5' is one and a half, '1,000' a thousand. */
function readAmount(text: string): number {
  return Number(/,\d{1,2}$/.test(text) && !text.includes('.') ? text.replace(',', '.') : text.replaceAll(',', ''));
}

/** Ends of a range, null where it has none; an open end is not within it. */
type Range = { min: number | null; max: number | null; isOpen: boolean };

/** What the words before a number say of it: 'under' leaves it out, 'up to' does not. Without words it is the greatest one wanted. */
function readBound(words: string | undefined, value: number): Range {
  const said = (words ?? '').trim();
  const isAbove = new RegExp(`${ABOVE}$`, 'u').test(said);
  const isOpen =
    /(?:under|below|than|over|above|exceeding|[<>]|unter|uber|weniger als|mehr als|moins de|plus de)$/.test(said) &&
    !/(?:no|not) (?:more|less) than$/.test(said);
  return isAbove ? { min: value, max: null, isOpen } : { min: null, max: value, isOpen };
}

function isWithin({ min, max, isOpen }: Range, value: number): boolean {
  if (isOpen && (value === min || value === max)) return false;
  return (min ?? Number.NEGATIVE_INFINITY) <= value && value <= (max ?? Number.POSITIVE_INFINITY);
}

/** 'under $1', 'up to 24 GB', '24 to 48 GB'. */
function rangeText({ min, max, isOpen }: Range, text: (value: number) => string): string {
  if (min !== null && max !== null) return min === max ? text(min) : `${text(min)} to ${text(max)}`;
  if (min !== null) return isOpen ? `over ${text(min)}` : `${text(min)} or more`;
  return `${isOpen ? 'under' : 'up to'} ${text(max ?? 0)}`;
}

function priceFilter(range: Range): Given {
  const text = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 6 })}`;
  const micros = (amount: number | null) => (amount === null ? null : toMicros(Math.min(amount, greatestPrice + 1)));
  const bounds = { ...range, min: micros(range.min), max: micros(range.max) };
  return {
    kind: 'price',
    label: range.max === 0 ? 'Free' : `Price: ${rangeText(range, text)}`,
    test: ({ effective_micros: price }) => isWithin(bounds, price),
  };
}

function unitFilter(word: string): Given {
  const unit = units.find(([, pattern]) => pattern.test(word))?.[0] ?? 'hour';
  const ending = new RegExp(`\\b${unit}$`);
  return { kind: 'unit', label: `Priced by the ${unit}`, test: ({ price_unit }) => ending.test(price_unit) };
}

function withUnit(price: Given, unit: string | undefined): Given[] {
  return unit ? [price, unitFilter(unit)] : [price];
}

function readPrices(reading: Reading) {
  const { raw } = reading;
  const range = `(?<!\\w)(?:between|zwischen|entre|from|von|de)?\\s*${DOLLARS}?\\s*(${NUM})\\s*(?:${DOLLARS}|(${CENTS}))?\\s*(?:-|–|to|and|bis|und|et|a)\\s*(?:${DOLLARS}\\s*(${NUM})(?!\\w)|(${NUM})\\s*(?:${DOLLARS}|(${CENTS}))(?!\\w))${PER}`;
  take(reading, new RegExp(range), (match) => {
    const inCents = { min: match[2] !== undefined || match[5] !== undefined, max: match[5] !== undefined };
    const min = readAmount(match[1] ?? '') / (inCents.min ? 100 : 1);
    const max = readAmount(match[3] ?? match[4] ?? '') / (inCents.max ? 100 : 1);
    return min <= max ? withUnit(priceFilter({ min, max, isOpen: false }), match[6]) : null;
  });
  const money = `${DOLLARS}\\s*(${NUM})(k?)(?!\\w)|(${NUM})(k?)\\s*${DOLLARS}(?!\\w)|(${NUM})\\s*${CENTS}(?!\\w)`;
  const less = `(?:\\s*(?:or|oder|ou)\\s+(?:less|cheaper|below|under|weniger|moins))?`;
  // A number without a currency is a price behind a bound alone, and where it is not of something else.
  for (const pattern of [
    `${BOUND}\\s*(?:${money}|(\\d*\\.\\d+|\\d+)(?!\\s*[\\w%.,]))`,
    `(?:for )?${BOUND}?\\s*(?:${money})`,
  ])
    take(reading, new RegExp(`(?<!\\w)(?:price\\s*)?${pattern}${less}${PER}`), (match) => {
      const bare = pattern.startsWith('(?:for') ? undefined : match[7];
      const dollars = readAmount(match[2] ?? match[4] ?? bare ?? '') * (match[3] || match[5] ? 1_000 : 1);
      const value = match[6] === undefined ? dollars : readAmount(match[6]) / 100;
      if (!Number.isFinite(value)) return null;
      return withUnit(priceFilter(readBound(match[1], value)), match.at(-1));
    });
  take(
    reading,
    new RegExp(`(?<!\\w)${BOUND}?\\s*(?:${FOREIGN}\\s*${NUM}|${NUM}\\s*${FOREIGN})(?!\\w)${PER}`),
    (match) => ({
      kind: 'currency',
      label: `Prices are in US dollars: '${match[0].trim()}' is not used`,
      isUsable: false,
    }),
  );
  take(
    reading,
    /(?<![\w-])(?<!(?:royalty|hands|noise|error|tax|toll|copyright|license|cost|gluten|code|maintenance)[ -])(?:for free|free of charge|(?:at )?(?:no|zero)[ -]cost|free|kostenlos(?:e[rsn]?)?|kostenfrei(?:e[rsn]?)?|gratis|gratuite?s?|umsonst)(?![\w-])(?! of\b)(?! text\b)/,
    () => priceFilter({ min: null, max: 0, isOpen: false }),
  );
  take(
    reading,
    /(?<![\w-])(?:cheap(?:est|er)?|affordable|inexpensive|low[ -](?:cost|price|budget)|lowest price|(?:on )?(?:a )?(?:small|tight|low|limited|tiny|student) budgets?|on a budget|(?:with )?(?:little|not much) money|(?:best|good|low|lowest) prices?|budget(?= (?:gpu|card|friendly|option))|gunstig(?:e[rsn]?|ste[rsn]?)?|billig(?:e[rsn]?|ste[rsn]?)?|preiswert(?:e[rsn]?)?|pas cher(?:e?s?)?|moins cher(?:e?s?)?|bon marche|economique)(?![\w-])/,
    () => {
      reading.byPrice = 'asc';
      return [];
    },
  );
  take(
    reading,
    /(?<![\w-])(?:most expensive|priciest|dearest|teuerste[rsn]?|(?:le|la|les) plus (?:cher|chere)s?)(?![\w-])/,
    () => {
      reading.byPrice = 'desc';
      return [];
    },
  );
  // 'cheap' alone is a word after all.
  if (reading.byPrice && reading.text.trim() === '' && reading.found.length === 0) {
    reading.byPrice = null;
    reading.text = foldForSearch(raw);
  }
  // 'by the minute' may be a name, and 'hourly' what a dataset is.
  take(
    reading,
    /(?<![\w-])(?:(?:per|pro|par)\s+(hour|month|minute|day|stunde|monat|heure|mois)|(hour|month)ly (?:price|rate|rental|billing|plan|fee|payment|subscription)s?|(month)ly|(subscription|abonnement|abo)s?(?! data))(?![\w-])/,
    (match) => {
      return unitFilter(match[4] ? 'month' : (match[1] ?? match[2] ?? match[3] ?? 'hour'));
    },
  );
}

const dataNoun =
  /(?<![\w-])(?<!(?:no|not|without|ohne|sans) )(?:training data ?sets?|data ?sets?|corpus|corpora|korpus|trainingsdaten|datensatz(?:e[ns]?)?|jeux? de donnees)(?![\w-])(?:\s+(?:of|for|with|von|fur|mit|de|d'|pour)(?= |'))?/;
/** 'data' alone is a dataset where nothing is done with it: 'sales data', 'data for training', and not 'ask your data'. */
const plainData =
  /(?<![\w-])data(?= (?:i|we|you|that|which|for|with|under|about|from)(?![\w-]))|(?<=\w )(?<!(?:^| )(?:my|your|our|their|the|own|raw|big|more|of|in|on|no|not|without|[a-z]+ing) )(?:data|daten)(?=\s*$)/;
const gpuNoun =
  /(?<![\w-])(?<!\b(?:on|per|with|for|using|to|without|no|not|non|auf|ohne|mit|sur|avec|sans|a single|own)\s(?:(?:a|an|the|one|single|my|your|our|\d+|einer?|une?)\s)*)(?:gpus?|graphics? cards?|grafikkarten?|cartes? graphiques?)(?![\w-])(?!\s*(?:memory|ram|hours?|speicher|driver|memoire))/;

function categoryFilter(type: ProductType, label: string): Given {
  return { kind: 'category', label, keys: [keyOfCategory(type)] };
}

function readCategories(reading: Reading) {
  for (const noun of [dataNoun, plainData]) take(reading, noun, () => categoryFilter('data', 'Data'));
  const gpu = gpuNoun.exec(reading.text);
  if (gpu && !reading.found.some(({ kind }) => kind === 'category'))
    reading.found.push({
      keys: [],
      without: [],
      test: always,
      isUsable: true,
      text: gpu[0].trim(),
      ...categoryFilter('computing', 'Computing'),
    });
}

const GB = 1e9;

/** Gigabytes of a unit. */
function gigabytesOf(unit: string): number {
  return unit.startsWith('t') ? 1_000 : unit.startsWith('m') ? 1 / 1_000 : 1;
}

function readMemory(reading: Reading) {
  const isData = reading.found.some(({ kind, label }) => kind === 'category' && label === 'Data');
  const what = String.raw`(?:\s*(?:of\s+)?(?:gpu\s+|graphics\s+)?(?:vram|memory|ram|hbm\w*|gddr\w*|speicher|memoire))?`;
  const pattern = new RegExp(
    `(?<![\\w.,])${BOUND}?\\s*(?:(?:between |from |zwischen |entre )?(${NUM})\\s*(?:gb)?\\s*(?:-|–|to|and|bis|und|et)\\s*)?(${NUM})(?:\\s*${MEMORY_UNIT}|g)(?!\\w|\\s?\\/\\s?s|ps)(\\s*\\+|\\s+(?:or|oder|ou)\\s+(?:more|mehr|plus))?${what}`,
  );
  take(reading, pattern, (match) => {
    const scale = gigabytesOf(match[4] ?? '');
    const value = readAmount(match[3] ?? '') * scale;
    const from = match[2] === undefined ? null : readAmount(match[2]) * scale;
    const isBound = Boolean(match[1]?.trim());
    const range: Range =
      from !== null
        ? { min: from, max: value, isOpen: false }
        : match[5] !== undefined
          ? { min: value, max: null, isOpen: false }
          : isBound
            ? readBound(match[1], value)
            : { min: value, max: value, isOpen: false };
    if (!Number.isFinite(value) || (from !== null && from > value)) return null;
    if (isData) return range.min === range.max ? null : sizeFilter(range);
    return value > 1_000 || scale < 1 ? null : memoryFilter(range);
  });
}

const inGigabytes = (value: number) => `${value} GB`;

function memoryFilter(range: Range): Given {
  return {
    kind: 'memory',
    label: `GPU memory: ${rangeText(range, inGigabytes)}`,
    keys: range.min !== null && range.min === range.max ? [keyOf('fact', `${range.min}gb`)] : [],
    test: ({ attributes: { gpu_memory: memory } }) => typeof memory === 'number' && isWithin(range, memory),
  };
}

function sizeFilter(range: Range): Given {
  return {
    kind: 'size',
    label: `Size: ${rangeText(range, (value) => (value < 1 ? `${value * 1_000} MB` : inGigabytes(value)))}`,
    test: ({ attributes: { size } }) => typeof size === 'number' && isWithin(range, size / GB),
  };
}

const large: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/** 'over 1 million rows': how many there are of whatever a dataset has. */
function readRows(reading: Reading) {
  const what =
    'rows?|records?|samples?|examples?|images?|pictures?|frames?|pairs?|documents?|utterances?|recordings?|lines|zeilen|bilder|lignes';
  take(reading, new RegExp(`(?<![\\w.,])(?:with )?${BOUND}\\s*(${NUM})([kmb]?)\\s+(?:${what})(?!\\w)`), (match) => {
    const range = readBound(match[1], readAmount(match[2] ?? '') * (large[match[3] ?? ''] ?? 1));
    return {
      kind: 'rows',
      label: `Rows: ${rangeText(range, (value) => value.toLocaleString('en-US'))}`,
      test: ({ attributes: { rows } }) => typeof rows === 'number' && isWithin(range, rows),
    };
  });
}

function countFilter(count: number): Given {
  return {
    kind: 'count',
    label: `${count} GPU${count === 1 ? '' : 's'} in one machine`,
    test: ({ attributes: { gpu_count: counts } }) => [counts ?? []].flat().some((one) => Number(one) === count),
  };
}

function readCounts(reading: Reading) {
  take(reading, /(?<![\w.])(\d{1,2})\s?[x×]\s?(?=[a-z]+|\d+\s*g)/, (match) => countFilter(Number(match[1])));
  take(reading, /(?<=[a-z]\d+[a-z]*)\s[x×]\s?(\d{1,2})(?![\w.])/, (match) => countFilter(Number(match[1])));
  take(
    reading,
    /(?<![\w.])(?<!\bon )([1-9]\d?|two|dual|three|four|quad|eight|zwei|vier|acht|deux|quatre|huit)[ -](?=(?:(?!gb|g\b|tb|gig|mb|watt|w\b|bit|k\b|core|hour|day|cent|dollar)\w+[ -])?(?:gpus?|cards?|grafikkarten|accelerators?|cartes graphiques)(?!\w))/,
    (match) => countFilter(NUMBERS[match[1] ?? ''] ?? Number(match[1])),
  );
}

function licenseFilter(family: string): Given {
  return {
    kind: 'license',
    label: rightOf(family) ? familyLabel(family) : `License: ${familyLabel(family)}`,
    keys: [keyOfTrait('license', family)],
    ...(rightOf(family) && { right: family }),
  };
}

const licensePatterns: ReadonlyArray<[string, RegExp]> = [
  [
    'apache',
    new RegExp(
      `(?<![\\w-])apache(?! (?:spark|kafka|arrow|parquet|beam|flink|iceberg|airflow))${LICENSE}(?:[ -]?(?:v|version )?2(?:\\.0)?)?${LICENSE}(?![\\w-])`,
    ),
  ],
  ['bsd', new RegExp(`(?<![\\w-])bsd(?:[ -]?[23](?:[ -]clause)?)?${LICENSE}(?![\\w-])`)],
  ['agpl', new RegExp(`(?<![\\w-])agpl(?:[ -]?v?3(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['lgpl', new RegExp(`(?<![\\w-])lgpl(?:[ -]?v?[23](?:\\.\\d)?)?${LICENSE}(?![\\w-])`)],
  ['gpl', new RegExp(`(?<![\\w-])(?:gnu )?gpl(?:[ -]?v?[23](?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['mpl', new RegExp(`(?<![\\w-])(?:mpl|mozilla(?: public)?)${LICENSE}(?:[ -]?v?2(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['cc-by-sa', new RegExp(`(?<![\\w-])cc[ -]by[ -]sa(?:[ -]?4(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['cc-by-nc', new RegExp(`(?<![\\w-])cc[ -]by[ -]nc(?:[ -]?4(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['cc-by', new RegExp(`(?<![\\w-])cc[ -]by(?:[ -]?4(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['cc0', new RegExp(`(?<![\\w-])(?:cc[ -]?0|public domain)(?:[ -]?1(?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['cc', new RegExp(`(?<![\\w-])creative commons${LICENSE}(?![\\w-])`)],
  ['odc', new RegExp(`(?<![\\w-])(?:odc[ -]?by|odbl|open data commons)${LICENSE}(?![\\w-])`)],
  ['cdla', new RegExp(`(?<![\\w-])cdla(?:[ -]permissive)?(?:[ -]?[12](?:\\.0)?)?${LICENSE}(?![\\w-])`)],
  ['mit', /(?<![\w-])mit[ -](?:licen[sc]e[ds]?|lizenz)(?![\w-])/],
  ['attribution', /(?<![\w-])(?:that )?(?:requir(?:es|ing) |with )attribution(?![\w-])/],
  ['share_alike', /(?<![\w-])share[ -]?alike(?: licen[sc]e)?(?![\w-])/],
  ['noncommercial', /(?<![\w-])(?:non[ -]?commercial(?: use)?|research only|nicht ?kommerziell)(?![\w-])/],
  [
    'commercial',
    /(?<![\w-])(?:(?:for |fur |pour |usable )?commercial(?:ly)?(?: use| usage| purposes?| projects?| licen[sc]ed?| usable)|for commercial|commercially(?: usable)?|kommerziell(?:e[rsn]?)?(?: nutzung| nutzbar| verwendung)?|(?:usage|utilisation) commerciale?|commercial ok)(?![\w-])/,
  ],
  [
    'redistribution',
    /(?<![\w-])(?:(?:may|can) be redistributed|redistribut(?:able|ion)(?: allowed)?|resellable|weiterverkauf|weitergabe)(?![\w-])/,
  ],
  ['permissive', new RegExp(`(?<![\\w-])permissive(?:ly)?${LICENSE}(?![\\w-])`)],
  ['copyleft', new RegExp(`(?<![\\w-])copyleft${LICENSE}(?![\\w-])`)],
  [
    'osi',
    /(?<![\w-])(?:open[ -]?source[d]?|foss|oss|quelloffen(?:e[rsn]?)?|logiciels? libres?|code ouvert)(?: licen[sc]e[ds]?)?(?![\w-])/,
  ],
];

function readLicenses(reading: Reading) {
  // Ids as SPDX writes them, such as 'GPL-3.0-or-later'.
  take(reading, /(?<![\w.-])[a-z]+(?:-[a-z0-9.]+)*-\d[a-z0-9.]*(?:-[a-z0-9.]+)*(?![\w-])/, (match) => {
    const id = spdxIdOf(match[0]);
    return id === null ? null : { ...licenseFilter(id.toLowerCase()), label: `License: ${id}` };
  });
  for (const [family, pattern] of licensePatterns) take(reading, pattern, () => licenseFilter(family));
  // 'mit' is a word of German, too.
  if (/\bMIT\b/.test(reading.raw) || /^\s*mit\s*$/.test(reading.text))
    take(reading, /(?<![\w-])mit(?![\w-])/, () => licenseFilter('mit'));
  eitherOf(reading, 'license');
}

function readStates(reading: Reading) {
  take(
    reading,
    /(?<![\w-])(?:on sale|discount(?:ed|s)?|reduced price|special offers?|im angebot|reduziert(?:e[rsn]?)?|rabatt(?:iert)?|en promo(?:tion)?s?|en soldes?|soldes)(?![\w-])/,
    () => ({
      kind: 'sale',
      label: 'On sale',
      test: ({ on_sale }) => on_sale,
    }),
  );
  take(
    reading,
    /(?<![\w-])(?:in stock|available(?: now| today)?|auf lager|verfugbar(?:e[rsn]?)?|lieferbar|en stock|disponibles?)(?![\w-])/,
    () => ({
      kind: 'stock',
      label: 'In stock',
      test: ({ in_stock }) => in_stock,
    }),
  );
  const interruptible = (is: boolean): Given => ({
    kind: 'interruptible',
    label: is ? 'Can be interrupted' : 'Not interrupted',
    test: ({ attributes }) => attributes.interruptible === is,
  });
  take(
    reading,
    /(?<![\w-])(?:(?:not |non[ -]?|un)interruptible|uninterrupted|not interrupted|(?:without|no) interruptions?|ohne unterbrechung(?:en)?|sans interruption|on[ -]demand)(?![\w-])/,
    () => interruptible(false),
  );
  take(
    reading,
    /(?<![\w-])(?:interrupt[ai]ble|pre-?emptible|unterbrechbar(?:e[rsn]?)?|spot(?= (?:instances?|gpus?|vms?|machines?|servers?|prices?|pricing)\b)|spot(?=\s*$))(?: (?:instances?|vms?|machines?|servers?|prices?|pricing)(?!\w))?(?![\w-])/,
    () => interruptible(true),
  );
  take(
    reading,
    /(?<![\w-])(?:no|without|free of|not?|ohne|sans|keine)(?: any)? (?:personal data|personal information|pii|personenbezogenen? daten|donnees personnelles)(?![\w-])/,
    () => ({
      kind: 'personal_data',
      label: 'Without personal data',
      test: ({ attributes }) => attributes.personal_data === false,
    }),
  );
}

/** Words before a place that belong to it. */
const placeWords = new Set([
  'in',
  'from',
  'near',
  'hosted',
  'located',
  'based',
  'within',
  'inside',
  'aus',
  'en',
  'dans',
  'au',
  'a',
  'im',
  'der',
  'hosting',
  'region',
  'the',
  'only',
  'location',
  'standort',
  'rechenzentrum',
  'data',
  'center',
]);
/** Names of two letters, and of other things, that are read as places after such a word alone. */
const doubtful = new Set([
  'us',
  'at',
  'in',
  'is',
  'no',
  'it',
  'be',
  'georgia',
  'island',
  'chili',
  'santiago',
  'paris',
  'nice',
  'inde',
  'virginia',
  'washington',
  'korea',
]);

/** A state or a city that no product names is the country that it is in: `around` says what to ask for instead. */
export function regionFilter(code: string): Given {
  return {
    kind: 'region',
    label: `Region: ${regionLabel(code)}`,
    keys: [keyOfTrait('region', code)],
    around: placeCountry(code),
  };
}

function readRegions(reading: Reading) {
  const words = wordsOf(reading.text).map((word) => word.text);
  for (let at = 0; at < words.length; at++) {
    const region = regionAt(words, at);
    if (!region) continue;
    const name = words.slice(at, at + region.length).join(' ');
    const before = words[at - 1] ?? '';
    const isMeant =
      !doubtful.has(name) ||
      placeWords.has(before) ||
      words.length === region.length ||
      (name === 'us' && /\bUS\b/.test(reading.raw));
    if (!isMeant) continue;
    const pattern = name
      .split(' ')
      .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\\p{L}\\p{N}]+');
    const around = `(?:(?<!\\p{L})(?:hosted|located|based|standort|made)\\s+)?(?:(?<!\\p{L})(?:only\\s+)?(?:in|from|near|within|inside|aus|en|dans|au|im|region)\\s+(?:the\\s+|der\\s+)?)?`;
    let isFirst = true;
    take(
      reading,
      new RegExp(
        `${around}(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])(?:\\s+(?:hosting|hosted|region|based|only|servers?)(?!\\p{L}))?`,
      ),
      () => {
        if (!isFirst) return null;
        isFirst = false;
        return regionFilter(region.code);
      },
    );
    at += region.length - 1;
  }
  eitherOf(reading, 'region');
}

/** Two regions in one query are either of them, and so are two licenses. */
function eitherOf(reading: Reading, kind: SearchFilter['kind']) {
  const both = reading.found.filter((one) => one.kind === kind);
  if (both.length < 2) return;
  const keys = [...new Set(both.flatMap((one) => one.keys))];
  for (const one of both) Object.assign(one, { keys });
}

const formats =
  'parquet|geoparquet|jsonl|json|csv|tsv|coco|yolo|wav|flac|mp3|png|jpe?g|tiff?|hdf5|tmx|xml|geopackage|matlab|geojson|arrow|webdataset|tfrecords?|txt';

function readFormats(reading: Reading) {
  const isData = reading.found.some(({ kind, label }) => kind === 'category' && label === 'Data');
  const pattern = isData
    ? `(?<![\\w-])(?:(?:in|as|with) )?(${formats})(?: format| files?)?(?![\\w-])`
    : `(?<![\\w-])(?:(?:in|as) )?(${formats}) (?:format|files?)(?![\\w-])`;
  take(reading, new RegExp(pattern), (match) => ({
    kind: 'format',
    label: `Format: ${(match[1] ?? '').toUpperCase()}`,
    keys: [keyOf('fact', analysed(match[1] ?? '').stem)],
  }));
}

/** Hours of '2 days', '48 hours', 'a week'. */
const hoursOf: ReadonlyArray<[number, RegExp]> = [
  [1, /^(?:h|stunde|heure)/],
  [24, /^(?:day|tag|jour)/],
  [168, /^(?:week|woche|semaine)/],
  [720, /^(?:month|monat|mois)/],
];

function readDurations(reading: Reading) {
  take(
    reading,
    /(?<![\w-])(?:for|fur|pour|during|over)\s+(\d{1,5}|an?|one|two|three|four|five|six|seven|eight|ten|zwei|drei|vier|deux|trois|quatre|einen?|une?)\s+(hours?|h|days?|weeks?|months?|stunden?|tage?n?|wochen?|monate?|heures?|jours?|semaines?|mois)(?![\w-])/,
    (match) => {
      const count = Number(match[1]) || (NUMBERS[match[1] ?? ''] ?? 1);
      const hours = count * (hoursOf.find(([, pattern]) => pattern.test(match[2] ?? ''))?.[0] ?? 1);
      return {
        kind: 'duration',
        label: match[0].trim(),
        test: ({ attributes: { minimum_rental: shortest, maximum_rental: longest } }) =>
          Number(shortest ?? 0) <= hours && hours <= Number(longest ?? hours),
      };
    },
  );
}

/** 'not nvidia', 'without nvidia or amd', '-nvidia': what is excluded has the word in its name, in its facts, or is made by it. */
function readNegations(reading: Reading) {
  take(
    reading,
    /(?:(?<![\w-])(?:(?:that|which) (?:is|are) )?(?<!(?:may|must|can|could|do|does|did|should|will|would|need) )(?:but not|not|no|non|without|except(?: for)?|excluding|minus|ohne|sans|kein(?:e[nr]?)?|nicht|pas de|other than)\s+|(?<=\s)-(?=[a-z]))((?:from |by |any |a |an |the )?[\p{L}\p{N}][\p{L}\p{N}.]*(?:(?: or | and | oder | ou | nor |, ?)[\p{L}\p{N}][\p{L}\p{N}.]*)*)/u,
    (match) => {
      const words = wordsOf(match[1] ?? '')
        .map((word) => word.text)
        .filter((word) => !isStopWord(word) && !['oder', 'ou', 'nor', 'from', 'by'].includes(word));
      // What is not done is no thing: 'without sharing data'.
      const following = wordsOf(reading.text.slice(match.index)).map((word) => analysed(word.text).stem);
      // Everyday words are no things that a product has: 'without a new release'.
      const isThing = (word: string) => !isCommonWord(word) || regionAt([word], 0) !== null;
      if (
        words.length === 0 ||
        phraseAt(following, 0) ||
        !words.every(isThing) ||
        words.some((word) => /[a-z]{3}ing$/.test(word))
      )
        return null;
      const without = words.flatMap((word) => {
        const { stem } = analysed(word);
        const region = regionAt([word], 0);
        return [keyOf('fact', stem), ...(region ? [keyOfTrait('region', region.code)] : [])];
      });
      return { kind: 'not', label: `Not ${words.join(', ')}`, without };
    },
  );
}

const readers = [
  readStates,
  readDurations,
  readCategories,
  readCounts,
  readRows,
  readMemory,
  readPrices,
  readLicenses,
  readFormats,
  readNegations,
  readRegions,
];

/** A filter by provider: its name stands in the query. */
export function providerFilter(provider: string): SearchFilter {
  return {
    kind: 'provider',
    label: `Provider: ${provider}`,
    text: provider,
    keys: [keyOfTrait('provider', provider)],
    without: [],
    test: always,
    isUsable: true,
  };
}
