import { Package } from 'lucide-react';
import { useRef, useState } from 'react';
import { countText } from '#contract/catalogue/product/price-unit.ts';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import { formatAmount, formatUnitPrice } from '#contract/money/amount/money.ts';
import { disputePath } from '#contract/ordering/dispute.ts';
import { isRefunded, type SellerOrder, type SellerOrderLine } from '#contract/ordering/seller-order.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { productPath } from '../../catalogue/paths.ts';
import { QuantityInUnits } from '../../catalogue/product/quantity-in-units.tsx';
import { SaleInvoiceButtons } from '../../money/invoice/invoice-buttons.tsx';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { OrderFact, OrderFacts, OrderHead } from '../order/order-frame.tsx';
import { DownloadsOfLine } from './downloads-of-line.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { SaleBadge, SaleLineBadge } from './sale-badge.tsx';
import { SaleLineGoods } from './sale-line-goods.tsx';
import { deliver, salesPath, useSale } from './sales.ts';

/** Sales of the shop in one order, where to deliver them to, and what can be done about them. */
export function SaleDetail({ seller, orderId }: { seller: SellerHere; orderId: string }) {
  const sale = useSale(seller.sellerId, orderId);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <OrderHead
        back={{ href: salesPath(seller.address), label: t('All sales') }}
        orderId={orderId}
        level={2}
        heading={heading}
      />
      <ShowLoaded from={sale} skeleton={<RowSkeleton rows={4} />} fault={t('This order could not be loaded.')}>
        {({ found }) =>
          found ? (
            <div className="grid gap-8">
              <Facts order={found} />
              <Lines order={found} seller={seller} />
              <Actions seller={seller} order={found} onChanged={sale.reload} />
            </div>
          ) : (
            <EmptyState
              icon={Package}
              title={t('This shop has sold nothing in an order with this number.')}
              action={{ href: salesPath(seller.address), label: t('Show all sales') }}
            >
              {t('It may be an order of another shop.')}
            </EmptyState>
          )
        }
      </ShowLoaded>
    </>
  );
}

function Facts({ order }: { order: SellerOrder }) {
  return (
    <OrderFacts>
      <OrderFact name={t('State')}>
        <SaleBadge state={order.state} />
      </OrderFact>
      <OrderFact name={t('Paid')}>
        <LocalTime instant={order.paid_at} />
      </OrderFact>
      <OrderFact name={t('Buyer')}>{order.buyer ? <bdi>{order.buyer.name}</bdi> : t('Former customer')}</OrderFact>
      {order.contact && (
        <OrderFact name={t('Deliver to')}>
          <a className="text-link" href={`mailto:${order.contact}`}>
            {order.contact}
          </a>
        </OrderFact>
      )}
    </OrderFacts>
  );
}

