// What so many of a product's price unit mean, in words: 24 times 'hour' is 24 hours.

/** Words of the catalogue's units that are counted, with their plural. What comes after the word stays: 'seats per month'. */
const counted: Record<string, string> = {
  hour: 'hours',
  minute: 'minutes',
  second: 'seconds',
  day: 'days',
  week: 'weeks',
  month: 'months',
  year: 'years',
  license: 'licenses',
  seat: 'seats',
  mailbox: 'mailboxes',
  user: 'users',
  project: 'projects',
  page: 'pages',
  call: 'calls',
  image: 'images',
  token: 'tokens',
  character: 'characters',
  request: 'requests',
};

/** 'audio hour': one word may stand before the one that is counted. */
const unitPattern = /^(?:(\d+)([kM]) )?((?:[\p{L}]+ )??)([\p{L}]+)( per [\p{L} ]+)?$/u;

/**
 * '24 hours', '1 hour', '3 seats per month', '2M tokens' for two of '1M tokens'; '24 × box' where the word is not known, and null
 * where there is no unit or none is needed.
 */
export function quantityInUnits(quantity: number, unit: string): string | null {
  const text = unit.trim();
  if (text === '' || text === 'free') return null;
  const [, amount, thousands = '', before = '', word = '', after = ''] = unitPattern.exec(text) ?? [];
  const number = (count: number) => count.toLocaleString('en-US');
  if (amount !== undefined) return `${number(Number(amount) * quantity)}${thousands} ${before}${word}${after}`;
  const plural = counted[word.toLowerCase()];
  if (!plural) return `${number(quantity)} × ${text}`;
  return `${number(quantity)} ${before}${quantity === 1 ? word : plural}${after}`;
}
