// The provider's own tables: Intl counts the minor digits of some currencies differently.
const withoutDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThreeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));
/** They have lost their decimals, and are still written with them. */
const inHundreds = new Set(['isk', 'ugx']);

/** Minor units; where the provider publishes none for a currency, half of its unit stands for it. */
const leastAmounts: Record<string, number> = {
  ...{ aed: 200, bgn: 100, czk: 1_500, dkk: 250, gbp: 30, hkd: 400, huf: 17_500, mxn: 1_000, myr: 200 },
  ...{ nok: 300, pln: 200, ron: 200, sek: 300, thb: 1_000 },
};

/** How many decimals an amount in minor units has: 1250 is $12.50, and ¥1,250. `currency` is in small letters. */
export function minorDigits(currency: string): number {
  if (withoutDecimals.has(currency)) return 0;
  return withThreeDecimals.has(currency) ? 3 : 2;
}

/** Step of which every amount in this currency is a multiple, in minor units: the networks know fewer decimals. */
export function amountStep(currency: string): number {
  if (inHundreds.has(currency)) return 100;
  return withThreeDecimals.has(currency) ? 10 : 1;
}

/** The least that can be paid at once, in minor units. */
export function leastAmount(currency: string): number {
  return leastAmounts[currency] ?? (withThreeDecimals.has(currency) ? 500 : 50);
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

/** True if there is such a currency, in the small letters that the provider writes. */
export function isCurrency(text: string): boolean {
  return /^[a-z]{3}$/.test(text) && known.has(text.toUpperCase());
}

const known = new Set(Intl.supportedValuesOf('currency'));
