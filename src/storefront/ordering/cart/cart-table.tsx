import { useStore } from '@nanostores/react';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { nameWithOptions, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatCents, formatUnitPrice } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { late } from '#ui/loading/late.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { optionsQuery } from '../../catalogue/product/options/options-query.ts';
import { QuantityStepper } from '../../catalogue/product/quantity-stepper.tsx';
import { amountCents } from './cart-amounts.ts';
import { type CartLine, type CartLines, keyOf } from './cart-lines.ts';
import { changeQuantity, removeLine } from './change-cart.ts';
import type { FormerPrice } from './current-lines.ts';
import { priceUnits } from './price-units.ts';
import { quotedLine } from './quoted-line.ts';
import { useCurrentPrices } from './use-current-prices.ts';
import type { QuoteState } from './use-quote.ts';

/** Not needed to see what is in the cart: without them the line stands alone. */
const RentedTime = late(async () => (await import('./rented-time.tsx')).RentedTime);
const LineNotices = late(async () => (await import('./line-notices.tsx')).LineNotices);

/**
 * Lines of the cart. On a phone each row is a card of two lines. `onEmptied`: the last row was removed, and the focus
 * needs another place.
 */
export function CartTable(props: { lines: CartLines; quoteState: QuoteState; onEmptied: () => void }) {
  const { lines, quoteState } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { former, gone } = useCurrentPrices(quoteState);
  // A row stays the same, and keeps the focus, while the number of its machines is changed.
  const names = lines.map((line) => keyOf({ ...line, machines: 1 }));

  function remove(line: CartLine, index: number) {
    removeLine(line);
    showAlert({
      type: 'success',
      message: t('{name} removed from cart successfully', { name: line.name }),
      picture: line.img,
    });
    if (lines.length === 1) return props.onEmptied();
    // The button goes with its row: the focus stays at this place in the table.
    const buttons = body.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    buttons[index === lines.length - 1 ? index - 1 : index + 1]?.focus();
  }

  return (
    <table className="w-full self-start max-md:block">
      <caption className="sr-only">{t('Items in your cart')}</caption>
      <thead className="text-left text-sm text-ink-3 max-md:sr-only">
        <tr>
          <th scope="col" colSpan={2} className="pb-3 font-normal">
            {t('Product')}
          </th>
          <th scope="col" className="pb-3 pr-6 text-right font-normal">
            {t('Price')}
          </th>
          <th scope="col" className="pb-3 font-normal">
            {t('Quantity')}
          </th>
          <th scope="col" className="pb-3 text-right font-normal">
            {t('Total')}
          </th>
          <th scope="col" className="pb-3">
            <span className="sr-only">{t('Remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} className="max-md:block">
        {lines.map((line, index) => (
          <CartRow
            key={names.indexOf(names[index] as string) === index ? names[index] : keyOf(line)}
            line={line}
            formerPrice={former[keyOf(line)]}
            gone={gone[keyOf(line)]}
            quoteState={quoteState}
            onRemove={() => remove(line, index)}
          />
        ))}
      </tbody>
    </table>
  );
}

type CartRowProps = {
  line: CartLine;
  formerPrice: FormerPrice | undefined;
  gone: 'product' | 'choice' | undefined;
  quoteState: QuoteState;
  onRemove: () => void;
};

function CartRow({ line, formerPrice, gone, quoteState, onRemove }: CartRowProps) {
  const { quote, shown } = quoteState;
  const quoted = quote && quotedLine(quote, line);
  const owned = shown && quotedLine(shown, line)?.owned;
  const unit = effectivePrice(line);
  const pricedBy = useStore(priceUnits).get(line.id);
  const { id, selected_options: selected = [] } = line;
  const choice = selectedOptionsText(selected);
  const name = nameWithOptions(line.name, selected);

  function setQuantity(quantity: number) {
    changeQuantity(line, quantity - line.quantity);
  }

  return (
    <tr className="border-t last:border-b max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)_2.75rem] max-md:gap-x-4 max-md:py-5">
      <td className="md:w-40 md:py-5 md:pr-5 max-md:col-start-1 max-md:row-span-2 max-md:row-start-1">
        <img
          src={line.img}
          alt=""
          width="800"
          height="600"
          className="aspect-[4/3] w-full rounded-md bg-night object-cover"
        />
      </td>
      <th scope="row" className="text-left font-normal md:py-5 md:pr-5 max-md:col-start-2 max-md:row-start-1">
        <span className="block text-xs font-[560] capitalize" style={{ color: `var(--${line.category})` }}>
          {line.category}
        </span>
        <a
          href={productPath(id) + optionsQuery(selected)}
          dir="auto"
          className="line-clamp-3 font-[560] [unicode-bidi:isolate] hover:underline hover:underline-offset-4"
        >
          {line.name}
        </a>
        {choice && (
          <span dir="auto" className="block text-sm text-ink-2 [unicode-bidi:isolate]">
            {choice}
          </span>
        )}
        <span className="block text-sm text-ink-2 empty:hidden">{quoted?.gets}</span>
        <LineNotices {...{ line, quoted, owned, gone, formerPrice, name }} />
      </th>
      <td className="num whitespace-nowrap md:py-5 md:pr-6 md:text-right max-md:col-start-2 max-md:col-end-4 max-md:row-start-2 max-md:self-end max-md:text-sm max-md:text-ink-2">
        <span className={line.on_sale ? 'text-danger' : undefined}>{formatUnitPrice(unit)}</span>
        {pricedBy && <span className="whitespace-normal wrap-break-word text-xs text-ink-3">{`/${pricedBy}`}</span>}
        {line.on_sale && (
          <s className="text-ink-3 md:block md:text-sm max-md:ml-2">
            <span className="sr-only">{t('Before')} </span>
            {formatUnitPrice(line.price)}
          </s>
        )}
      </td>
      <td className="md:w-36 md:py-5 max-md:col-start-1 max-md:col-end-3 max-md:row-start-3 max-md:pt-4">
        <QuantityStepper value={line.quantity} onChange={setQuantity} of={name} />
        {pricedBy && <RentedTime line={line} unit={pricedBy} shown={shown} of={name} />}
      </td>
      <td className="num whitespace-nowrap font-[580] md:min-w-28 md:py-5 md:pl-4 md:text-right max-md:col-start-2 max-md:col-end-4 max-md:row-start-3 max-md:self-center max-md:pt-4 max-md:text-right">
        {formatCents(amountCents(line))}
      </td>
      <td className="md:w-14 md:py-5 md:pl-3 max-md:col-start-3 max-md:row-start-1 max-md:-mr-2.5 max-md:-mt-2">
        <button
          type="button"
          className="icon-btn"
          aria-label={t('Remove {name}', { name })}
          data-remove
          onClick={onRemove}
        >
          <Trash2 size={18} strokeWidth={1.6} aria-hidden />
        </button>
      </td>
    </tr>
  );
}