function Lines({ order, seller }: { order: SellerOrder; seller: SellerHere }) {
  const paid = order.lines.reduce((sum, line) => sum + line.paid, 0);
  return (
    <table className="num w-full text-sm">
      <caption className="sr-only">{t('What you have sold in this order')}</caption>
      <thead className="text-left text-ink-3">
        <tr>
          <th scope="col" className="pb-2 font-normal">
            {t('Product')}
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-normal max-sm:sr-only">
            {t('Price')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Quantity')}
          </th>
          <th scope="col" className="whitespace-nowrap pb-2 pl-4 text-right font-normal">
            {t('Paid')}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <Line key={line.line} order={order} line={line} seller={seller} />
        ))}
      </tbody>
      <tfoot className="border-t border-ink">
        <tr>
          <th scope="row" colSpan={3} className="py-3 text-left font-[560]">
            {t('Your part of the order')}
          </th>
          <td className="py-3 pl-4 text-right font-[560]">{formatAmount(paid)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Line({ order, line, seller }: { order: SellerOrder; line: SellerOrderLine; seller: SellerHere }) {
  return (
    <tr className="border-t align-top">
      <th scope="row" className="py-3 text-left font-normal">
        <a href={productPath(line.product_id)} className="font-[540] hover:underline hover:underline-offset-4">
          <bdi>{line.product_name}</bdi>
        </a>
        {line.selected_options && (
          <span className="block text-ink-2">{selectedOptionsText(line.selected_options)}</span>
        )}
        <span className="block text-ink-3">
          {[
            line.license && t('License: {license}', { license: line.license }),
            line.product_version &&
              t('As listed in version {product_version}', { product_version: line.product_version }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {line.downloads && <DownloadsOfLine downloads={line.downloads} />}
        <span className="mt-1 block">
          <SaleLineBadge order={order} line={line} />
          {line.delivered_at && (
            <span className="text-ink-3">
              {isRefunded(line) ? ', delivered ' : ' '}
              <LocalTime instant={line.delivered_at} />
            </span>
          )}
        </span>
        {line.dispute_id && (
          <span className="mt-1 block">
            {line.disputed && <StatusBadge state="due">{t('In dispute')}</StatusBadge>}{' '}
            <a href={disputePath(line.dispute_id)} className="text-link">
              {line.disputed ? t('Answer it') : t('See its dispute')}
              <span className="sr-only">: {line.product_name}</span>
            </a>
          </span>
        )}
        <SaleLineGoods order={order} line={line} seller={seller} />
      </th>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2 max-sm:sr-only">
        {formatUnitPrice(line.unit_price)}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right text-ink-2">
        {line.num}
        {line.price_unit && <QuantityInUnits quantity={line.num} unit={line.price_unit} machines={line.machines} />}
      </td>
      <td className="whitespace-nowrap py-3 pl-4 text-right">
        {formatAmount(line.paid)}
        {line.refunded > 0 && (
          <span className="block text-ink-3">
            {t('−{refunded} refunded', { refunded: formatAmount(line.refunded) })}
          </span>
        )}
      </td>
    </tr>
  );
}

type ActionsProps = { seller: SellerHere; order: SellerOrder; onChanged: () => Promise<void> };

/** Actions that a role may not take are not offered to it. */
function Actions({ seller, order, onChanged }: ActionsProps) {
  const [asking, setAsking] = useState<'deliver' | 'refund' | null>(null);
  const { role, acts } = seller;
  const open = order.lines.filter((line) => !line.delivered_at && !isRefunded(line) && line.goods.length === 0);
  const canDeliver = acts && role !== 'finance' && order.state === 'to_deliver' && open.length > 0;
  const canRefund =
    acts &&
    role !== 'editor' &&
    order.state !== 'on_hold' &&
    order.lines.some((line) => line.paid > 0 && !isRefunded(line));
  const close = () => setAsking(null);
  return (
    <div className="flex flex-wrap items-start gap-3">
      {canDeliver && (
        <button type="button" className="btn btn-primary" onClick={() => setAsking('deliver')}>
          {t('Mark as delivered')}
        </button>
      )}
      {canRefund && (
        <button type="button" className="btn btn-line" onClick={() => setAsking('refund')}>
          {t('Refund')}
        </button>
      )}
      {acts && role !== 'finance' && order.buyer && (
        <a className="btn btn-line" href={newThreadPath({ order: order.order_id, as: seller.address })}>
          {t('Write to the buyer')}
        </a>
      )}
      {role !== 'editor' && <SaleInvoiceButtons sellerId={seller.sellerId} orderId={order.order_id} />}
      {asking === 'deliver' && (
        <DeliverDialog seller={seller} order={order} open={open} onDone={onChanged} onClose={close} />
      )}
      {asking === 'refund' && (
        <RefundDialog sellerId={seller.sellerId} order={order} onDone={onChanged} onClose={close} />
      )}
    </div>
  );
}

type DeliverDialogProps = {
  seller: SellerHere;
  order: SellerOrder;
  open: SellerOrderLine[];
  onDone: () => Promise<void>;
  onClose: () => void;
};

function DeliverDialog({ seller, order, open, onDone, onClose }: DeliverDialogProps) {
  const [chosen, setChosen] = useState(() => open.map(({ line }) => line));

  async function confirm() {
    if (chosen.length === 0) return t('Choose what was delivered.');
    const fault = await deliver(seller.sellerId, order, chosen);
    if (fault === undefined) await onDone();
    return fault;
  }

  function toggle(line: number, on: boolean) {
    setChosen((known) => (on ? [...known, line] : known.filter((other) => other !== line)));
  }

  return (
    <ConfirmDialog
      tone="main"
      title={t('Mark as delivered?')}
      confirmLabel={
        chosen.length === 1
          ? t('Mark 1 line as delivered')
          : t('Mark {length} lines as delivered', { length: chosen.length })
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('Say so once the buyer has it: they are told by mail. This cannot be undone.')}</p>
      {open.map((line) => (
        <label key={line.line} className="flex items-start gap-3 text-ink">
          <input
            type="checkbox"
            className="mt-0.5"
            checked={chosen.includes(line.line)}
            onChange={(event) => toggle(line.line, event.target.checked)}
          />
          <span>
            <bdi>{line.product_name}</bdi> × {countText(line.num, line.machines)}
          </span>
        </label>
      ))}
    </ConfirmDialog>
  );
}
