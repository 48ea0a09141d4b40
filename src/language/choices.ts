// How a language counts and writes numbers. Browsers have this file, without the one that reads messages.

/** Locale of a language whose numbers are written as in one place. */
const locales: Record<string, string> = { en: 'en-US' };

export function localeOf(language: string): string {
  return locales[language] ?? language;
}

const written = new Map<string, Intl.NumberFormat>();
const counted = new Map<string, Intl.PluralRules>();

/** A count as the language groups its digits: 1,234 or 1.234. */
export function numberIn(language: string, value: number): string {
  let format = written.get(language);
  if (!format) {
    format = new Intl.NumberFormat(localeOf(language));
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
    rules = new Intl.PluralRules(localeOf(language), { type: isOrdinal ? 'ordinal' : 'cardinal' });
    counted.set(key, rules);
  }
  const name = rules.select(value) as Name;
  return names.includes(name) ? name : ('other' as Name);
}
