import { Link } from 'react-router';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { StaffOrder, StaffOrderLine } from '#contract/ordering/staff-order/staff-order.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { useOffice } from '../../frame/who.ts';
import { hadOf, paidWith, statusOfLine } from './order-labels.ts';

/** Lines of an order, with what has become of them, and its sums. */
export function OrderLines({ order }: { order: StaffOrder }) {
  const { storeName } = useOffice();
  const { coupon } = order;
  const borne = coupon && (coupon.sellers === 0 ? storeName : coupon.operator === 0 ? 'the sellers' : 'both');
  const rows: Array<[name: string, amount: string]> = [
    ...(coupon
      ? [[`Coupon ${coupon.code}, borne by ${borne}`, `−${formatAmount(order.discount)}`] as [string, string]]
      : []),
    [
      order.paid_at ? `Paid by ${paidWith(order)}` : `Total, to be paid by ${paidWith(order)}`,
      formatAmount(order.total),
    ],
    ...(order.received !== null && order.received !== order.total
      ? [['Received', formatAmount(order.received)] as [string, string]]
      : []),
    ...(order.refunded > 0 ? [['Refunded', `−${formatAmount(order.refunded)}`] as [string, string]] : []),
  ];
  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines" className="sr-only">
        Lines
      </h2>
      <table className="table border-t">
        <caption className="sr-only">What was ordered</caption>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="max-md:hidden">
              Goods
            </th>
            <th scope="col" className="!text-end max-md:hidden">
              Coupon
            </th>
            <th scope="col" className="!pr-0 !text-end">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <Line key={line.line} line={line} order={order} />
          ))}
        </tbody>
        <tfoot>
          {rows.map(([name, amount]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="max-md:hidden" />
              <td className="max-md:hidden" />
              <td className="num !pr-0 text-end font-[560]">{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  );
}

function Line({ line, order }: { line: StaffOrderLine; order: StaffOrder }) {
  const { badge, words } = statusOfLine(line, order);
  const had = hadOf(line).join(', ');
  const chosen = [
    selectedOptionsText(line.selected_options),
    line.product_version === null ? '' : `version ${line.product_version}`,
    `${countText(line.num, line.machines)} × ${formatAmount(line.unit_price)}${line.price_unit ? `/${line.price_unit}` : ''}`,
    line.tax ? `${formatAmount(line.tax.amount)} of it ${line.tax.percent} % ${line.tax.name}` : '',
    line.license,
    line.counted ? '' : 'not counted in stock',
  ].filter(Boolean);
  return (
    <tr>
      <td>
        <a href={`/products/id/${encodeURIComponent(line.product_id)}`} className="text-link font-[560]">
          <bdi>{line.product_name}</bdi>
        </a>
        <span className="block text-xs text-ink-3">
          {chosen.join(' · ')}
          {line.seller && (
            <>
              {' · '}
              <Link to={`/sellers/${encodeURIComponent(line.seller.seller_id)}`} className="text-link">
                <bdi>{line.seller.name ?? line.seller.seller_id}</bdi>
              </Link>
              {line.seller.suspended && ' (suspended)'}
            </>
          )}
        </span>
        <span className="mt-1 block text-xs md:hidden">
          <StatusBadge state={badge}>{words}</StatusBadge>
          {had && <span className="block text-ink-3">{had}</span>}
        </span>
      </td>
      <td className="max-md:hidden">
        <StatusBadge state={badge}>{words}</StatusBadge>
        {had && <span className="block text-xs text-ink-3">{had}</span>}
      </td>
      <td className="num text-end text-ink-2 max-md:hidden">
        {line.coupon > 0 ? `−${formatAmount(line.coupon)}` : ''}
      </td>
      <td className="num !pr-0 text-end">{formatAmount(line.amount)}</td>
    </tr>
  );
}
