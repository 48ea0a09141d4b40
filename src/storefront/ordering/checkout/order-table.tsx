import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { effectivePrice } from '#contract/catalogue/product/product.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatCents, formatUnitPrice } from '#contract/money/amount/money.ts';
import type { Quote } from '#contract/ordering/checkout.ts';
import { t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';
import { categoryPath } from '../../catalogue/paths.ts';
import { QuantityInUnits } from '../../catalogue/product/quantity-in-units.tsx';
import { amountCents } from '../cart/cart-amounts.ts';
import { type CartLine, type CartLines, keyOf } from '../cart/cart-lines.ts';
import { priceUnits } from '../cart/price-units.ts';
import { quotedLine } from '../cart/quoted-line.ts';

type OrderTableProps = {
  lines: CartLines;
  quote?: Quote | null;
  subtotal: string;
  total: string;
  /** Discount of a coupon, where the order is placed here. */
  discount: string | null;
  /** Where it is specified. What is sold here is delivered over the network. */
  shipping?: ReactNode;
};

const heading = 'whitespace-nowrap pb-2 font-normal';
const sumRow = 'max-sm:flex max-sm:justify-between';
const sum = 'whitespace-nowrap py-3 pr-4 text-left font-normal text-ink-2';

/** Ordered items, a row each; on a phone an item has two lines. */
export function OrderTable({ lines, quote = null, subtotal, total, discount, shipping }: OrderTableProps) {
  return (
    <table className="w-full text-sm max-sm:block">
      <caption className="sr-only">{t('Your order')}</caption>
      <thead className="text-left text-ink-3 max-sm:sr-only">
        <tr>
          <th scope="col" className={heading}>
            {t('Products')}
          </th>
          <th scope="col" className={heading}>
            {t('Name')}
          </th>
          <th scope="col" className={`${heading} pr-3 text-right`}>
            {t('Price')}
          </th>
          <th scope="col" className={`${heading} pr-3 text-right`}>
            {t('Quantity')}
          </th>
          <th scope="col" className={`${heading} text-right`}>
            {t('Total')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {lines.length === 0 && (
          <tr className="border-t max-sm:block">
            <td colSpan={5} className="py-5 text-ink-2 max-sm:block">
              {rich('Your cart is empty. <a>Continue Shopping</a>', {
                a: (words) => (
                  <a href={categoryPath('all')} className="text-link">
                    {words}
                  </a>
                ),
              })}
            </td>
          </tr>
        )}
        {lines.map((line) => (
          <ItemRow key={keyOf(line)} line={line} gets={quote && quotedLine(quote, line)?.gets} />
        ))}
      </tbody>
      <tfoot className="border-t max-sm:block">
        <SumRow name={t('Subtotal')}>{subtotal}</SumRow>
        {discount && (
          <SumRow name={t('Discount')}>
            <span className="text-success">{discount}</span>
          </SumRow>
        )}
        {shipping && (
          <tr className={`${sumRow} border-t align-top`}>
            <th scope="row" className={sum}>
              {t('Shipping')}
            </th>
            <td colSpan={4} className="py-1.5">
              {shipping}
            </td>
          </tr>
        )}
        <tr className={`${sumRow} border-t`}>
          <th scope="row" className="py-4 pr-4 text-left text-base font-[560]">
            {t('Total')}
          </th>
          <td colSpan={4} className="num py-4 text-right text-xl font-[560] tracking-[-.02em]">
            {total}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

type ItemRowProps = {
  line: CartLine;
  /** Text about the goods of the line. */
  gets: string | null | undefined;
};

function ItemRow({ line, gets }: ItemRowProps) {
  const unit = useStore(priceUnits).get(line.id);
  return (
    <tr className="border-t max-sm:grid max-sm:grid-cols-[3.5rem_auto_1fr_auto] max-sm:gap-x-2 max-sm:py-3">
      <td className="w-[4.25rem] py-2.5 pr-3 max-sm:row-span-2 max-sm:w-auto max-sm:p-0">
        <img
          src={line.img}
          alt=""
          width="800"
          height="600"
          className="aspect-[4/3] w-full rounded-sm bg-night object-cover"
        />
      </td>
      <th scope="row" dir="auto" className="py-2.5 pr-3 text-left font-[540] max-sm:col-span-2 max-sm:py-0 max-sm:pl-1">
        {line.name}
        {line.selected_options && (
          <span className="block font-normal text-ink-2">{selectedOptionsText(line.selected_options)}</span>
        )}
        <span className="block font-normal text-ink-2 empty:hidden">{gets}</span>
      </th>
      <td className="num whitespace-nowrap py-2.5 pr-3 text-right max-sm:col-start-2 max-sm:row-start-2 max-sm:p-0 max-sm:pl-1 max-sm:text-ink-2">
        {formatUnitPrice(effectivePrice(line))}
      </td>
      <td className="num whitespace-nowrap py-2.5 pr-3 text-right max-sm:col-start-3 max-sm:row-start-2 max-sm:p-0 max-sm:text-left max-sm:text-ink-2 max-sm:before:content-['×_']">
        {line.quantity}
        {unit && <QuantityInUnits quantity={line.quantity} unit={unit} machines={line.machines} />}
      </td>
      <td className="num whitespace-nowrap py-2.5 text-right font-[560] max-sm:col-start-4 max-sm:row-start-1 max-sm:py-0">
        {formatCents(amountCents(line))}
      </td>
    </tr>
  );
}

function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className={sumRow}>
      <th scope="row" className={sum}>
        {name}
      </th>
      <td colSpan={4} className="num py-3 text-right">
        {children}
      </td>
    </tr>
  );
}
