// How days, ranges of days and changes between them are written: '20 Nov', '22 Oct to 20 Nov 2026', '11.9 %'.

import { t } from '#language/message.ts';

type Range = { from: string; to: string };

const part = (day: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(new Date(day));
const month = (day: string) => part(day, { month: 'short' });
const shortDay = (day: string) => `${Number(day.slice(8))} ${month(day)}`;
const fullDay = (day: string) => `${shortDay(day)} ${day.slice(0, 4)}`;

/** '22 Oct to 20 Nov 2026'. */
export function rangeName({ from, to }: Range): string {
  if (from === to) return fullDay(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return t('{value} to {to}', { value: isOneYear ? shortDay(from) : fullDay(from), to: fullDay(to) });
}

export function partName({ from, to }: Range): string {
  return from === to ? `${part(from, { weekday: 'short' })} ${shortDay(from)}` : rangeName({ from, to });
}

export function axisName({ from }: Range, step: 'day' | 'week' | 'month'): string {
  return step === 'month' ? `${month(from)} ${from.slice(0, 4)}` : shortDay(from);
}

export type Change = { sign: 'up' | 'down' | 'same'; text: string };

/** How much more or less than before; null where there was nothing to compare with. */
export function changeOf(value: number | null, before: number | null): Change | null {
  if (value === null || before === null || before <= 0) return null;
  const percent = Math.abs((value - before) / before) * 100;
  return { sign: value > before ? 'up' : value < before ? 'down' : 'same', text: `${percent.toFixed(1)} %` };
}

/** As an axis has it: '2.5k'. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${plain(value / 1_000_000)}M`;
  return value >= 1_000 ? t('{value}k', { value: plain(value / 1_000) }) : plain(value);
}

function plain(value: number): string {
  return String(Number(value.toPrecision(4)));
}
