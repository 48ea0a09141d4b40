// The provider's own tables: Intl counts the minor digits of some currencies differently.
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));

/** How many decimals an amount in minor units has: 1250 is $12.50, and ¥1,250. `currency` is in small letters. */
export function minorDigits(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** '$12.50', '¥1,250', from minor units. */
export function formatAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** Whether there is such a currency, in the small letters that the provider writes. */
export function isCurrency(text: string): boolean {
  return /^[a-z]{3}$/.test(text) && known.has(text.toUpperCase());
}

const known = new Set(Intl.supportedValuesOf('currency'));
