// Quantities of a query: prices, memory, sizes, numbers of rows, of GPUs and of days, with the words that bound them.
import { analysed } from '../../index-keys.rules.ts';
import { makerOf } from '../../vocabulary/phrases.rules.ts';
import { sameWords } from '../../vocabulary/synonyms.rules.ts';
import { amountOf, numeralOf, type Token } from './query-tokens.rules.ts';
import {
  countFilter,
  durationFilter,
  gpuPriceFilter,
  memoryFilter,
  otherCurrency,
  priceFilter,
  type Range,
  rowsFilter,
  type Said,
  sizeFilter,
  unitFilter,
} from './search-filter.rules.ts';

/** Filters that a quantity says, and how many tokens it takes. */
export type ReadQuantity = { filters: Said[]; length: number };

type Bound = { isAbove: boolean; isOpen: boolean };

const bounds = phraseTable<Bound>([
  [
    { isAbove: false, isOpen: true },
    'under | below | less than | fewer than | smaller than | cheaper than | < | unter | weniger als | moins de',
  ],
  [
    { isAbove: false, isOpen: false },
    `< = | ≤ | up to | upto | at most | max | maximum | maximum of | no more than | not more than | within | bis | bis zu | hochstens | maximal |
     jusqu a | au plus`,
  ],
  [
    { isAbove: true, isOpen: true },
    `over | above | more than | bigger than | larger than | greater than | longer than | exceeding | > | uber | mehr als | plus de`,
  ],
  [
    { isAbove: true, isOpen: false },
    '> = | ≥ | at least | min | minimum | minimum of | starting at | ab | mindestens | au moins | a partir de',
  ],
]);
/** Words behind an amount that bound it. */
const boundsBehind = phraseTable<Bound>([
  [{ isAbove: false, isOpen: false }, 'or less | or cheaper | or below | or under | oder weniger | ou moins | max'],
  [{ isAbove: true, isOpen: false }, '+ | or more | or above | oder mehr | ou plus | and up | plus'],
]);

type Unit =
  | { of: 'price'; isForeign?: true; scale: number }
  | { of: 'memory'; scale: number }
  /** A thing is looked for besides: of 'over 10,000 photos' not every row will do. */
  | { of: 'rows'; isThing?: true }
  | { of: 'time'; hours: number };

const units = phraseTable<Unit>([
  [{ of: 'price', scale: 1 }, '$ | dollar | dollars | usd | us dollar | us dollars | buck | bucks'],
  [{ of: 'price', scale: 1 / 100 }, 'cent | cents | ¢ | ct'],
  [
    { of: 'price', scale: 1, isForeign: true },
    '€ | £ | ¥ | ₩ | eur | euro | euros | gbp | chf | pound | pounds | yen | jpy | krw | cny | rmb',
  ],
  [{ of: 'memory', scale: 1 }, 'gb | gib | gbs | gig | gigs | gigabyte | gigabytes | go'],
  [{ of: 'memory', scale: 1_000 }, 'tb | tib | terabyte | terabytes'],
  [{ of: 'memory', scale: 1 / 1_000 }, 'mb | mib | megabyte | megabytes'],
  [
    { of: 'rows' },
    'row | rows | record | records | sample | samples | example | examples | entry | entries | line | lines | zeilen | eintrage | lignes',
  ],
  [
    { of: 'rows', isThing: true },
    `image | images | picture | pictures | photo | photos | photograph | photographs | frame | frames | clip | clips | video | videos |
     scene | scenes | pair | pairs | sentence | sentences | document | documents | note | notes | dialog | dialogs | dialogue |
     dialogues | conversation | conversations | utterance | utterances | recording | recordings | product | products | item | items |
     bilder | fotos | dokumente | aufnahmen | satze | photographies | phrases | enregistrements`,
  ],
  [{ of: 'time', hours: 1 }, 'hour | hours | hr | hrs | h | stunde | stunden | heure | heures'],
  [{ of: 'time', hours: 24 }, 'day | days | tag | tage | tagen | jour | jours'],
  [{ of: 'time', hours: 168 }, 'week | weeks | woche | wochen | semaine | semaines'],
  [{ of: 'time', hours: 720 }, 'month | months | monat | monate | monaten | mois'],
]);
/** From so many rows on 'a million pictures' means about as many or more. */
const LARGE = 10_000;
const ABOUT = 0.8;
const MANY_THINGS = 1_000;
const MOST_GPUS = 64;
const longestRental = 100_000;

