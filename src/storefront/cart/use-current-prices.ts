import { useEffect, useState } from 'react';
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import type { Quote } from '#contract/checkout.ts';
import { toMicros } from '#contract/money.ts';
import { effectivePrice } from '#contract/product.ts';
import { cartLines, setCart } from './cart.ts';
import type { CartLine } from './cart-lines.ts';
import { linesOf } from './order-items.ts';

/** What one unit cost when it was put into the cart, by product, where that is no longer the price. */
type FormerPrices = Readonly<Record<string, number>>;

/**
 * Brings the lines up to date that a quote contradicts, in price or in stock, so that nobody is surprised at the
 * payment; and says what they cost before.
 */
export function useCurrentPrices(quote: Quote | null): FormerPrices {
  const [former, setFormer] = useState<FormerPrices>({});

  useEffect(() => {
    if (!quote) return;
    const outdated = cartLines.get().filter((line) => isOutdated(line, quote));
    if (outdated.length === 0) return;
    let current = true;
    const items = outdated.map(({ id, quantity }) => ({ product_id: id, quantity }));
    linesOf(createBrowserApi(), items).then(
      (fresh) => {
        if (!current) return;
        const changed = outdated.filter(({ id, ...line }) =>
          fresh.some((other) => other.id === id && effectivePrice(other) !== effectivePrice(line)),
        );
        setFormer((known) => ({
          ...Object.fromEntries(changed.map((line) => [line.id, effectivePrice(line)])),
          ...known,
        }));
        setCart(
          cartLines.get().map((line) => ({ ...line, ...withoutQuantity(fresh.find(({ id }) => id === line.id)) })),
        );
      },
      // Only the notice is lost: the shop charges its own price, and refuses an order at another one.
      () => {},
    );
    return () => {
      current = false;
    };
  }, [quote]);

  return former;
}

function isOutdated(line: CartLine, quote: Quote): boolean {
  const quoted = quote.lines.find(({ product_id }) => product_id === line.id);
  return quoted !== undefined && (toMicros(quoted.unit_price) !== toMicros(effectivePrice(line)) || !quoted.available);
}

function withoutQuantity(line: CartLine | undefined): Partial<CartLine> {
  if (!line) return {};
  const { quantity: _quantity, ...product } = line;
  return product;
}
