// Words for so many of a product's price unit: 24 times 'hour' is 24 hours.

/** Words of which several end in s; what is not known is never bent, nor 'per hour', which says how something is paid. */
const regular =
  /^(?!per )(.* )?(second|minute|hour|day|week|month|quarter|year|license|seat|user|project|page|call|request|image|token|character|machine|GPU)$/;
/** '1k pages', '30 day', '1M input tokens': more of them is a larger number of the same. */
const counted = /^(\d{1,6}) ?([kMB]?) ([^ \d].*)$/;

/** Minutes of each span of time; a month is 30 days, a quarter 91, a year 365. */
const minutesOfSpan = {
  second: 1 / 60,
  minute: 1,
  hour: 60,
  day: 24 * 60,
  week: 7 * 24 * 60,
  month: 30 * 24 * 60,
  quarter: 91 * 24 * 60,
  year: 365 * 24 * 60,
} as const;
const spanOfUse =
  /^(?:([1-9]\d{0,5}) ?)?(?:(?:GPU|CPU|vCPU|core|machine|node|server|instance)[ -])?(second|minute|hour|day|week|month|quarter|year)s?$/i;

/**
 * Minutes of one piece of what is sold by time ('hour' is 60, '30 day' is 43,200, 'GPU hour' is 60); null where more pieces are not
 * a longer time: 'seat per month', 'audio hour', 'license'.
 */
export function minutesOfUnit(unit: string): number | null {
  const [, count = '1', span] = spanOfUse.exec(unit.trim()) ?? [];
  if (!span) return null;
  return Number(count) * minutesOfSpan[span.toLowerCase() as keyof typeof minutesOfSpan];
}

const MINUTES_OF_DAY = 24 * 60;

/** True where one piece is a day or longer, so that more of them are a longer time: 'month', '30 day'; not 'seat per month'. */
export function isSpanOfTime(unit: string): boolean {
  return (minutesOfUnit(unit) ?? 0) >= MINUTES_OF_DAY;
}

/** True where it is paid by time, such as by the month: 'month', 'seat per month'. */
export function isPaidByTime(unit: string): boolean {
  return isSpanOfTime(unit) || / per (day|week|month|quarter|year)$/.test(unit.trim());
}

/**
 * '24 hours', '1 hour', '3 seats per month', '2M tokens' for two of '1M tokens'; '24 × box' where the word is not known, and null
 * where there is no unit or none is needed. Of several machines '2 machines × 24 hours'.
 */
export function quantityInUnits(quantity: number, unit: string, machines = 1): string | null {
  const time = timeInUnits(quantity, unit);
  return machines > 1 && time !== null ? `${grouped(machines)} machines × ${time}` : time;
}

/** '24', of several machines '2 × 24': what a unit price is multiplied by. */
export function countText(quantity: number, machines = 1): string {
  return machines > 1 ? `${machines} × ${quantity}` : String(quantity);
}

function timeInUnits(quantity: number, unit: string): string | null {
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
