// How a language counts and writes numbers, and how written parts follow each other. Browsers have this file, without the one that reads messages.

/** Languages whose numbers are written as somewhere else than their code alone would say. */
const regions: Record<string, string> = { en: 'en-US' };

const written = new Map<string, Intl.NumberFormat>();
const counted = new Map<string, Intl.PluralRules>();

/** A count as the language groups its digits: 1,234 or 1.234. */
export function numberIn(language: string, value: number): string {
  let format = written.get(language);
  if (!format) {
    format = new Intl.NumberFormat(regions[language] ?? language);
    written.set(language, format);
  }
  return format.format(value);
}

/** The name among `names` that stands for `value`: the number itself (`=0`), or what the language calls it. */
export function pluralIn<Name extends string>(language: string, value: number, names: Name[], isOrdinal = false): Name {
  const exact = names.find((name) => name === `=${value}`);
  if (exact) return exact;
  const key = isOrdinal ? `${language} ordinal` : language;
  let rules = counted.get(key);
  if (!rules) {
    rules = new Intl.PluralRules(regions[language] ?? language, { type: isOrdinal ? 'ordinal' : 'cardinal' });
    counted.set(key, rules);
  }
  const name = rules.select(value) as Name;
  return names.includes(name) ? name : ('other' as Name);
}

/** Words and numbers that follow each other become one text, as they are one in what a browser has. */
export function joinTexts(parts: unknown[]): unknown[] {
  const joined: unknown[] = [];
  for (const part of parts) {
    const before = joined.length - 1;
    if (isText(part) && isText(joined[before])) joined[before] = `${joined[before]}${part}`;
    else joined.push(part);
  }
  return joined;
}

function isText(part: unknown): part is string | number {
  return typeof part === 'string' || typeof part === 'number';
}
