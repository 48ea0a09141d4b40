import { greatestPrice } from '#contract/money.ts';

/** One of the two prices is enough in the form: the other is the least or the greatest there can be. */
export const filledPrices = { min_price: '0', max_price: String(greatestPrice) };

/** The same address with both prices, where a form gives one and leaves the other empty; null where there is nothing to fill in. */
export function fillPrices(params: URLSearchParams): URLSearchParams | null {
  const [min, max] = [params.get('min_price'), params.get('max_price')];
  if (min === null || max === null || (min.trim() === '') === (max.trim() === '')) return null;
  const filled = new URLSearchParams(params);
  for (const [name, price] of Object.entries(filledPrices)) {
    if (filled.get(name)?.trim() === '') filled.set(name, price);
  }
  return filled;
}