const priceUnits = phraseTable<string>([
  ['hour', 'hour | hr | h | stunde | heure'],
  ['day', 'day | tag | jour'],
  ['month', 'month | mo | monat | mois'],
  ['minute', 'minute | min'],
  ['year', 'year | jahr | an'],
]);
const perWords = new Set(['per', 'a', 'an', 'each', 'every', 'the', '/', 'pro', 'je', 'par', 'la', 'die', 'l']);
const rangeWords = new Set(['-', '–', 'to', 'and', 'bis', 'und', 'et']);
const rangeBegins = new Set(['between', 'from', 'zwischen', 'entre', 'von', 'de']);
const memoryWords = new Set('of gpu graphics vram memory ram speicher memoire grafikspeicher'.split(' '));
const gpuWords = new Set('gpu gpus card cards grafikkarte grafikkarten accelerator accelerators cartes'.split(' '));
const thousands: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };
const largeNumbers = new Map([
  ['thousand', 1e3],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['mio', 1e6],
  ['billion', 1e9],
]);

type Phrases<T> = ReadonlyMap<string, T>;

function phraseTable<T>(rows: ReadonlyArray<readonly [T, string]>): Phrases<T> {
  return new Map(
    rows.flatMap(([value, phrases]) =>
      phrases.split('|').map((phrase) => [phrase.trim().split(/\s+/).join(' '), value] as const),
    ),
  );
}

const LONGEST = 3;

function match<T>(phrases: Phrases<T>, tokens: readonly Token[], at: number): { value: T; length: number } | null {
  for (let length = LONGEST; length > 0; length--) {
    const words = tokens.slice(at, at + length).map(({ text }) => text);
    const value = words.length === length ? phrases.get(words.join(' ')) : undefined;
    if (value !== undefined) return { value, length };
  }
  return null;
}

/** The quantity that begins at a token. `isData`: a number of GB is the size of a dataset. */
export function quantityAt(tokens: readonly Token[], at: number, isData: boolean): ReadQuantity | null {
  return countAt(tokens, at) ?? durationAt(tokens, at) ?? amountAt(tokens, at, isData);
}

/** `isWritten`: 'a' or 'two' in place of a number. */
type Amount = { value: number; unit: Unit | null; letter: string; isLeast: boolean; isWritten: boolean; end: number };

/** '$1', '1.5k dollars', '24 gb', '40k', '700+ gb'. */
function readAmount(tokens: readonly Token[], at: number): Amount | null {
  const before = match(units, tokens, at);
  const isCurrency = before !== null && before.value.of === 'price' && before.value.scale === 1;
  const start = at + (isCurrency ? before.length : 0);
  const number = tokens[start];
  const large = largeNumbers.get(tokens[start + 1]?.text ?? '') ?? 1;
  // 'a million', 'a dollar'; 'a' alone is no number.
  const isOfMoney = match(units, tokens, start + 1)?.value.of === 'price';
  // 'half a dollar'.
  if (number?.text === 'half' && numeralOf(tokens[start + 1]?.text ?? '') === 1) {
    const whole = readAmount(tokens, start + 1);
    return whole?.unit?.of === 'price' ? { ...whole, value: whole.value / 2 } : null;
  }
  const written = number?.isNumber
    ? amountOf(number.text)
    : large > 1 || isOfMoney
      ? numeralOf(number?.text ?? '')
      : null;
  if (written === null) return null;
  let end = start + (large > 1 ? 2 : 1);
  const next = tokens[end];
  const letter = next?.isGlued && Object.hasOwn(thousands, next.text) ? next.text : '';
  if (letter) end++;
  const value = written * large * (thousands[letter] ?? 1);
  const isLeast = tokens[end]?.text === '+' && tokens[end]?.isGlued === true && match(units, tokens, end + 1) !== null;
  const isWritten = large === 1 && !number?.isNumber;
  if (isCurrency) return { value, unit: before.value, letter, isLeast: false, isWritten, end };
  if (isLeast) end++;
  const isShortGigabyte = next?.isGlued && next.text === 'g';
  const behind = isShortGigabyte ? { value: { of: 'memory', scale: 1 } as Unit, length: 1 } : match(units, tokens, end);
  return { value, unit: behind?.value ?? null, letter, isLeast, isWritten, end: end + (behind?.length ?? 0) };
}

