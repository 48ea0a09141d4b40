// What so many of a product's price unit mean, in words: 24 times 'hour' is 24 hours.

/** Words of which several end in s; what is not known is never bent. */
const regular =
  /(^| )(second|minute|hour|day|week|month|quarter|year|license|seat|user|project|page|call|request|image|token|character|machine|GPU)$/;
/** '1k pages', '100 calls', '1M input tokens': more of them is a larger number of the same. */
const counted = /^(\d{1,6}) ?([kMB]?) ([^ \d].*)$/;

/**
 * '24 hours', '1 hour', '3 seats per month', '2M tokens' for two of '1M tokens'; '24 × box' where the word is not known, and null
 * where there is no unit or none is needed.
 */
export function quantityInUnits(quantity: number, unit: string): string | null {
  const text = unit.trim();
  if (text === '' || text === 'free') return null;
  const [, each = '', thousands = '', what = ''] = counted.exec(text) ?? [];
  if (what && (thousands || each !== '1')) return `${grouped(quantity * Number(each))}${thousands} ${what}`;
  const words = several(what || text, quantity);
  return words === null ? `${grouped(quantity)} × ${text}` : `${grouped(quantity)} ${words}`;
}

function several(unit: string, quantity: number): string | null {
  const [thing = '', ...per] = unit.split(' per ');
  const plural = thing === 'mailbox' ? 'mailboxes' : regular.test(thing) ? `${thing}s` : null;
  return plural && [quantity === 1 ? thing : plural, ...per].join(' per ');
}

function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
