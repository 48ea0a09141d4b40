import type { ReactNode } from 'react';
import { entitlementOfLine, libraryPath } from '#contract/library.ts';
import { newThreadPath } from '#contract/message.ts';
import { formatAmount, formatCents, formatGroupedUnitPrice } from '#contract/money.ts';
import type { Order } from '#contract/order.ts';
import { percentText } from '#contract/percent.ts';
import { sellerPath } from '#contract/seller.ts';
import { lineKey, selectedOptionsText } from '#contract/variant.ts';
import { Lamp } from '#ui/lamp.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { optionsQuery } from '../../catalogue/options-query.ts';
import { productPath } from '../../catalogue/paths.ts';
import { lossText } from '../../library/library-words.ts';
import { boughtVersionPath } from '../../order/order-path.ts';
import { AccessEnd } from '../goods/access-end.tsx';
import { LicenseLinks } from '../license/license-links.tsx';
import { QuantityInUnits } from '../product/quantity-in-units.tsx';

/** The products of an order, and what they come to. `problemOf`: what stands below a line where something is wrong with it, or may be. */
export function OrderLines({
  order,
  problemOf,
}: {
  order: Order;
  problemOf: (line: number, name: string) => ReactNode;
}) {
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
          <ProductRow
            key={lineKey(line)}
            line={line}
            order={order}
            bought={boughtVersionPath(order.order_id, index)}
            entitlement={entitlementOfLine(order.order_id, index)}
            problem={problemOf(index, line.product_name)}
          />
        ))}
      </tbody>
      <Totals order={order} />
    </table>
  );
}

type WhereItIsProps = { line: Order['products'][number]; path: string };

type RowProps = {
  line: Order['products'][number];
  order: Order;
  /** Where it can be seen as it was when it was bought. */
  bought: string;
  /** What it has granted, once it is paid. */
  entitlement: string;
  problem: ReactNode;
};

function ProductRow({ line, order, bought, entitlement, problem }: RowProps) {
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
        {line.tax && (
          <p className="mt-1 text-sm font-normal text-ink-3">
            Includes {percentText(line.tax.percent)} {line.tax.name}: {formatAmount(line.tax.amount)}
          </p>
        )}
        {line.version !== undefined && (
          <p className="mt-1 text-sm font-normal">
            <a href={bought} className="text-link">
              As it was when you bought it<span className="sr-only">: {line.product_name}</span>
            </a>
          </p>
        )}
        <LineState line={line} />
        {line.access_until && (
          <p className="mt-1 text-sm font-normal text-ink-2">
            <AccessEnd until={line.access_until} />
          </p>
        )}
        {order.paid_at && <WhereItIs line={line} path={libraryPath(entitlement)} />}
        {line.seller && (
          <p className="mt-1 text-sm font-normal text-ink-3">
            Sold by{' '}
            <a href={sellerPath(line.seller.address)} className="text-link">
              <bdi>{line.seller.name}</bdi>
            </a>
            {order.paid_at && (
              <>
                {' · '}
                <a href={newThreadPath({ order: order.order_id, seller: line.seller.address })} className="text-link">
                  Write to the seller
                </a>
              </>
            )}
          </p>
        )}
        {problem}
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

/** Of a line that was paid: in the library, or on its way by hand. */
function WhereItIs({ line, path }: WhereItIsProps) {
  const { goods = [], delivered_at: deliveredAt, product_name: name, all_refunded: isRefunded } = line;
  if (goods.length === 0 && (deliveredAt || isRefunded)) return null;
  return (
    <p className="mt-1 text-sm font-normal text-ink-2">
      {goods.length > 0 ? (
        <a href={path} className="text-link">
          In your library<span className="sr-only">: {name}</span>
        </a>
      ) : (
        'To be delivered by hand'
      )}
    </p>
  );
}

/** What has become of a line that was delivered or refunded by itself. */
function LineState({ line }: { line: Order['products'][number] }) {
  const { delivered_at: deliveredAt, refunded = 0, all_refunded: isRefunded, goods = [] } = line;
  if (isRefunded)
    return (
      <p className="mt-1 text-sm font-normal text-ink-2">
        <Lamp state="off">Refunded{refunded > 0 && ` ${formatAmount(refunded)}`}</Lamp>
        <span className="text-ink-3">{[lossText(goods)].filter(Boolean).map((text) => `: ${text}`)}</span>
      </p>
    );
  if (!deliveredAt && refunded === 0) return null;
  return (
    <p className="mt-1 text-sm font-normal text-ink-2">
      {deliveredAt && (
        <>
          Delivered <LocalTime instant={deliveredAt} />
        </>
      )}
      {deliveredAt && refunded > 0 && ', '}
      {refunded > 0 && `${formatAmount(refunded)} refunded`}
    </p>
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
      {order.wallet_amount !== undefined && (
        <SumRow name="From your wallet">{formatAmount(order.wallet_amount)}</SumRow>
      )}
      {order.wallet_amount !== undefined && order.wallet_amount < order.total && (
        <SumRow name="By card">{formatCents(Math.round((order.total - order.wallet_amount) * 100))}</SumRow>
      )}
      {order.taxes?.map(({ name, percent, net, amount }) => (
        <SumRow
          key={`${percent} ${name}`}
          name={`Includes ${percentText(percent)} ${name} on ${formatAmount(net)} net`}
        >
          {formatAmount(amount)}
        </SumRow>
      ))}
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