function amountAt(tokens: readonly Token[], at: number, isData: boolean): ReadQuantity | null {
  let from = at;
  let bound: Bound | null = null;
  if (tokens[from]?.text === 'for' || tokens[from]?.text === 'price') from++;
  for (let found = match(bounds, tokens, from); found; found = match(bounds, tokens, from)) {
    bound = found.value;
    from += found.length;
  }
  if (from === at + 1 && bound === null && tokens[at]?.text === 'price') return null;
  if (bound === null && rangeBegins.has(tokens[from]?.text ?? '')) from++;
  const first = readAmount(tokens, from);
  // 'a dollar' is a price behind a bound alone: 'a CT scan' is none.
  if (!first || (first.isWritten && bound === null)) return null;
  const isRange = rangeWords.has(tokens[first.end]?.text ?? '');
  const second = isRange ? readAmount(tokens, first.end + 1) : null;
  const amount = second?.unit ? second : first;
  const behind = match(boundsBehind, tokens, amount.end);
  const end = amount.end + (behind?.length ?? 0);
  const said = bound ?? behind?.value ?? (first.isLeast ? { isAbove: true, isOpen: false } : null);
  const range = second?.unit ? rangeOf(first, second) : boundedRange(said, first.value, scaleOf(first.unit));
  if (!range) return null;
  const isBound = said !== null || second?.unit !== undefined;
  return filtersOf({ tokens, at, end, amount, range, isBound, isData });
}

function scaleOf(unit: Unit | null): number {
  return unit && 'scale' in unit ? unit.scale : 1;
}

function rangeOf(first: Amount, second: Amount): Range | null {
  const min = first.value * scaleOf(first.unit ?? second.unit);
  const max = second.value * scaleOf(second.unit);
  return min <= max ? { min, max, isOpen: false } : null;
}

/** Without a bound it is the number itself. */
function boundedRange(bound: Bound | null, number: number, scale: number): Range | null {
  const value = number * scale;
  if (!Number.isFinite(value)) return null;
  if (bound === null) return { min: value, max: value, isOpen: false };
  return bound.isAbove
    ? { min: value, max: null, isOpen: bound.isOpen }
    : { min: null, max: value, isOpen: bound.isOpen };
}

type Found = {
  tokens: readonly Token[];
  at: number;
  end: number;
  amount: Amount;
  range: Range;
  isBound: boolean;
  isData: boolean;
};

function filtersOf(found: Found): ReadQuantity | null {
  const { tokens, at, end, amount, range } = found;
  const { unit } = amount;
  const length = end - at;
  if (unit?.of === 'rows') return rowsAt(found, unit.isThing === true);
  if (unit?.of === 'memory') return memoryAt(found);
  if (unit?.of === 'time') return null;
  if (unit === null && !isBareAmount(found)) return null;
  const per = perUnit(tokens, end);
  const text = tokens.slice(at, end).map((token) => token.text);
  const wanted = range.min === range.max ? { ...range, min: null } : range;
  const whole = length + (per?.length ?? 0);
  if (unit?.isForeign)
    return { filters: [otherCurrency(text.join(' ')), ...(per ? [unitFilter(per.unit)] : [])], length: whole };
  if (per?.isOfGpu && per.unit === 'hour') return { filters: [gpuPriceFilter(wanted)], length: whole };
  return { filters: [priceFilter(wanted), ...(per ? [unitFilter(per.unit)] : [])], length: whole };
}

/**
 * The thing itself stays a word to look for. A large number without a bound says about how many where a dataset is asked for, or at
 * the beginning; 'up to 10 videos' is something to do with them.
 */
function rowsAt({ tokens, at, end, range, isBound, amount, isData }: Found, isThing: boolean): ReadQuantity | null {
  const isNumberOfRows = isBound
    ? isData || !isThing || amount.value >= MANY_THINGS
    : amount.value >= LARGE && (isData || at === 0);
  if (!isNumberOfRows) return null;
  const things = isThing ? sameWords(analysed(tokens[end - 1]?.text ?? '').stem) : [];
  const wanted = isBound ? range : { min: ABOUT * amount.value, max: null, isOpen: false };
  return { filters: [rowsFilter(wanted, things)], length: end - at - Number(isThing) };
}

/** A number without a currency is a price behind a bound alone, and where it is not of something else. */
function isBareAmount({ tokens, end, isBound, amount }: Found): boolean {
  const next = tokens[end];
  if (!isBound || amount.letter !== '') return false;
  return next === undefined || perUnit(tokens, end) !== null;
}

/** 'per hour', 'a GPU-hour', '/gpu/h'. */
function perUnit(tokens: readonly Token[], at: number): { unit: string; isOfGpu: boolean; length: number } | null {
  let end = at;
  if (perWords.has(tokens[end]?.text ?? '')) end++;
  const isOfGpu = gpuWords.has(tokens[end]?.text ?? '');
  if (isOfGpu) end++;
  if (isOfGpu && perWords.has(tokens[end]?.text ?? '')) end++;
  const unit = end > at ? match(priceUnits, tokens, end) : null;
  return unit ? { unit: unit.value, isOfGpu, length: end + unit.length - at } : null;
}

