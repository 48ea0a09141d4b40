// Filters that a query says in words: 'under $1', '24GB', 'in Europe', 'apache', 'on sale', 'not nvidia'. What is read as a filter is
// taken out of the query; what remains is searched by its words.

import { rightOf, spdxIdOf } from '../../license/license-families.rules.ts';
import { regionAt } from '../../region/regions.rules.ts';
import { analysed, keyOf } from '../index-keys.rules.ts';
import { isCommonWord } from '../vocabulary/common-words.rules.ts';
import { makerOf, phraseAt } from '../vocabulary/phrases.rules.ts';
import { sameWords, synonymsOf } from '../vocabulary/synonyms.rules.ts';
import { isFiller } from '../vocabulary/weak-words.rules.ts';
import { isStopWord } from '../words.rules.ts';
import { type PriceOrder, phraseOfFilter } from './filters/filter-phrases.rules.ts';
import { quantityAt } from './filters/quantities.rules.ts';
import { numeralOf, type Token, tokensOf } from './filters/query-tokens.rules.ts';
import {
  categoryFilter,
  formatFilter,
  gpuFilter,
  interruptibleFilter,
  licenseFilter,
  notFilter,
  regionFilter,
  type Said,
  type SearchFilter,
  saleFilter,
  unitFilter,
} from './filters/search-filter.rules.ts';

export type ReadQuery = {
  filters: SearchFilter[];
  /** The query, folded. */
  whole: string;
  /** Query without the words of the filters. */
  rest: string;
  /** The cheapest first, or the dearest; null: by how well they fit. */
  byPrice: PriceOrder | null;
};

/** More tokens are not looked at for filters. */
const MOST_TOKENS = 60;

type Reading = {
  text: string;
  tokens: readonly Token[];
  /** True where a number of GB is the size of a dataset. */
  isData: boolean;
  raw: string;
};

/** Filters that begin at a token, how many tokens say them, and an order; `isKept` where the words are searched as well. */
type Read = { filters: readonly Said[]; length: number; order?: PriceOrder; isKept?: boolean };
type Reader = (reading: Reading, at: number) => Read | null;

/** Words that say what a product is priced by, where another word says so, too. */
const units: Record<string, string> = Object.fromEntries(
  [
    ['hour', 'hourly stundlich'],
    ['day', 'daily taglich'],
    ['month', 'monthly monatlich mensuel'],
  ].flatMap(([unit = '', words = '']) => words.split(' ').map((word) => [word, unitFilter(unit).label])),
);

/** `without` are words that are no filter after all. */
export function readFilters(query: string, without: readonly string[] = []): ReadQuery {
  const { text, tokens: all } = tokensOf(query);
  const tokens = all.slice(0, MOST_TOKENS);
  const reading = { text, tokens, isData: false, raw: query };
  reading.isData = tokens.some((_, at) => dataNoun(reading, at) !== null);
  const filters: SearchFilter[] = [];
  const taken: Array<readonly Token[]> = [];
  let byPrice: PriceOrder | null = null;
  for (let at = 0; at < tokens.length; ) {
    const read = readAt(reading, at);
    if (!read) {
      at++;
      continue;
    }
    const words = tokens.slice(at, at + read.length);
    at += read.length;
    if (without.includes(textOf(text, words))) continue;
    for (const said of read.filters)
      filters.push({ ...said, text: textOf(text, words), remaining: withoutTokens(text, [words]) });
    byPrice = read.order ?? byPrice;
    if (!read.isKept) taken.push(words);
  }
  // 'monthly' of 'monthly data subscription' says the unit once more.
  const isRepeated = ({ text: word }: Token) =>
    filters.some(({ kind, label }) => kind === 'unit' && label === units[word]);
  const repeated = tokens.filter((token) => isRepeated(token) && !taken.flat().includes(token)).map((token) => [token]);
  const rest = withoutTokens(
    text,
    [...taken, ...repeated].sort(([one], [other]) => (one?.from ?? 0) - (other?.from ?? 0)),
  );
  // 'cheap' alone is a word after all.
  if (byPrice && rest === '' && filters.length === 0)
    return { filters, whole: tidy(text), rest: tidy(text), byPrice: null };
  return { filters: eitherOf(once(filters)), whole: tidy(text), rest, byPrice };
}

