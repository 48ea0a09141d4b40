// Words for so many of a product's price unit: 24 times 'hour' is 24 hours.

/** Words of which several end in s; what is not known is never bent, nor 'per hour', which says how something is paid. */
const regular =
  /^(?!per )(.* )?(second|minute|hour|day|week|month|quarter|year|license|seat|user|project|page|call|request|image|token|character|machine|GPU)$/;
/** '1k pages', '30 day', '1M input tokens': more of them is a larger number of the same. */
const counted = /^(\d{1,6}) ?([kMB]?) ([^ \d].*)$/;

/** True where one piece is a span of time, so that more of them are a longer one: 'month', '30 day'; not 'seat per month'. */
export function isSpanOfTime(unit: string): boolean {
  return /^(\d{1,6} ?)?(day|week|month|quarter|year)s?$/.test(unit.trim());
}

/** True where it is paid by time, such as by the month: 'month', 'seat per month'. */
export function isPaidByTime(unit: string): boolean {
  return isSpanOfTime(unit) || / per (day|week|month|quarter|year)$/.test(unit.trim());
}

/**
 * '24 hours', '1 hour', '3 seats per month', '2M tokens' for two of '1M tokens'; '24 × box' where the word is not known, and null
 * where there is no unit or none is needed.
 */
export function quantityInUnits(quantity: number, unit: string): string | null {
  const text = unit.trim();
  if (text === '' || text === 'free') return null;
  const [, each = '1', thousands = '', what = text] = counted.exec(text) ?? [];
  const number = quantity * Number(each);
  if (thousands) return `${grouped(number)}${thousands} ${what}`;
  const words = several(what, number);
  if (words !== null) return `${grouped(number)} ${words}`;
  return each === '1' ? `${grouped(quantity)} × ${text}` : `${grouped(number)} ${what}`;
}

function several(unit: string, number: number): string | null {
  const [thing = '', ...per] = unit.split(' per ');
  const plural = thing === 'mailbox' ? 'mailboxes' : regular.test(thing) ? `${thing}s` : null;
  return plural && [number === 1 ? thing : plural, ...per].join(' per ');
}

function grouped(number: number): string {
  return number.toLocaleString('en-US');
}
