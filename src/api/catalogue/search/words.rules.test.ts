import { expect, test } from 'vitest';
import { indexKeys, keyOfBeginning } from './index-keys.rules.ts';
import { readFilters } from './query/read-filters.rules.ts';
import { forgivenLetters, likelySpellings, spellingVariants, wrongLetters } from './query/spelling.rules.ts';
import { MOST_WORDS, possibleWords, splitsOf, termsOf } from './query/terms.rules.ts';
import { inThousands, replaceWords, rootOf, singular, withoutUmlauts, wordsOf } from './words.rules.ts';

test.each([
  ['RTX 4090 (HYCONS)', ['rtx', '4090', 'hycons']],
  ['1,000 hours at 3.35 TB/s', ['1000', 'hours', 'at', '3.35', 'tb', 's']],
  ['ｈ１００', ['h100']],
  ['Café Zürich', ['cafe', 'zurich']],
  ['한국어 데이터', ['한국어', '데이터']],
  ['日本語音声AI', ['日本', '本語', '語音', '音声', 'ai']],
  ['Straßenverkehr, Æsir', ['strassenverkehr', 'aesir']],
  ['192GiB or 24 gigs, 80g', ['192gb', 'or', '24', 'gb', '80gb']],
  ['70 billion', ['70b']],
  ['مُحَمَّد', ['محمد']],
  ['... --- !!!', []],
])('[Q-02] the words of %j', (text, words) => {
  expect(wordsOf(text).map((word) => word.text)).toEqual(words);
});

test.each([
  ['gpus', 'gpu'],
  ['batteries', 'battery'],
  ['boxes', 'box'],
  ['licenses', 'license'],
  ['glass', 'glass'],
  ['analysis', 'analysis'],
  ['l40s', 'l40s'],
  ['gas', 'gas'],
  ['corpus', 'corpus'],
])('[Q-02] %s in the singular is %s', (word, expected) => {
  expect(singular(word)).toBe(expected);
});

const product = {
  product_name: 'Kettle',
  product_type: 'data' as const,
  provider: '',
  description: '',
  options: [],
  specs: [],
  attributes: {},
  license: '',
};
const keysOf = (given: Partial<Parameters<typeof indexKeys>[0]>) => indexKeys({ ...product, ...given }).keys;

test('[Q-02] a product is found by what belongs together in one word and in two', () => {
  const keys = keysOf({ product_name: 'RTX 4090 24GB', description: 'For fine-tuning.' });
  expect(keys).toEqual(expect.arrayContaining(['=rtx4090', '=rtx', '=4090', '=24gb', '=gb', 'finetuning', 'tuning']));
  expect(keys).not.toContain('=finetuning');
});

test('[Q-02] a model that begins with a single letter is not found by its number alone', () => {
  expect(keysOf({ product_name: 'A100' })).toContain('=a100');
  expect(keysOf({ product_name: 'A100' })).not.toContain('=100');
});

test('[Q-02] a product is found by what its words mean together, and by who makes it', () => {
  expect(keysOf({ description: 'Any graphics card will do.' })).toContain('gpu');
  expect(keysOf({ product_name: 'GeForce 3090' })).toContain('#nvidia');
});

test.each([
  ['speach', 'speech', 1],
  ['lama', 'llama', 1],
  ['recieve', 'receive', 1],
  ['grafics', 'graphics', 2],
  ['same', 'same', 0],
])('[Q-02] %s and %s differ by %i letters', (one, other, expected) => {
  expect(wrongLetters(one, other)).toBe(expected);
  expect(wrongLetters(other, one)).toBe(expected);
});

test('[Q-02] a misspelt word and the right one have something left of them in common', () => {
  for (const [wrong, right] of [
    ['speach', 'speech'],
    ['lama', 'llama'],
    ['grafics', 'graphics'],
    ['transcripton', 'transcription'],
  ] as const) {
    const variants = new Set(spellingVariants(right));
    expect(spellingVariants(wrong).some((variant) => variants.has(variant))).toBe(true);
  }
});

test('[Q-10] however long a word is, no more than its beginning is looked up', () => {
  expect(spellingVariants('a'.repeat(5_000)).length).toBeLessThan(30);
  expect(spellingVariants('abcdefghijkl').length).toBeLessThan(30);
  expect([4, 5, 8, 9].map(forgivenLetters)).toEqual([0, 1, 1, 2]);
});

test('[Q-02] of short words two swapped letters are forgiven, and a wrong first letter is not', () => {
  const likely = (misspelt: string, ...found: string[]) => likelySpellings(misspelt, found).map(({ word }) => word);
  expect(likely('hnws', 'hnsw')).toEqual(['hnsw']);
  expect(likely('hnsx', 'hnsw')).toEqual([]);
  expect(likely('mower', 'tower', 'power')).toEqual([]);
  expect(likely('towre', 'tower')).toEqual(['tower']);
  // It sounds the same.
  expect(likely('foto', 'photo')).toEqual(['photo']);
  expect(likely('dispeech', 'dispeach')).toEqual(['dispeach']);
});