function readAt(reading: Reading, at: number): Read | null {
  for (const reader of readers) {
    const read = reader(reading, at);
    if (read) return read;
  }
  return null;
}

function textOf(text: string, tokens: readonly Token[]): string {
  return tidy(text.slice(tokens[0]?.from, tokens.at(-1)?.to));
}

function withoutTokens(text: string, taken: ReadonlyArray<readonly Token[]>): string {
  let rest = '';
  let from = 0;
  for (const tokens of taken) {
    rest += `${text.slice(from, tokens[0]?.from)} `;
    from = tokens.at(-1)?.to ?? from;
  }
  return tidy(rest + text.slice(from));
}

function tidy(text: string): string {
  return text.trim().split(/\s+/).join(' ');
}

/** The last one of two filters that say the same. */
function once(filters: readonly SearchFilter[]): SearchFilter[] {
  return [...new Map(filters.map((filter) => [`${filter.kind} ${filter.label}`, filter])).values()];
}

/** Two regions in one query are either of them, and so are two families of licenses; a right that they give is wanted beside them. */
function eitherOf(filters: readonly SearchFilter[]): SearchFilter[] {
  const isRight = ({ licenses }: SearchFilter) => licenses.some((family) => rightOf(family) !== null);
  return filters.map((filter) => {
    if (filter.kind !== 'region' && (filter.kind !== 'license' || isRight(filter))) return filter;
    const same = filters.filter((other) => other.kind === filter.kind && !isRight(other));
    if (same.length < 2) return filter;
    return {
      ...filter,
      keys: [...new Set(same.flatMap(({ keys }) => keys))],
      licenses: [...new Set(same.flatMap(({ licenses }) => licenses))],
      regions: [...new Set(same.flatMap(({ regions }) => regions))],
    };
  });
}

/** Words before a subscription that somebody ends. */
const endings = new Set(
  'cancel cancels cancelled canceled cancelling canceling end ending quit leave kundigen resilier'.split(' '),
);

const wordAt = ({ tokens }: Reading, at: number) => tokens[at]?.text ?? '';

function phrase({ tokens }: Reading, at: number): Read | null {
  const found = phraseOfFilter(tokens, at);
  if (!found) return null;
  const { meaning, length } = found;
  if ('order' in meaning) return { filters: [], length, order: meaning.order };
  // A subscription that somebody cancels is no way to pay.
  if (meaning.filter.kind === 'unit' && tokens.slice(Math.max(0, at - 2), at).some(({ text }) => endings.has(text)))
    return null;
  const isNoun = meaning.filter.kind === 'category';
  const isNegated = isNoun && negations.has(wordAt({ tokens } as Reading, at - 1));
  return isNegated
    ? null
    : { filters: [meaning.filter], length: length + (isNoun ? prepositionsAt(tokens, at + length) : 0) };
}

/** 'of' and 'for' behind 'dataset'. */
function prepositionsAt(tokens: readonly Token[], at: number): number {
  return /^(?:of|for|with|von|fur|de|d|pour)$/.test(tokens[at]?.text ?? '') && tokens[at + 1] ? 1 : 0;
}

function dataNoun(reading: Reading, at: number): Read | null {
  const found = phrase(reading, at);
  return found?.filters.some(({ kind }) => kind === 'category') ? found : plainData(reading, at);
}

const behindData = new Set('i we you that which for with under about from over below above'.split(' '));
const beforeNoData = new Set('my your our their the own raw big more of in on no not without and any'.split(' '));

