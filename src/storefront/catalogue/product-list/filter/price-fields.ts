import { greatestPrice } from '#contract/money/amount/money.ts';

/** One of the two prices is enough in the form: the other is the least or the greatest there can be. */
export const filledPrices = { min_price: '0', max_price: String(greatestPrice) };

/** The same address with both prices, where a form gives one and leaves the other empty. */
export function fillPrices(params: URLSearchParams): URLSearchParams {
  const filled = new URLSearchParams(params);
  const [min, max] = [filled.get('min_price'), filled.get('max_price')];
  if (min === null || max === null || (min.trim() === '') === (max.trim() === '')) return filled;
  for (const [name, price] of Object.entries(filledPrices)) {
    if (filled.get(name)?.trim() === '') filled.set(name, price);
  }
  return filled;
}

/** Query of a form sent without scripts, as it would be with them; null where there is nothing to tidy up. */
export function tidyAddress(params: URLSearchParams): URLSearchParams | null {
  if (![...params.values()].includes('')) return null;
  return new URLSearchParams([...fillPrices(params)].filter(([, value]) => value !== ''));
}
