// Words that the operator may write into the vocabulary: those that the search looks up.
import { phraseWordsMaximum } from '#contract/catalogue/search-vocabulary/search-vocabulary.ts';
import { analysed } from '../index-keys.rules.ts';
import { readFilters } from '../query/read-filters.rules.ts';
import { wordsOf } from '../words.rules.ts';
import { foldedQuery, isSamePhrase } from './shop-vocabulary.rules.ts';
import { isFiller } from './weak-words.rules.ts';

type Read = { ok: true; text: string } | { ok: false; message: string };

/** Both sides of a synonym; the side that is typed must be read as words. */
export function readSynonym({
  words,
  means,
  is_two_way,
}: {
  words: string;
  means: string;
  is_two_way: boolean;
}): { ok: true; words: string; means: string } | { ok: false; message: string } {
  const left = readTyped('words', words);
  if (!left.ok) return left;
  const right = is_two_way ? readTyped('means', means) : readPhrase('means', means);
  if (!right.ok) return right;
  if (isSamePhrase(left.text, right.text))
    return refused('means must be something else than words: the search takes both for the same already.');
  return { ok: true, words: left.text, means: right.text };
}

export function readKeptWord(given: string): Read {
  const read = readPhrase('word', given);
  if (!read.ok) return read;
  const [word, ...others] = wordsOf(read.text);
  if (!word || others.length > 0) return refused('word must be one word, without spaces or hyphens.');
  return { ok: true, text: word.text };
}

export function readPinnedQuery(query: string): Read {
  const text = foldedQuery(query);
  return wordsOf(text).length > 0 ? { ok: true, text } : refused('query must have a letter or a digit.');
}

function readPhrase(field: string, given: string): Read {
  const text = foldedQuery(given);
  const words = wordsOf(text);
  if (words.length === 0) return refused(`${field} must have a letter or a digit.`);
  if (words.length > phraseWordsMaximum) return refused(`${field} must have at most ${phraseWordsMaximum} words.`);
  if (words.every(({ text: word }) => analysed(word).isStop))
    return refused(`${field} must have a word that says something of a product.`);
  return { ok: true, text };
}

/** Words about the visit, and those that are read as a filter, are never looked up: they have no synonym. */
function readTyped(field: string, given: string): Read {
  const read = readPhrase(field, given);
  if (!read.ok) return read;
  const idle = wordsOf(read.text).find((word) => isFiller(word.text));
  if (idle) return refused(`${field}: the search leaves out “${idle.text}”. Write it without this word.`);
  const { filters, rest } = readFilters(read.text);
  if (textsOf(rest) === textsOf(read.text)) return read;
  const filter = filters.find(({ text }) => text !== '' && !rest.includes(text));
  return refused(`${field}: the search reads “${filter?.text ?? read.text}” as a filter and never as words.`);
}

function textsOf(phrase: string): string {
  return wordsOf(phrase)
    .map(({ text }) => text)
    .join(' ');
}

function refused(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