/** 'data' alone is a dataset where nothing is done with it: 'sales data', 'data for training', and not 'ask your data'. */
function plainData(reading: Reading, at: number): Read | null {
  const word = wordAt(reading, at);
  if (word !== 'data' && word !== 'daten') return null;
  const before = wordAt(reading, at - 1);
  const isAtEnd = at === reading.tokens.length - 1 || phraseOfFilter(reading.tokens, at + 1) !== null;
  const isLast = isAtEnd && at > 0 && !beforeNoData.has(before) && !before.endsWith('ing');
  const isFirst = behindData.has(wordAt(reading, at + 1)) && !beforeNoData.has(before);
  return isLast || isFirst ? { filters: [categoryFilter('data')], length: 1 } : null;
}

const gpuNouns = [
  'gpu',
  'gpus',
  'graphics card',
  'graphics cards',
  'graphic card',
  'grafikkarte',
  'grafikkarten',
  'carte graphique',
  'cartes graphiques',
];
const beforeNoGpu = new Set('on per with for using to without no not non auf ohne mit sur avec sans own'.split(' '));
const behindNoGpu = new Set('memory ram hour hours speicher driver memoire'.split(' '));
const articles = new Set('a an the one single my your our einer eine un une'.split(' '));

/** A GPU is what is looked for, where nothing is to be done on it. Its word is searched as well. */
function gpuNoun(reading: Reading, at: number): Read | null {
  const noun = gpuNouns.find((one) => one.split(' ').every((word, index) => wordAt(reading, at + index) === word));
  if (!noun) return cardOfMemory(reading, at);
  const length = noun.split(' ').length;
  let before = at - 1;
  while (articles.has(wordAt(reading, before)) || reading.tokens[before]?.isNumber) before--;
  const isTool = beforeNoGpu.has(wordAt(reading, before)) || behindNoGpu.has(wordAt(reading, at + length));
  return isTool ? null : { filters: [gpuFilter()], length, isKept: true };
}

/** 'one card' is a GPU where its memory or the GPU is asked for; the words say no more, and neither does the 'single' of one GPU. */
function cardOfMemory(reading: Reading, at: number): Read | null {
  const isSingle = /^(?:single|one)$/.test(wordAt(reading, at));
  if (isSingle && gpuNouns.includes(wordAt(reading, at + 1))) return { filters: [], length: 1 };
  if (!/^cards?$/.test(wordAt(reading, at + Number(isSingle))) || reading.isData) return null;
  // 'credit card' and 'SD card' are others.
  const before = reading.tokens[at - 1];
  const isLed = !before || before.isNumber || /^(?:gb|gib|vram|gpus?|\+)$/.test(before.text) || saysLittle(before.text);
  if (!isSingle && !isLed) return null;
  const isOfGpu = reading.tokens.some(({ text }) => /^(?:gb|gib|vram|gpus?)$/.test(text));
  return isOfGpu ? { filters: [gpuFilter()], length: 1 + Number(isSingle) } : null;
}

const machines = new Set(
  'machine machines server servers computer computers node nodes workstation workstations serveur serveurs rechner ordinateur'.split(
    ' ',
  ),
);
const behindMachine = new Set('to for with without fur mit ohne zum pour avec sans'.split(' '));

/** 'machine for a course', 'server 768 gb': what is looked for, and not 'machine learning' or 'mail server'. */
function machineNoun(reading: Reading, at: number): Read | null {
  if (!machines.has(wordAt(reading, at))) return null;
  const next = reading.tokens[at + 1];
  const before = reading.tokens.slice(0, at);
  const isFirst = before.every(({ text, isNumber }) => isNumber || saysLittle(text));
  const isFollowed = next !== undefined && (next.isNumber || behindMachine.has(next.text));
  // 'machine to machine', 'which machines to repair'.
  const isSubject =
    next?.text === 'to' && (machines.has(wordAt(reading, at + 2)) || wordAt(reading, at - 1) === 'which');
  return isFirst && isFollowed && !isSubject ? { filters: [categoryFilter('computing')], length: 1 } : null;
}

