// Unit prices are exact to 6 decimals (compute and token prices are fractions of a cent), so they are counted in
// whole micro-dollars wherever they are stored, added or compared.

const MICROS = 1_000_000;

/** Dollars; what the catalogue accepts at most. */
export const greatestPrice = 1_000_000_000;

/** Whole micro-dollars, half up. Up to 1,000,000,000 dollars this stays far inside the safe integers. */
export function toMicros(dollars: number): number {
  return Math.round(dollars * MICROS);
}

export function fromMicros(micros: number): number {
  return micros / MICROS;
}

/** '$2.49', '$1,950.00', '$0.000125': as every amount is written, with more decimals where the catalogue is more exact. */
export function formatUnitPrice(dollars: number): string {
  const exact = (toMicros(dollars) / MICROS).toFixed(6).replace(/0{1,4}$/, '');
  return `$${exact.replace(/\d+/, (whole) => Number(whole).toLocaleString('en-US'))}`;
}

/** '$2', '$0.50', '$0.000125': the same as a bound or a step, as short as a reader would type it. */
export function formatBound(dollars: number): string {
  return formatUnitPrice(dollars).replace(/\.00$/, '');
}

/** The price of `quantity` units in whole cents, rounded half up once. */
export function lineCents(dollars: number, quantity: number): number {
  return Math.floor((toMicros(dollars) * quantity + 5_000) / 10_000);
}

/** '$1,950.00', '−$0.05': an amount of money, always with two decimals, its thousands apart, and a true minus. */
export function formatCents(cents: number): string {
  const whole = Math.abs(cents);
  const sign = cents < 0 ? '−' : '';
  return `${sign}$${Math.floor(whole / 100).toLocaleString('en-US')}.${String(whole % 100).padStart(2, '0')}`;
}

/** '+$110.10': the same of what has moved, which says so when it came in too. */
export function formatSignedCents(cents: number): string {
  return cents > 0 ? `+${formatCents(cents)}` : formatCents(cents);
}

/** The same of dollars, as the API tells them. */
export function formatAmount(dollars: number): string {
  return formatCents(Math.round(dollars * 100));
}

export function sumCents(amounts: number[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}
