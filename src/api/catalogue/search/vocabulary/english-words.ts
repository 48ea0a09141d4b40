// Words of English by the dictionary of Hunspell: whoever has typed 'laser' means it, whatever the shop sells.
import dictionary from 'dictionary-en';
import { singular } from '../words.rules.ts';

let words: Set<string> | null = null;

/** True for a word of the dictionary, its plural, and its forms in -ing and -ed that double no letter: 'embeding' is none. */
export function isEnglishWord(word: string): boolean {
  words ??= read();
  const known = words;
  const [, base = ''] = /^([a-z]{3,})(?:ing|ed)$/.exec(word) ?? [];
  const isForm = (known.has(base) && !/[^aeiou][aeiou][^aeiouwxy]$/.test(base)) || known.has(`${base}e`);
  return known.has(word) || known.has(singular(word)) || isForm;
}

function read(): Set<string> {
  const lines = new TextDecoder().decode(dictionary.dic).split('\n');
  return new Set(lines.map((line) => line.split('/', 1)[0] ?? '').filter((entry) => /^[a-z]{3,}$/.test(entry)));
}
