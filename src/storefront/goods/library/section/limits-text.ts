// Limits of a machine as they are typed and shown.

import type { LibraryHours, MachineLimits } from '#contract/goods/access/hours.schema.ts';
import { longestLimitMinutes, minutesText } from '#contract/goods/access/hours.ts';
import { formatAmount, formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';

/** As somebody types them: hours such as '2' or '1.5', and dollars such as '10' or '10.50'; empty for none. */
export type TypedLimits = { hours: string; budget: string };
export type LimitFaults = { hours?: string; budget?: string };

const MINUTES_OF_HOUR = 60;

export function typedLimits(limits: { stop_after_minutes: number | null; budget: number | null } | null): TypedLimits {
  const { stop_after_minutes: minutes = null, budget = null } = limits ?? {};
  return {
    hours: minutes === null ? '' : String(Math.round((minutes / MINUTES_OF_HOUR) * 100) / 100),
    budget: budget === null ? '' : budget.toFixed(2),
  };
}

/** The limits that are meant, or what is wrong with them, by field. */
export function readLimits({ hours, budget }: TypedLimits): { limits: MachineLimits } | { faults: LimitFaults } {
  const wantedHours = readNumber(hours);
  const wantedBudget = readNumber(budget);
  const minutes = wantedHours === null ? null : Math.round(wantedHours * MINUTES_OF_HOUR);
  const faults: LimitFaults = {
    ...((Number.isNaN(minutes) || (minutes !== null && (minutes < 1 || minutes > longestLimitMinutes))) && {
      hours: t('Write hours such as 2 or 1.5, at most {value}, or nothing.', {
        value: (longestLimitMinutes / MINUTES_OF_HOUR).toLocaleString('en-US'),
      }),
    }),
    ...((Number.isNaN(wantedBudget) || (wantedBudget !== null && !isBudget(wantedBudget))) && {
      budget: t('Write an amount such as 10 or 10.50, or nothing.'),
    }),
  };
  if (Object.keys(faults).length > 0) return { faults };
  return { limits: { stop_after_minutes: minutes, budget: wantedBudget } };
}

/** Null where nothing is written, NaN where it is no number. */
function readNumber(text: string): number | null {
  const written = text.trim().replace(/^\$/, '');
  if (written === '') return null;
  return /^\d+(\.\d+)?$/.test(written) ? Number(written) : Number.NaN;
}

function isBudget(dollars: number): boolean {
  return dollars >= 0.01 && dollars <= 1_000_000 && Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;
}

/** Price of an hour by which a budget can be told in minutes; null where hours have several, or a machine has used some of the budget. */
export function onlyPriceOf({
  price_of_hour: price,
  prices_differ: pricesDiffer,
  session,
}: Pick<LibraryHours, 'price_of_hour' | 'prices_differ'> & {
  session: Pick<NonNullable<LibraryHours['session']>, 'state'> | null;
}): number | null {
  const isOn = session?.state === 'starting' || session?.state === 'running';
  return pricesDiffer || isOn ? null : price;
}

/** '$10.00 is 5 h 1 min at $1.99 an hour'; '' where a price or an amount is missing. */
export function budgetText(budget: string, priceOfHour: number | null): string {
  const dollars = readNumber(budget);
  if (!priceOfHour || dollars === null || !isBudget(dollars)) return '';
  const minutes = Math.floor((dollars / priceOfHour) * MINUTES_OF_HOUR + 1e-9);
  return t('{dollars} is {minutes} at {priceOfHour} an hour.', {
    dollars: formatAmount(dollars),
    minutes: minutesText(minutes),
    priceOfHour: formatUnitPrice(priceOfHour),
  });
}

/** 'It stops by itself after 2 h.', 'It stops by itself after 2 h, or before it costs more than $10.00.'; '' without a limit. */
export function limitsText({ stop_after_minutes: minutes, budget }: MachineLimits): string {
  const parts = [
    ...(minutes === null ? [] : [t('after {minutes}', { minutes: minutesText(minutes) })]),
    ...(budget === null ? [] : [t('before it costs more than {budget}', { budget: formatAmount(budget) })]),
  ];
  return parts.length === 0 ? '' : t('It stops by itself {parts}.', { parts: parts.join(', or ') });
}
