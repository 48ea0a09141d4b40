import { expect, test } from 'vitest';
import { possibleWords, termsOf } from '../query/terms.rules.ts';
import { isKept, noVocabulary, synonymsIn, toShopVocabulary } from './shop-vocabulary.rules.ts';
import { synonymsOf } from './synonyms.rules.ts';
import { readKeptWord, readPinnedQuery, readSynonym } from './vocabulary-words.rules.ts';

const synonym = (words: string, means: string, is_two_way = false) => ({ words, means, is_two_way });
const vocabulary = (...synonyms: Array<ReturnType<typeof synonym>>) =>
  toShopVocabulary({ synonyms, kept_words: ['tesseral'], pins: [] });

test('[Q-13] a synonym is asked for by its words, and two-way by what it means too', () => {
  const one = vocabulary(synonym('zorple', 'server'));
  expect(synonymsIn(one, ['zorple'])).toEqual([{ words: ['server'], weight: 0.85 }]);
  expect(synonymsIn(one, ['server'])).toEqual(synonymsOf(['server']));
  const both = vocabulary(synonym('zorples', 'big servers', true));
  expect(synonymsIn(both, ['zorple'])).toEqual([{ words: ['big', 'server'], weight: 0.85 }]);
  expect(synonymsIn(both, ['big', 'server'])).toEqual([{ words: ['zorple'], weight: 0.85 }]);
});

test('[Q-13] the default words stay beside the operator’s own, and none stands twice', () => {
  const usual = synonymsOf(['bot']);
  expect(usual.length).toBeGreaterThan(0);
  const [first] = usual;
  const own = synonymsIn(vocabulary(synonym('bot', 'zorple'), synonym('bot', first?.words.join(' ') ?? '')), ['bot']);
  expect(own[0]).toEqual({ words: ['zorple'], weight: 0.85 });
  expect(own.map(({ words }) => words.join(' ')).sort()).toEqual(
    [...usual.map(({ words }) => words.join(' ')), 'zorple'].sort(),
  );
  expect(synonymsIn(noVocabulary, ['bot'])).toEqual(usual);
});

test('[Q-13] words that are a thing of the field together are looked up as it', () => {
  expect(synonymsIn(vocabulary(synonym('speech recognition', 'zorple')), ['asr'])).toContainEqual({
    words: ['zorple'],
    weight: 0.85,
  });
});

test('[Q-13] a query asks for what the operator has added, and every synonym is counted', () => {
  const own = vocabulary(...['one', 'two', 'three', 'four'].map((word) => synonym('zorple', `${word}thing`)));
  const words = possibleWords(['zorple'], own);
  for (const word of ['one', 'two', 'three', 'four']) expect(words).toContain(`${word}thing`);
  const { terms, unknown } = termsOf(['zorple'], (word) => word === 'fourthing', null, own);
  expect(unknown).toEqual([]);
  expect(terms[0]?.ways).toEqual([{ words: ['fourthing'], weight: 0.85 }]);
  expect(termsOf(['zorple'], (word) => word === 'fourthing', null).unknown).toEqual(['zorple']);
});

test('[Q-13] a kept word is known in the singular and the plural', () => {
  expect(isKept(vocabulary(), 'tesseral')).toBe(true);
  expect(isKept(vocabulary(), 'tesserals')).toBe(true);
  expect(isKept(vocabulary(), 'tesser')).toBe(false);
});

test.each([
  ['words must have a letter or a digit.', synonym('!?', 'server')],
  ['words must have at most 4 words.', synonym('a1 b2 c3 d4 e5', 'server')],
  ['means must have at most 4 words.', synonym('zorple', 'a1 b2 c3 d4 e5')],
  ['words must have a word that says something of a product.', synonym('of the', 'server')],
  ['words: the search leaves out “best”. Write it without this word.', synonym('best gpu', 'server')],
  [/^words: the search reads “.*” as a filter and never as words\.$/, synonym('under $5', 'server')],
  [/^means: the search reads “.*” as a filter and never as words\.$/, synonym('zorple', 'under $5', true)],
  ['means must be something else than words: the search takes both for the same already.', synonym('GPU', 'gpus')],
])('[Q-13] a synonym that would do nothing is refused: %s', (message, given) => {
  expect(readSynonym(given)).toEqual({
    ok: false,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('[Q-13] what is written is folded as queries are', () => {
  expect(readSynonym(synonym(' Große  Kiste ', 'Server'))).toEqual({
    ok: true,
    words: 'grosse kiste',
    means: 'server',
  });
  expect(readPinnedQuery('  Cheap  GPU ')).toEqual({ ok: true, text: 'cheap gpu' });
  expect(readPinnedQuery('?!')).toMatchObject({ ok: false });
  expect(readKeptWord('Tesseral')).toEqual({ ok: true, text: 'tesseral' });
  expect(readKeptWord('two words')).toMatchObject({ ok: false });
  expect(readKeptWord('rtx-4090')).toMatchObject({ ok: false });
});