/** Words before a machine that do not name what it does. */
function saysLittle(word: string): boolean {
  return isStopWord(word) || isFiller(word) || articles.has(word) || numeralOf(word) !== null || describing.has(word);
}

const describing = new Set(
  'cheap cheapest cheaper low budget small big large powerful fast identical same affordable gunstiger petit gros'.split(
    ' ',
  ),
);

const countedUnits = new Set('page image call token character minute request'.split(' '));
const thousandsOf = /^(?:k|m|b|thousand|million|mio|tausend|mille|millions?)$/;

/** 'per 1000 pages', 'je 1 Mio. Tokens': how many the price is of says no more than the unit. */
function perMany(reading: Reading, at: number): Read | null {
  const led = wordAt(reading, at) === 'price' ? 1 : 0;
  if (!/^(?:per|pro|je|par)$/.test(wordAt(reading, at + led))) return null;
  let end = at + led + 1;
  if (reading.tokens[end]?.isNumber) end++;
  if (thousandsOf.test(wordAt(reading, end))) end++;
  const unit = wordAt(reading, end).replace(/s$/, '');
  if (end === at + led + 1 || !countedUnits.has(unit)) return null;
  return { filters: [unitFilter(unit)], length: end + 1 - at };
}

function quantity({ tokens, isData }: Reading, at: number): Read | null {
  return quantityAt(tokens, at, isData);
}

/** 'mit' is a word of German, too: it is a license in capitals, alone, or beside another one: 'apache or mit'. */
function mitLicense({ tokens, raw }: Reading, at: number): Read | null {
  const isLicense = (place: number) => {
    const found = phraseOfFilter(tokens, place);
    return found !== null && 'filter' in found.meaning && found.meaning.filter.kind === 'license';
  };
  const isBeside = [at - 1, at + 1].some((place) => {
    const isJoined = /^(?:or|and|oder|und|ou|et|\/)$/.test(tokens[place]?.text ?? '');
    return isJoined && isLicense(place + (place < at ? -1 : 1));
  });
  const isMit = tokens[at]?.text === 'mit' && (/\bMIT\b/.test(raw) || tokens.length === 1 || isBeside);
  return isMit ? { filters: [licenseFilter('mit')], length: 1 } : null;
}

const beforeLicense = new Set(['under', 'unter', 'sous']);

/** 'under BSD', 'sous licence libre': the word before belongs to the license, and is no bound of a number. */
function ledLicense(reading: Reading, at: number): Read | null {
  if (!beforeLicense.has(wordAt(reading, at))) return null;
  const led = 1 + Number(articles.has(wordAt(reading, at + 1)));
  const read = spdxId(reading, at + led) ?? phrase(reading, at + led) ?? mitLicense(reading, at + led);
  return read?.filters.some(({ kind }) => kind === 'license') ? { ...read, length: read.length + led } : null;
}

/** Tokens of the longest id of SPDX. */
const LONGEST_ID = 7;

/** Ids as SPDX writes them, such as 'GPL-3.0-or-later'. */
function spdxId({ text, tokens }: Reading, at: number): Read | null {
  for (let length = LONGEST_ID; length > 1; length--) {
    const words = tokens.slice(at, at + length);
    const written = words.length === length ? textOf(text, words) : '';
    const id = written.includes('-') ? spdxIdOf(written) : null;
    if (id) return { filters: [licenseFilter(id.toLowerCase(), id)], length };
  }
  return null;
}

const formats = new Set(
  'parquet geoparquet jsonl json csv tsv coco yolo wav flac mp3 png jpg jpeg tif tiff hdf5 tmx xml geopackage matlab geojson arrow tfrecord txt'.split(
    ' ',
  ),
);

