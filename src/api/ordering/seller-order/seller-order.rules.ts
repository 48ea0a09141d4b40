// View of an order for a shop: its own lines, and the buyer's name; for manual delivery also the address.

import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import { type Goods, kindsOf } from '#contract/goods/goods.ts';
import { fromMicros } from '#contract/money/amount/money.ts';
import type { Billing } from '#contract/ordering/checkout.ts';
import type { OrderStatus } from '#contract/ordering/order.ts';
import type { SellerOrder, SellerOrderState } from '#contract/ordering/seller-order.ts';
import { type DownloadsOfLine, toLineDownloads } from '../../goods/ports.rules.ts';
import { lineCents } from '../../money/ports.rules.ts';

export type SaleRow = {
  order_id: string;
  paid_at: Date;
  state: SellerOrderState;
  status: OrderStatus;
  /** Time when the order was fulfilled as a whole. */
  fulfilled_as_whole: Date | null;
  billing: Billing | null;
  /** Account of the buyer; null once they have deleted it. */
  account_id: string | null;
  username: string | null;
  /** Where mails about the order go to. */
  user_id: string | null;
  lines: SaleLine[];
};

/** As the database writes it into JSON. */
type SaleLine = {
  line: number;
  product_id: string;
  product_name: string;
  product_version: number | null;
  unit_price_micros: number;
  quantity: number;
  machines: number;
  amount_cents: number;
  discount_cents: number;
  refunded_cents: number;
  price_unit: string;
  selected_options: SelectedOption[];
  license: string;
  delivered_at: string | null;
  dispute_id: string | null;
  disputed: boolean;
  extends: string | null;
  goods: Goods;
  delivery_within_hours: number | null;
  keys_missing: number | null;
  access_waits_since: string | null;
  access_promised_at: string | null;
};

const HOUR_MS = 60 * 60_000;

type SaleDetails = {
  /** To whoever looks at this order alone, to deliver it. */
  tellsContact: boolean;
  /** Downloads of the lines that promise files. */
  downloads: readonly DownloadsOfLine[];
};

export function toSellerOrder(row: SaleRow, { tellsContact, downloads }: SaleDetails): SellerOrder {
  const isGone = row.account_id === null;
  return {
    order_id: row.order_id,
    paid_at: row.paid_at.toISOString(),
    state: row.state,
    buyer: isGone ? null : { name: buyerName(row) },
    contact: tellsContact && !isGone && row.state === 'to_deliver' ? row.user_id : null,
    lines: row.lines.map((line) => {
      const had = downloads.find(({ line: number }) => number === line.line);
      return { ...toLine(line, row), ...(had && { downloads: toLineDownloads(had) }) };
    }),
  };
}

function toLine(line: SaleLine, { status, fulfilled_as_whole, paid_at }: SaleRow): SellerOrder['lines'][number] {
  const { paid } = lineCents(line);
  const goods = kindsOf(line.goods);
  const promised = goods.length === 0 ? line.delivery_within_hours : null;
  const deliveredAt = line.delivered_at ? new Date(line.delivered_at) : fulfilled_as_whole;
  return {
    line: line.line,
    product_id: line.product_id,
    product_name: line.product_name,
    product_version: line.product_version,
    num: line.quantity,
    ...(line.machines > 1 && { machines: line.machines }),
    unit_price: fromMicros(line.unit_price_micros),
    ...(line.price_unit && { price_unit: line.price_unit }),
    ...(line.selected_options.length > 0 && { selected_options: line.selected_options }),
    ...(line.license && { license: line.license }),
    paid: paid / 100,
    // An order that was refunded as a whole names no lines.
    refunded: (status === 'refunded' ? paid : line.refunded_cents) / 100,
    delivered_at: deliveredAt?.toISOString() ?? null,
    dispute_id: line.dispute_id,
    disputed: line.disputed,
    ...(line.extends !== null && { is_more_time: true as const }),
    goods,
    ...(promised !== null && { promised_at: new Date(paid_at.getTime() + promised * HOUR_MS).toISOString() }),
    keys_missing: line.keys_missing ?? 0,
    access_waits_since: instant(line.access_waits_since),
    access_promised_at: line.access_waits_since ? instant(line.access_promised_at) : null,
  };
}

function instant(written: string | null): string | null {
  return written && new Date(written).toISOString();
}

function buyerName({ billing, username }: SaleRow): string {
  const billed = billing ? `${billing.first_name} ${billing.last_name}`.trim() : '';
  return billed || username || 'Customer';
}
