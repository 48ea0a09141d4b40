// Keys under which a product stands in the index.
import type { ProductType } from '#contract/catalogue/product/product.ts';
import { type Attribute, attributesOf } from '#contract/catalogue/product/product-attributes.ts';
import type { Searched } from '../../schema/product.record.ts';
import { familiesOf } from '../license/license-families.rules.ts';
import { regionsOf } from '../region/regions.rules.ts';
import { makerOf, phraseAt } from './vocabulary/phrases.rules.ts';
import {
  beginningOf,
  inThousands,
  isNumber,
  isPair,
  isStopWord,
  partsOf,
  rootOf,
  singular,
  type Word,
  withoutUmlauts,
  wordsOf,
} from './words.rules.ts';

/** Where a word stands: anywhere, in what is said of the product in rows and labels, or in its name. */
export const places = ['text', 'fact', 'name'] as const;
export type Place = (typeof places)[number];

/** No word has these signs in it. */
const marks: Record<Place | 'beginning' | 'category', string> = {
  text: '',
  fact: '#',
  name: '=',
  beginning: '^',
  category: '@',
};

/** Letters of a beginning; a longer one is looked up by these, and compared with the words of the name after. */
const LONGEST_BEGINNING = 6;

/** How many products have a key, and in which blocks: exact for rare ones, and never more than the first two blocks hold. */
export type KeyCount = { products: number; blocks: readonly number[] };

export function keyOf(place: Place, word: string): string {
  return marks[place] + word;
}

/** The key of all names with a word that begins so. */
export function keyOfBeginning(beginning: string): string {
  return marks.beginning + beginningOf(beginning, LONGEST_BEGINNING);
}

export function keyOfCategory(category: ProductType): string {
  return marks.category + category;
}

/** Keys of what a product is filtered by besides its category. */
export function keyOfTrait(trait: 'region' | 'license' | 'provider', value: string): string {
  return `${marks.category}${trait}:${value}`;
}

/** A provider as queries are compared with it. */
export function foldedProvider(provider: string): string {
  return wordsOf(provider)
    .map((word) => word.text)
    .join(' ');
}

/** The word of the index for what words with the same root have in common. No word of a text begins so. */
export function rootWord(root: string): string {
  return `~${root}`;
}

export const searchedColumns = [
  'product_name',
  'product_type',
  'provider',
  'description',
  'options',
  'specs',
  'attributes',
  'license',
] as const satisfies ReadonlyArray<keyof Searched>;

/** Words for a category, as people search for something of it. */
const categoryLabels: Record<ProductType, string> = {
  solutions: 'solution software service app tool platform api',
  computing: 'computing compute cloud',
  data: 'data dataset',
  algorithm: 'algorithm model library framework toolkit code',
};

/** The keys of a product, and the words of letters that somebody may mean who writes one of them wrongly. */
export function indexKeys(product: Searched): { keys: string[]; spellings: Set<string> } {
  const found = new Map<string, number>();
  const spellings = new Set<string>();
  const beginnings = new Set<string>();
  for (const [place, text] of textsOf(product)) {
    const words = wordsOf(text);
    collect(words, places.indexOf(place), found);
    const other = withoutUmlauts(text);
    if (other !== null) collect(wordsOf(other), places.indexOf(place), found);
    for (const { text: word } of words) if (isSpelling(word)) spellings.add(word);
    if (place === 'name') for (const { text: word } of words) addBeginnings(word, beginnings);
  }
  const keys = [keyOfCategory(product.product_type), ...traitKeys(product), ...beginnings];
  for (const [word, place] of found) {
    const all = keysOf(word);
    for (let at = 0; at <= place; at++) keys.push(all[at] as string);
  }
  return { keys, spellings };
}

function traitKeys(product: Searched): string[] {
  const provider = foldedProvider(product.provider);
  return [
    ...[...regionsOf(product)].map((region) => keyOfTrait('region', region)),
    ...familiesOf(product.license).map((family) => keyOfTrait('license', family)),
    ...(provider ? [keyOfTrait('provider', provider)] : []),
  ];
}

/**
 * The most telling place first, so that a word is known when it comes again. What a row is about ('Languages') says little of the
 * product: it counts as running text.
 */
function textsOf(product: Searched): Array<[Place, string]> {
  const attributes = attributesOf(product.product_type).map((attribute) => inWords(attribute, product));
  return [
    ['name', product.product_name],
    ['fact', product.provider],
    ['fact', categoryLabels[product.product_type]],
    ...(product.attributes.gpu_model === undefined ? [] : [['fact', 'gpu'] as [Place, string]]),
    ...product.specs.map((spec): [Place, string] => ['fact', spec.value]),
    ...attributes.map(({ value }): [Place, string] => ['fact', value]),
    ['fact', product.license],
    ...product.options.map((option): [Place, string] => ['fact', option.choices.join(' ')]),
    ['text', product.description],
    ...[...product.specs, ...product.options].map(({ name }): [Place, string] => ['text', name]),
    ...attributes.map(({ label }): [Place, string] => ['text', label]),
  ];
}

