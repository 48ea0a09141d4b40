import type { ReactNode } from 'react';
import { formatAmount, formatGroupedUnitPrice } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { lineKey, selectedOptionsText } from '#contract/variant.ts';
import { optionsQuery } from '../../catalogue/options-query.ts';
import { productPath } from '../../catalogue/paths.ts';
import { boughtVersionPath } from '../../order/order-path.ts';
import { LicenseLinks } from '../license/license-links.tsx';
import { QuantityInUnits } from '../product/quantity-in-units.tsx';

/** The products of an order, and what they come to. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <table className="num w-full">
      <caption className="sr-only">Products of this order</caption>
      <thead className="text-left text-sm text-ink-3">
        <tr>
          <th scope="col" className="pb-2 font-normal">
            Product
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal max-sm:sr-only">
            Price
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            Quantity
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {order.products.map((line, index) => (
          <ProductRow key={lineKey(line)} line={line} bought={boughtVersionPath(order.order_id, index)} />
        ))}
      </tbody>
      <Totals order={order} />
    </table>
  );
}

/** `bought`: where it can be seen as it was when it was bought. */
function ProductRow({ line, bought }: { line: Order['products'][number]; bought: string }) {
  const { selected_options: selected = [], price_unit: unit } = line;
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-3 text-left font-[540]">
        <a
          href={productPath(line.product_id) + optionsQuery(selected)}
          dir="auto"
          className="[unicode-bidi:isolate] hover:underline hover:underline-offset-4"
        >
          {line.product_name}
        </a>
        {selected.length > 0 && (
          <span dir="auto" className="block text-sm font-normal text-ink-2 [unicode-bidi:isolate]">
            {selectedOptionsText(selected)}
          </span>
        )}
        {line.license && (
          <p className="mt-1 text-sm font-normal text-ink-3">
            License: <LicenseLinks expression={line.license} accepted={line.license_texts ?? []} />
          </p>
        )}
        {line.version !== undefined && (
          <p className="mt-1 text-sm font-normal">
            <a href={bought} className="text-link">
              As it was when you bought it<span className="sr-only">: {line.product_name}</span>
            </a>
          </p>
        )}
      </th>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2 max-sm:sr-only">
        {formatGroupedUnitPrice(line.unit_price)}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2">
        {line.num}
        {unit && <QuantityInUnits quantity={line.num} unit={unit} />}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right">{formatAmount(line.amount)}</td>
    </tr>
  );
}

function Totals({ order }: { order: Order }) {
  return (
    <tfoot className="border-t text-sm">
      {order.discount > 0 && (
        <>
          <SumRow name="Subtotal">{formatAmount(order.subtotal)}</SumRow>
          <SumRow name={order.coupon ? `Discount (${order.coupon})` : 'Discount'}>
            <span className="text-success">{`−${formatAmount(order.discount)}`}</span>
          </SumRow>
        </>
      )}
      <tr className="text-base font-[580]">
        <th scope="row" className="py-3 text-left font-[580]">
          Total
        </th>
        <td colSpan={3} className="py-3 text-right text-lg">
          {formatAmount(order.total)}
        </td>
      </tr>
      {order.refunded > 0 && <SumRow name="Refunded">{`−${formatAmount(order.refunded)}`}</SumRow>}
      {order.refunding > 0 && <SumRow name="Refund on its way">{`−${formatAmount(order.refunding)}`}</SumRow>}
    </tfoot>
  );
}

function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="pt-2.5 text-left font-normal text-ink-2">
        {name}
      </th>
      <td colSpan={3} className="pt-2.5 text-right">
        {children}
      </td>
    </tr>
  );
}
