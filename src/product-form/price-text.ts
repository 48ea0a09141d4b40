import { formatAmount, formatGroupedUnitPrice, toMicros } from '#contract/money.ts';

const CENT_MICROS = 10_000;

/** '$2,400.00'; a price with parts of a cent with all of its decimals: '$0.000125'. Below each other, prices have the same form. */
export function priceText(dollars: number): string {
  return toMicros(dollars) % CENT_MICROS === 0 ? formatAmount(dollars) : formatGroupedUnitPrice(dollars);
}