/** A format is one where a dataset is wanted, or where it is called one: 'pdf to markdown' is about none. */
function format(reading: Reading, at: number): Read | null {
  const isLed = /^(?:in|as)$/.test(wordAt(reading, at));
  const name = wordAt(reading, at + Number(isLed));
  if (!formats.has(name)) return null;
  const isNamed = /^(?:format|file|files)$/.test(wordAt(reading, at + Number(isLed) + 1));
  if (!reading.isData && !isNamed) return null;
  return { filters: [formatFilter(analysed(name).stem)], length: 1 + Number(isLed) + Number(isNamed) };
}

/** 'spot' alone is a machine that may be taken away, where a machine is asked for. */
function spot(reading: Reading, at: number): Read | null {
  const isMachine = reading.tokens.some(({ text }) => /^(?:gpus?|[a-z]{1,4}\d{2,4}[a-z]{0,2})$/.test(text));
  return wordAt(reading, at) === 'spot' && isMachine ? { filters: [interruptibleFilter(true)], length: 1 } : null;
}

const deals = new Set('deals bargain bargains clearance promo promos promotions angebote schnappchen'.split(' '));
const beforeDeals = new Set(
  'gpu gpus server servers machine machines cloud dataset datasets data hot good great top today friday'.split(' '),
);

/** 'gpu deals': what is on sale. 'promotions forecasting' and 'crm deals' are about something else. */
function deal({ tokens }: Reading, at: number): Read | null {
  const isLast = at === tokens.length - 1;
  const before = tokens[at - 1]?.text;
  const isOfGoods = before === undefined || beforeDeals.has(before) || makerOf(before) !== null;
  return isLast && isOfGoods && deals.has(tokens[at]?.text ?? '') ? { filters: [saleFilter], length: 1 } : null;
}

/** 'budget gpu': the cheapest. */
function budget(reading: Reading, at: number): Read | null {
  const isMachine = /^(?:gpus?|cards?|machine|server|option)$/.test(wordAt(reading, at + 1));
  return wordAt(reading, at) === 'budget' && isMachine ? { filters: [], length: 1, order: 'asc' } : null;
}

/** Words before a place that belong to it. */
const placeWords = new Set(
  'in from near within inside hosted located based aus en dans au im region only made hosting the der'.split(' '),
);
const behindPlace = new Set('hosting hosted region based only server servers location'.split(' '));
/** Names of other things, and of two letters, which are places behind such a word alone. */
const doubtful = new Set(
  'us at in is no it be georgia island chili santiago paris nice inde virginia washington turkey'.split(' '),
);

function region(reading: Reading, at: number): Read | null {
  const words = reading.tokens.map(({ text }) => text);
  let led = 0;
  while (placeWords.has(words[at + led] ?? '') && led < 3) led++;
  const found = regionAt(words, at + led);
  if (!found) return null;
  const name = words.slice(at + led, at + led + found.length).join(' ');
  const isAlone = words.length === found.length;
  const isCountry = name === 'us' && /\bUS\b/.test(reading.raw);
  if (doubtful.has(name) && led === 0 && !isAlone && !isCountry) return null;
  const after = Number(behindPlace.has(words[at + led + found.length] ?? ''));
  return { filters: [regionFilter(found.code)], length: led + found.length + after };
}

const negations = new Set(
  'not no non without outside except excluding minus ohne sans kein keine keinen keiner nicht than -'.split(' '),
);
const chains = new Set(['or', 'and', 'oder', 'und', 'ou', 'et', 'nor']);
const modals = new Set('may must can could do does did should will would need'.split(' '));