const nothing = { label: '', value: '' };

/** As people write it: 'GPU memory', '24 GB'. Sizes in bytes and numbers of rows are nobody's words. */
function inWords({ name, label, kind, unit }: Attribute, product: Searched): { label: string; value: string } {
  const value = product.attributes[name];
  if (value === undefined || value === false || kind === 'date' || unit === 'bytes') return nothing;
  if (value === true) return { label: '', value: label };
  return {
    label,
    value: [value]
      .flat()
      .map((one) => (unit ? `${one} ${unit}` : one))
      .join(' '),
  };
}

/** Numbers are not misspelt but other numbers, and of three letters every word is near every other. */
export function isSpelling(word: string): boolean {
  return word.length >= 4 && word.length <= 24 && analysed(word).isLetters && !isPair(word);
}

/**
 * The words that a text is found by: its own in the singular, the parts of 'rtx4090', what several words mean together,
 * 'fine-tuning' in one word, and, but in the running text, what belongs to a number in one word: 'RTX 4090', '24 GB'.
 */
function collect(words: readonly Word[], place: number, found: Map<string, number>) {
  const add = (word: string) => {
    const known = found.get(word);
    if (known === undefined || known < place) found.set(word, place);
  };
  const all = words.map((word) => analysed(word.text));
  const stems = all.map((word) => word.stem);
  for (const [index, word] of all.entries()) {
    if (!word.isStop) add(word.stem);
    if (word.root !== word.stem && !word.isStop) add(rootWord(word.root));
    for (const part of word.parts) add(part);
    const model = word.isLetters || word.isNumber ? null : modelOf(word.stem);
    if (model) add(rootWord(model));
    const thousands = word.isNumber ? inThousands(word.stem) : null;
    if (thousands) add(thousands);
    const maker = place > 0 ? makerOf(word.stem) : null;
    if (maker && !found.has(maker)) found.set(maker, 1);
    const phrase = phraseAt(stems, index);
    if (phrase) add(phrase.thing);
    const before = all[index - 1];
    if (before && areOneWord(before, word, words[index]?.joined === true, place > 0)) add(before.stem + word.stem);
  }
}

function areOneWord(before: Analysed, word: Analysed, hyphen: boolean, withNumbers: boolean): boolean {
  if (before.isStop || word.isStop || (before.isNumber && word.isNumber)) return false;
  if (before.isNumber) return withNumbers && word.isLetters && word.stem.length <= 4;
  if (word.isNumber) return withNumbers && before.isLetters && before.stem.length <= 8;
  return hyphen && before.isLetters && word.isLetters;
}

export type Analysed = {
  stem: string;
  root: string;
  isStop: boolean;
  isNumber: boolean;
  isLetters: boolean;
  /** Parts of a word of letters and digits, by which it is found too. */
  parts: readonly string[];
};

const noParts: readonly string[] = [];

/** Most words come again and again: what is known of them is kept. */
const ANALYSED = 50_000;
const analyses = new Map<string, Analysed>();

export function analysed(word: string): Analysed {
  const known = analyses.get(word);
  if (known) return known;
  const isLetters = /^[\p{L}\p{M}]+$/u.test(word);
  const number = isNumber(word);
  const stem = singular(word);
  const parts = isLetters || number ? noParts : findableParts(word);
  const root = rootOf(stem);
  return remember(analyses, word, { stem, root, isStop: isStopWord(word), isNumber: number, isLetters, parts });
}

/** 'L40S' is an L40 of some kind, and 'MI300X' an MI300. */
function modelOf(word: string): string | null {
  return /^(\p{L}+\p{N}{2,})\p{L}{1,2}$/u.exec(word)?.[1] ?? null;
}

/** Single letters say nothing, and neither does the number behind one: 'a100' is no 100. */
function findableParts(word: string): string[] {
  const parts = partsOf(word);
  return parts.filter((part, index) => part.length > 1 && !(isNumber(part) && parts[index - 1]?.length === 1));
}

const wordKeys = new Map<string, string[]>();

function keysOf(word: string): string[] {
  return (
    wordKeys.get(word) ??
    remember(
      wordKeys,
      word,
      places.map((place) => keyOf(place, word)),
    )
  );
}

function remember<V>(cache: Map<string, V>, word: string, value: V): V {
  if (cache.size >= ANALYSED) cache.clear();
  cache.set(word, value);
  return value;
}

function addBeginnings(word: string, beginnings: Set<string>) {
  const longest = Math.min(word.length, LONGEST_BEGINNING);
  for (let length = 1; length <= longest; length++) beginnings.add(keyOfBeginning(beginningOf(word, length)));
}
