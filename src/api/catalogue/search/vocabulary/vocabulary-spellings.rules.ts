// Words of the default vocabulary that somebody may have misspelt: a product need not have them, since it answers by what they mean.
import { isSpelling } from '../index-keys.rules.ts';
import { spellingVariants } from '../query/spelling.rules.ts';
import { singleWordSynonyms, synonymsOf } from './synonyms.rules.ts';

const byVariant = new Map<string, string[]>();
for (const word of singleWordSynonyms())
  if (isSpelling(word))
    for (const variant of spellingVariants(word)) byVariant.set(variant, [...(byVariant.get(variant) ?? []), word]);

/** Those that may be meant by a word with these variants. */
export function vocabularySpellings(variants: readonly string[]): string[] {
  return [...new Set(variants.flatMap((variant) => byVariant.get(variant) ?? []))];
}

/** Words of the index that say what a word of the vocabulary means. */
export function meaningsOf(word: string): string[] {
  return synonymsOf([word]).flatMap(({ words: [only, ...others] }) => (only && others.length === 0 ? [only] : []));
}
