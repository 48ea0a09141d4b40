import { useEffect, useState } from 'react';
import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { toMicros } from '#contract/money/amount/money.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { cartLines } from './cart.ts';
import type { CartLine } from './cart-lines.ts';
import type { LineNotices } from './current-lines.ts';
import { priceUnits } from './price-units.ts';
import { quotedLine } from './quoted-line.ts';
import type { QuoteState } from './use-quote.ts';

/**
 * Brings the lines up to date that a quote contradicts, in price, its unit or stock, and all of them where the shop would not sell this
 * cart, so that nobody is surprised at the payment; and says what has changed.
 */
export function useCurrentPrices({ quote, refusal }: QuoteState): LineNotices {
  const [notices, setNotices] = useState<LineNotices>({ former: {}, gone: {} });

  useEffect(() => {
    if (!quote && !refusal) return;
    const outdated = cartLines.get().filter((line) => !quote || isOutdated(line, quote));
    if (outdated.length === 0) {
      setNotices(({ former }) => ({ former, gone: {} }));
      return;
    }
    import('./current-lines.ts')
      .then(({ refreshLines }) => refreshLines(outdated))
      .then(
        ({ former, gone }) => setNotices((known) => ({ former: { ...former, ...known.former }, gone })),
        // Only the notice is lost: the shop charges its own price, and refuses an order at another one.
        () => {},
      );
  }, [quote, refusal]);

  return notices;
}

function isOutdated(line: CartLine, quote: Quote): boolean {
  const quoted = quotedLine(quote, line);
  if (!quoted?.available || toMicros(quoted.unit_price) !== toMicros(effectivePrice(line))) return true;
  return (quoted.price_unit ?? '') !== (priceUnits.get().get(line.id) ?? '');
}