function memoryAt({ tokens, at, end, range, amount, isBound, isData }: Found): ReadQuantity | null {
  const next = tokens[end]?.text;
  // Gb/s are a speed.
  if (next === '/' || next === 'ps') return null;
  if (isData) return isBound ? { filters: [sizeFilter(range)], length: end - at } : null;
  const most = Math.max(range.min ?? 0, range.max ?? 0);
  if (most > 1_000 || scaleOf(amount.unit) < 1) return null;
  let last = end;
  while (memoryWords.has(tokens[last]?.text ?? '')) last++;
  // 'gpu' is what is looked for, where nothing of memory follows.
  while (last > end && /^(?:of|gpu|graphics)$/.test(tokens[last - 1]?.text ?? '')) last--;
  return { filters: [memoryFilter(range)], length: last - at };
}

/** '8x h100', 'eight h100', '2 × 24 GB', '4 gpus', 'dual gpu', 'h100 x8'. */
function countAt(tokens: readonly Token[], at: number): ReadQuantity | null {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (!first) return null;
  if (
    /^[x×]$/.test(first.text) &&
    second?.isNumber &&
    /\d/.test(tokens[at - 1]?.text ?? '') &&
    !tokens[at - 1]?.isNumber
  )
    return countOf(amountOf(second.text), 2);
  if (/^x\d{1,2}$/.test(first.text) && at > 0) return countOf(Number(first.text.slice(1)), 1);
  const count = first.isNumber ? amountOf(first.text) : (numeralOf(first.text) ?? 0);
  if (!Number.isInteger(count) || count < 1 || count > MOST_GPUS) return null;
  const isTimes = second !== undefined && /^[x×]$/.test(second.text) && first.isNumber;
  // '1920 x 1080' is no count.
  const isMachine = second?.isGlued === true || /^g/.test(tokens[at + 3]?.text ?? '');
  if (isTimes && third && (!third.isNumber || isMachine)) return { filters: [countFilter(count)], length: 2 };
  const isOfGpus =
    gpuWords.has(second?.text ?? '') ||
    (isGpuModel(second?.text ?? '') && (!first.isNumber || at === 0 || countLeads.has(tokens[at - 1]?.text ?? ''))) ||
    (gpuWords.has(third?.text ?? '') && /\d/.test(second?.text ?? ''));
  const isOne = !first.isNumber && count === 1;
  // 'gaudi 3 accelerator' is the third Gaudi.
  const isVersion = /^(?:gpu|card|accelerator)$/.test(second?.text ?? '') && isLine(tokens[at - 1]?.text ?? '');
  if (isVersion) return null;
  return isOfGpus && !isOne && tokens[at - 1]?.text !== 'on' ? { filters: [countFilter(count)], length: 1 } : null;
}

/** Words before a number of machines: that of 'llama 4 h100' is a version. */
const countLeads = new Set('rent rental need want get buy have with lease mieten brauche miete louer'.split(' '));

/** Machines of a maker without a number: 'gaudi', 'instinct'. */
function isLine(word: string): boolean {
  return makerOf(word) !== null && !/\d/.test(word);
}

/** 'h100', 'h100s', 'rtx': what stands behind a number of them. */
function isGpuModel(word: string): boolean {
  const isMade = (name: string) => makerOf(name) !== null && (/\d/.test(name) || /^[rg]tx$/.test(name));
  return isMade(word) || isMade(word.replace(/s$/, ''));
}

/** Null where no machine has so many. */
function countOf(count: number, length: number): ReadQuantity | null {
  return Number.isInteger(count) && count > 0 && count <= MOST_GPUS ? { filters: [countFilter(count)], length } : null;
}

/** 'for two days', 'for 48 hours'. */
function durationAt(tokens: readonly Token[], at: number): ReadQuantity | null {
  const [preposition, number] = tokens.slice(at, at + 2);
  if (!/^(?:for|fur|pour|during)$/.test(preposition?.text ?? '') || !number) return null;
  const count = number.isNumber ? amountOf(number.text) : numeralOf(number.text);
  const unit = match(units, tokens, at + 2);
  if (count === null || !Number.isFinite(count) || unit?.value.of !== 'time') return null;
  const length = 2 + unit.length;
  const text = tokens
    .slice(at + 1, at + length)
    .map((token) => token.text)
    .join(' ');
  return { filters: [durationFilter(Math.min(count * unit.value.hours, longestRental), text)], length };
}
