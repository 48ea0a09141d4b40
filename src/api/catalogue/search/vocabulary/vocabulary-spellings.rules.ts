// Words of the default vocabulary that somebody may have misspelt: a product need not have them, since it answers by what they mean.
import { isSpelling } from '../index-keys.rules.ts';
import { spellingVariants, wrongLetters } from '../query/spelling.rules.ts';
import { singleWordSynonyms, synonymsOf } from './synonyms.rules.ts';

/** A shorter word is too near to others: no product stands for this one. */
const LEAST_LETTERS = 8;

const byVariant = new Map<string, string[]>();
for (const word of singleWordSynonyms())
  if (isSpelling(word) && word.length >= LEAST_LETTERS)
    for (const variant of spellingVariants(word)) byVariant.set(variant, [...(byVariant.get(variant) ?? []), word]);

/** Those that are meant by a misspelt word: it begins alike, and has one wrong letter. */
export function vocabularySpellings(misspelt: string): string[] {
  const near = new Set(spellingVariants(misspelt).flatMap((variant) => byVariant.get(variant) ?? []));
  return [...near].filter((word) => word[0] === misspelt[0] && wrongLetters(misspelt, word) === 1);
}

/** Words of the index that say what a word of the vocabulary means. */
export function meaningsOf(word: string): string[] {
  return synonymsOf([word]).flatMap(({ words: [only, ...others] }) => (only && others.length === 0 ? [only] : []));
}
