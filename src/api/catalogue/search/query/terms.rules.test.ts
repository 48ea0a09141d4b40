import { expect, test } from 'vitest';
import { isEnglishWord } from '../vocabulary/english-words.ts';
import { queryWords, termsOf } from './terms.rules.ts';

const meant = (query: string, known: readonly string[]) =>
  termsOf(queryWords(query), (word) => known.includes(word), null).terms.flatMap(({ ways }) =>
    ways.flatMap(({ words }) => words),
  );

test.each([
  ['defect detection', 'defectinspection'],
  ['detect the defects', 'defectinspection'],
  ['remove the background', 'backgroundremoval'],
  ['back ground remover', 'backgroundremoval'],
  ['count people', 'mot'],
  ['cancel their subscription', 'churnprediction'],
  ['speechtotext', 'asr'],
  ['neighbour', 'neighbor'],
  ['sick leaves', 'leaf'],
  ['a100sxm', 'a100'],
])('[Q-11] %s is one thing, however it is said', (query, thing) => {
  expect(meant(query, [thing, 'sxm'])).toContain(thing);
});

test.each([
  ['general text embedding', 'textgeneration'],
  ['train test split', 'abtesting'],
  ['custom services', 'customersupport'],
  ['data settings', 'dataset'],
])('[Q-11] %s is another thing', (query, thing) => {
  expect(meant(query, [thing, 'text', 'test', 'split'])).not.toContain(thing);
});

test('[Q-11] what is said of several words finds those words, too', () => {
  expect(meant('count people', ['mot', 'count', 'people']).sort()).toEqual(['count', 'mot', 'people']);
  expect(meant('voicebot', ['voiceagent', 'voicebot'])).toEqual(['voicebot', 'voiceagent']);
});

test.each([
  ['laser', true],
  ['tractors', true],
  ['leaking', true],
  ['embeding', false],
  ['wharehouse', false],
])('[Q-02] %s is a word of the dictionary: %s', (word, isOne) => {
  expect(isEnglishWord(word)).toBe(isOne);
});
