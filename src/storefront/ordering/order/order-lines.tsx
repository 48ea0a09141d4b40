import { type ReactNode, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { lineKey, nameWithOptions, selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { entitlementOfLine, libraryPath } from '#contract/goods/library/library.ts';
import { formatAmount, formatCents, formatUnitPrice } from '#contract/money/amount/money.ts';
import { percentText } from '#contract/money/amount/percent.ts';
import type { DisputableLine } from '#contract/ordering/dispute.ts';
import type { Order } from '#contract/ordering/order.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { sellerPath } from '#contract/selling/seller.ts';
import { t } from '#language/message.ts';
import { MoreMenu, menuRow } from '#ui/dialog/more-menu.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { LicenseLinks } from '../../catalogue/license/license-links.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { optionsQuery } from '../../catalogue/product/options/options-query.ts';
import { QuantityInUnits } from '../../catalogue/product/quantity-in-units.tsx';
import { lossText } from '../../goods/library/library-labels.ts';
import { AccessEnd } from '../../goods/release/access-end.tsx';
import { LineDispute, ReportDialog } from '../dispute/report-problem.tsx';
import { buyAgain } from './buy-again.ts';
import { ExtendMachine } from './extend-machine.tsx';
import { boughtVersionPath } from './order-path.ts';

/** The products of an order, and what they come to; where it is narrow each row is a card of two lines. `disputes`: by line, what is or may be wrong with it. */
export function OrderLines({ order, disputes }: { order: Order; disputes: ReadonlyMap<number, DisputableLine> }) {
  return (
    <table className="num w-full max-lg:block">
      <caption className="sr-only">{t('Products of this order')}</caption>
      <thead className="text-left text-sm text-ink-3 max-lg:sr-only">
        <tr>
          <th scope="col" className="pb-2 font-normal">
            {t('Product')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Price')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Quantity')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Total')}
          </th>
          <th scope="col" className="pb-2">
            <span className="sr-only">{t('More')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {order.products.map((line, index) => (
          <ProductRow key={lineKey(line)} line={line} index={index} order={order} dispute={disputes.get(index)} />
        ))}
      </tbody>
      <Totals order={order} />
    </table>
  );
}

type Line = Order['products'][number];

type RowProps = { line: Line; index: number; order: Order; dispute: DisputableLine | undefined };

function ProductRow({ line, index, order, dispute }: RowProps) {
  const { selected_options: selected = [], price_unit: unit } = line;
  const entitlementId = line.extends ?? entitlementOfLine(order.order_id, index);
  return (
    <tr className="border-t align-top max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto_2.5rem]">
      <th scope="row" className="py-3 text-left font-[540] max-lg:col-span-2 max-lg:pb-0">
        <div className="flex gap-4">
          {line.product_img && (
            <img
              src={line.product_img}
              alt=""
              width="800"
              height="600"
              loading="lazy"
              className="aspect-[4/3] h-auto w-16 flex-none self-start rounded-md bg-night object-cover lg:w-20"
            />
          )}
          <div className="min-w-0">
            <a
              href={productPath(line.product_id) + optionsQuery(selected)}
              dir="auto"
              className="wrap-break-word [unicode-bidi:isolate] hover:underline hover:underline-offset-4"
            >
              {line.product_name}
            </a>
            {selected.length > 0 && (
              <span dir="auto" className="block text-sm font-normal text-ink-2 [unicode-bidi:isolate]">
                {selectedOptionsText(selected)}
              </span>
            )}
            {line.seller && (
              <p className="text-sm font-normal text-ink-3">
                {rich('Sold by {a}', {
                  a: (
                    <a href={sellerPath(line.seller.address)} className="hover:underline hover:underline-offset-4">
                      <bdi>{line.seller.name}</bdi>
                    </a>
                  ),
                })}
              </p>
            )}
            {line.license && (
              <p className="text-sm font-normal text-ink-3">
                {t('License:')} <LicenseLinks expression={line.license} accepted={line.license_texts ?? []} />
              </p>
            )}
            {line.tax && (
              <p className="text-sm font-normal text-ink-3">
                {t('Includes {percent} {name}: {amount}', {
                  percent: percentText(line.tax.percent),
                  name: line.tax.name,
                  amount: formatAmount(line.tax.amount),
                })}
              </p>
            )}
            {line.extends && <p className="text-sm font-normal text-ink-2">{t('More time for a machine')}</p>}
            <LineState line={line} />
            {line.access_until && (
              <p className="mt-1 text-sm font-normal text-ink-2">
                <AccessEnd until={line.access_until} />
              </p>
            )}
            {order.paid_at && <WhereItIs line={line} path={libraryPath(entitlementId)} />}
            {order.paid_at && line.goods?.includes('hours') && (line.machines ?? 1) === 1 && (
              <ExtendMachine entitlementId={entitlementId} name={line.product_name} />
            )}
            {dispute && <LineDispute name={line.product_name} known={dispute} />}
          </div>
        </div>
      </th>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2 max-lg:sr-only">
        {formatUnitPrice(line.unit_price)}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2 max-lg:col-start-1 max-lg:pl-0 max-lg:text-left">
        <span className="lg:hidden">{t('Quantity')} </span>
        {line.num}
        {unit && <QuantityInUnits quantity={line.num} unit={unit} machines={line.machines} />}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right max-lg:col-span-2">{formatAmount(line.amount)}</td>
      <td className="pl-1 pt-1 text-right font-normal max-lg:col-start-3 max-lg:row-start-1 max-lg:pl-0">
        <LineMenu line={line} index={index} order={order} dispute={dispute} />
      </td>
    </tr>
  );
}

/** Actions on a line, and links to more about it. */
function LineMenu({ line, index, order, dispute }: RowProps) {
  const [reports, setReports] = useState(false);
  const { order_id: orderId } = order;
  const name = nameWithOptions(line.product_name, line.selected_options ?? []);
  return (
    <>
      <MoreMenu label={t('More about {name}', { name })} listLabel={name}>
        {(close) => (
          <>
            <MenuButton
              onClick={async () => {
                // First: what is gone cannot be pressed a second time.
                close();
                const fault = await buyAgain([line]);
                if (fault !== undefined) showAlert({ type: 'error', message: fault });
              }}
            >
              {t('Buy again')}
            </MenuButton>
            {line.version !== undefined && (
              <MenuLink href={boughtVersionPath(orderId, index)}>{t('As it was when you bought it')}</MenuLink>
            )}
            {line.seller && order.paid_at && (
              <MenuLink href={newThreadPath({ order: orderId, seller: line.seller.address })}>
                {t('Write to the seller')}
              </MenuLink>
            )}
            {dispute && dispute.reasons.length > 0 && (
              <MenuButton
                onClick={() => {
                  close();
                  setReports(true);
                }}
              >
                {t('Report a problem')}
              </MenuButton>
            )}
          </>
        )}
      </MoreMenu>
      {reports && dispute && (
        <ReportDialog orderId={orderId} name={line.product_name} known={dispute} onClose={() => setReports(false)} />
      )}
    </>
  );
}

function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} className={menuRow}>
        {children}
      </a>
    </li>
  );
}

function MenuButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={menuRow} onClick={onClick}>
        {children}
      </button>
    </li>
  );
}

type WhereItIsProps = { line: Line; path: string };

/** Place of a paid line: in the library, or on its way by manual delivery. */
function WhereItIs({ line, path }: WhereItIsProps) {
  const { goods = [], delivered_at: deliveredAt, product_name: name, all_refunded: isRefunded } = line;
  if (goods.length === 0 && (deliveredAt || isRefunded)) return null;
  return (
    <p className="mt-1 text-sm font-normal text-ink-2">
      {goods.length > 0 ? (
        <a href={path} className="text-link">
          {rich('In your library{span}', { span: <span className="sr-only">: {name}</span> })}
        </a>
      ) : (
        t('To be delivered by hand')
      )}
    </p>
  );
}

/** Status of a line that was delivered or refunded separately. */
function LineState({ line }: { line: Line }) {
  const { delivered_at: deliveredAt, refunded = 0, all_refunded: isRefunded, goods = [] } = line;
  if (isRefunded)
    return (
      <p className="mt-1 text-sm font-normal text-ink-2">
        <StatusBadge state="off">
          {t('Refunded')}
          {refunded > 0 && ` ${formatAmount(refunded)}`}
        </StatusBadge>
        <span className="text-ink-3">{[lossText(goods)].filter(Boolean).map((text) => `: ${text}`)}</span>
      </p>
    );
  if (!deliveredAt && refunded === 0) return null;
  return (
    <p className="mt-1 text-sm font-normal text-ink-2">
      {deliveredAt && (
        <>
          {t('Delivered')} <LocalTime instant={deliveredAt} />
        </>
      )}
      {deliveredAt && refunded > 0 && ', '}
      {refunded > 0 && t('{refunded} refunded', { refunded: formatAmount(refunded) })}
    </p>
  );
}

function Totals({ order }: { order: Order }) {
  return (
    <tfoot className="border-t text-sm max-lg:block">
      {order.discount > 0 && (
        <>
          <SumRow name={t('Subtotal')}>{formatAmount(order.subtotal)}</SumRow>
          <SumRow name={order.coupon ? t('Discount ({coupon})', { coupon: order.coupon }) : t('Discount')}>
            <span className="text-success">{`−${formatAmount(order.discount)}`}</span>
          </SumRow>
        </>
      )}
      <tr className="text-base font-[580] max-lg:flex max-lg:items-baseline max-lg:justify-between">
        <th scope="row" className="py-3 text-left font-[580]">
          {t('Total')}
        </th>
        <td colSpan={3} className="py-3 text-right text-lg">
          {formatAmount(order.total)}
        </td>
      </tr>
      {order.wallet_amount !== undefined && (
        <SumRow name={t('From your wallet')}>{formatAmount(order.wallet_amount)}</SumRow>
      )}
      {order.wallet_amount !== undefined && order.wallet_amount < order.total && (
        <SumRow name={t('By card')}>{formatCents(Math.round((order.total - order.wallet_amount) * 100))}</SumRow>
      )}
      {order.taxes?.map(({ name, percent, net, amount }) => (
        <SumRow
          key={`${percent} ${name}`}
          name={t('Includes {percent} {name} on {net} net', {
            percent: percentText(percent),
            name,
            net: formatAmount(net),
          })}
        >
          {formatAmount(amount)}
        </SumRow>
      ))}
      {order.refunded > 0 && <SumRow name={t('Refunded')}>{`−${formatAmount(order.refunded)}`}</SumRow>}
      {order.refunding > 0 && <SumRow name={t('Refund on its way')}>{`−${formatAmount(order.refunding)}`}</SumRow>}
    </tfoot>
  );
}

function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="max-lg:flex max-lg:justify-between max-lg:gap-4">
      <th scope="row" className="pt-2.5 text-left font-normal text-ink-2">
        {name}
      </th>
      <td colSpan={3} className="pt-2.5 text-right">
        {children}
      </td>
    </tr>
  );
}