test('[Q-02] a word that asks for the lowest price is an order, unless it stands alone', () => {
  expect(readFilters('cheap gpu')).toMatchObject({ rest: 'gpu', byPrice: 'asc' });
  expect(readFilters('cheap')).toMatchObject({ rest: 'cheap', byPrice: null });
});

const ways = ({ terms }: ReturnType<typeof termsOf>) =>
  terms.map((term) => term.ways.map((way) => way.words.join(' ')));

test('[Q-02] what is known decides how words are read', () => {
  const read = (words: string[], ...known: string[]) => termsOf(words, (word) => known.includes(word), null);
  expect(ways(read(['rtx', '4090'], 'rtx', '4090', 'rtx4090'))).toEqual([['rtx4090', 'rtx 4090']]);
  expect(ways(read(['rtx', '4090'], 'rtx', '4090'))).toEqual([['rtx'], ['4090']]);
  expect(ways(read(['rtx4090'], 'rtx', '4090'))).toEqual([['rtx 4090']]);
  expect(ways(read(['graphics', 'cards'], 'gpu'))).toEqual([['gpu']]);
  expect(ways(read(['sorting'], 'sort'))).toEqual([['sort']]);
  expect(ways(read(['rtx4070tisuper'], 'rtx', '4070', 'ti', 'super'))).toEqual([['rtx 4070 ti super']]);
  expect(ways(read(['not', 'hosted'], 'hosted', 'onpremise'))).toEqual([['onpremise']]);
  expect(read(['text', 'to', 'speech'], 'text', 'speech')).toEqual({ terms: [], unknown: ['text to speech'] });
  expect(read(['the', 'zebra'])).toEqual({ terms: [], unknown: ['zebra'] });
});

test('[Q-02] a letter beyond U+FFFF is never cut in two', () => {
  const names = ['𠮷野家', '𠮷 𩸽', 'x𠮷'.repeat(30), '𐌰𐌱𐌲𐌳𐌴𐌵𐌶'];
  for (const name of names) {
    const { keys, spellings } = indexKeys({ ...product, product_name: name, description: name });
    const words = wordsOf(name).map((word) => word.text);
    const cut = [
      ...keys,
      ...spellings,
      ...[...spellings].flatMap(spellingVariants),
      ...words.flatMap(splitsOf).flat(),
      ...words.map(keyOfBeginning),
    ];
    expect(cut.filter((text) => !text.isWellFormed())).toEqual([]);
    expect(keys).toContain(`=${words[0]}`);
  }
  expect(keysOf({ product_name: '𠮷野家' })).toEqual(expect.arrayContaining(['^𠮷', '^𠮷野', '=𠮷野', '=野家']));
  expect(spellingVariants('𐌰𐌱𐌲𐌳')).toContain('𐌰𐌱𐌳');
});

test('[Q-10] however many words are written in one, no more of them are looked up than are read of a query', () => {
  const wall = 'gb16fp12tb24mb10ms32ti60bf40us80eu30go14';
  const eight = Array.from({ length: 8 }, (_, at) => `gb1${at}fp2${at}`);
  const readByParts = (words: string[]) => termsOf(words, (word) => /^([a-z]+|\d+)$/.test(word), null);
  expect(readByParts([wall])).toEqual({ terms: [], unknown: [wall] });
  expect(ways(readByParts(eight))).toEqual(eight.map((_, at) => [`gb 1${at} fp 2${at}`]));
  expect(termsOf([...eight, ...eight], () => true, null).terms).toHaveLength(MOST_WORDS);
  expect(possibleWords(Array(8).fill(wall)).length).toBeLessThan(10);
});

test.each([
  ['lama llama', 'llama llama'],
  ['Lama, lama!', 'llama, llama!'],
  ['lamas and 1,000 lama', 'lamas and 1,000 llama'],
])('[Q-02] in %j only whole words are replaced', (query, expected) => {
  expect(replaceWords(query, new Map([['lama', 'llama']]))).toBe(expected);
});

test.each([
  ['über', 'ueber'],
  ['Zürich', 'zuerich'],
  ['cafe', null],
])('[Q-11] %j is written %j without umlauts', (text, expected) => {
  expect(withoutUmlauts(text)).toBe(expected);
});

test.each([
  ['labelling', 'labeled'],
  ['sorting', 'sorts'],
  ['quantisation', 'quantization'],
  ['colours', 'color'],
  ['translates', 'translation'],
])('[Q-11] %s and %s have one root', (one, other) => {
  expect(rootOf(singular(one))).toBe(rootOf(singular(other)));
});

test.each([
  ['120000', '120k'],
  ['40000', '40k'],
  ['2000000', '2m'],
  ['1920', null],
  ['4090', null],
])('[Q-11] people say %s as %s', (number, expected) => {
  expect(inThousands(number)).toBe(expected);
});