/** 'not nvidia', 'without nvidia or amd', '-nvidia': what is excluded has the word in its name or facts, or is made by it. */
function negation(reading: Reading, at: number): Read | null {
  const { tokens } = reading;
  let from = at;
  while (/^(?:that|which|is|are|but)$/.test(wordAt(reading, from)) && from < at + 2) from++;
  if (wordAt(reading, from) === 'other' && wordAt(reading, from + 1) === 'than') from++;
  // 'anyone but nvidia', 'everything except amd'.
  const isAllBut =
    /^(?:any|every|no)(?:one|body|thing)$|^all$/.test(wordAt(reading, from)) &&
    /^(?:but|except|besides)$/.test(wordAt(reading, from + 1));
  if (isAllBut) from++;
  const sign = tokens[from];
  if (
    !sign ||
    phraseOfFilter(tokens, from) ||
    !(isAllBut || negations.has(sign.text)) ||
    modals.has(wordAt(reading, from - 1))
  )
    return null;
  if (sign.text === 'than' && wordAt(reading, from - 1) !== 'other') return null;
  if (sign.text === '-' && (sign.isGlued || !tokens[from + 1]?.isGlued)) return null;
  const stems = tokens.slice(from).map(({ text }) => analysed(text).stem);
  // 'not in the cloud' and 'not hosted' say what is wanted.
  if (phraseAt(stems, 0) || synonymsOf(stems.slice(0, 2)).length > 0) return null;
  let end = from + 1;
  const words: string[] = [];
  const excluded: string[] = [];
  const outside: string[] = [];
  for (;;) {
    while (/^(?:of|for|from|by|in|any|a|an|the|made|built|sold)$/.test(wordAt(reading, end))) end++;
    // 'except geforce 50 series': not all that the maker has.
    if (/^(?:geforce|rtx|gtx|nvidia)$/.test(wordAt(reading, end)) && seriesAt(reading, end + 1).length > 0) end++;
    const models = seriesAt(reading, end);
    if (models.length > 0) {
      words.push(`${wordAt(reading, end)} series`);
      excluded.push(...models.map((model) => keyOf('fact', model)));
      end += 2;
      if (!chains.has(wordAt(reading, end)) || !isExcludable(wordAt(reading, end + 1))) break;
      end++;
      continue;
    }
    const word = wordAt(reading, end);
    // 'not in us', where 'us' alone is no place.
    const lead = wordAt(reading, end - 1) === 'the' ? end - 2 : end - 1;
    const place =
      wordAt(reading, lead) === 'in' || sign.text === 'outside'
        ? regionAt(
            tokens.map(({ text }) => text),
            end,
          )
        : null;
    if (!place && !isExcludable(word)) break;
    const length = place?.length ?? 1;
    const said = tokens
      .slice(end, end + length)
      .map(({ text }) => text)
      .join(' ');
    words.push(said);
    const code = regionAt(said.split(' '), 0)?.code;
    if (code) outside.push(code);
    else excluded.push(...sameWords(analysed(said).stem).map((same) => keyOf('fact', same)));
    end += length;
    if (!chains.has(wordAt(reading, end)) || !isExcludable(wordAt(reading, end + 1))) break;
    end++;
  }
  if (words.length === 0) return null;
  return { filters: [notFilter(words, excluded, outside)], length: end - at };
}

/** Models of a generation of cards: '50 series'. */
function seriesAt(reading: Reading, at: number): string[] {
  if (wordAt(reading, at + 1) !== 'series') return [];
  return synonymsOf([wordAt(reading, at), analysed('series').stem]).flatMap(({ words }) => words);
}

/** A thing that a product may have: 'without a new release' and 'without sharing data' are about none. */
function isExcludable(word: string): boolean {
  if (!/^[\p{L}\p{N}]/u.test(word) || isStopWord(word) || /^[a-z]{3,}ing$/.test(word)) return false;
  return !isCommonWord(word) || regionAt([word], 0) !== null;
}

const readers: readonly Reader[] = [
  ledLicense,
  spdxId,
  phrase,
  mitLicense,
  perMany,
  quantity,
  negation,
  region,
  format,
  spot,
  budget,
  deal,
  plainData,
  gpuNoun,
  machineNoun,
];
