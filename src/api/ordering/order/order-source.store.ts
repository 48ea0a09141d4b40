import { type RawBuilder, sql } from 'kysely';
import type { OrderStatus, PaymentMethod } from '#contract/ordering/order.ts';
import { orderList } from '#contract/ordering/order-list.ts';
import {
  always,
  beginsWith,
  type Db,
  dollars,
  isAddress,
  isBetween,
  isExactly,
  isOnDays,
  isOneOf,
  iso,
  isSo,
  type Lead,
  listSource,
  nameAndAddress,
  onlyYes,
  rare,
} from '../../operations/ports.sql.ts';
import { containsPattern } from '../../text/search-text.rules.ts';

type Raw = {
  order_id: string;
  created_at: Date;
  paid_at: Date | null;
  account_id: string | null;
  user_id: string | null;
  username: string | null;
  products: Array<{ name: string; count: number; late: boolean }> | null;
  status: OrderStatus;
  payment_method: PaymentMethod;
  coupon_code: string | null;
  discount_cents: string;
  refunded_cents: string;
  total_cents: string;
};

const isToDeliver = sql<boolean>`line.delivered_at is null and line.refunded_cents < line.amount_cents - line.discount_cents`;
const undelivered = sql<boolean>`exists (select from api.order_line as line where line.order_id = "order".order_id and ${isToDeliver})`;

/** Orders by their lines, which know when they were placed. */
const byLine = (where: RawBuilder<boolean>): Lead => ({
  from: sql`api.order_line as line`,
  id: sql`line.order_id`,
  by: sql`line.placed_at`,
  where,
});
const hasLine = (where: RawBuilder<boolean>) =>
  sql<boolean>`"order".order_id in (select line.order_id from api.order_line as line where ${where})`;
const ofProduct = isExactly(sql`line.product_id`);
const ofSeller = isExactly(sql`line.seller_id`);

/** Access that was promised for a moment that is over. */
const lateAccess = sql`from api.entitlement as promised join api.access_grant using (entitlement_id)
  where access_grant.state = 'waiting' and access_grant.promised_at < now()`;
/** Manual delivery that was promised for a moment that is over. */
const isLateByHand = (paidAt: RawBuilder<Date>) => sql<boolean>`line.goods = '{}' and ${isToDeliver}
  and ${paidAt} + line.delivery_within_hours * interval '1 hour' < now()`;
const lateByHand = sql`from api.order_line as line join api."order" as promised using (order_id)
  where promised.status = 'paid' and ${isLateByHand(sql`promised.paid_at`)}`;
const late = sql<boolean>`"order".order_id in (
  select promised.order_id ${lateAccess} union all select promised.order_id ${lateByHand})`;
/** As the overview counts them (operations/overview/attention.store.ts). */
const failed = sql`select failed.order_id from api.refund as failed where failed.state = 'failed'
  and not exists (select from api.refund as later where later.order_id = failed.order_id and later.state <> 'failed'
    and later.created_at >= failed.created_at)`;
const onItsWay = sql`select refund.order_id from api.refund as refund where refund.state in ('decided', 'pending')
  and refund.created_at < now() - interval '1 day'`;

/** So many people, and products, are looked for by a part of a name. */
const NAMED = 20;

export const orderSource = listSource<Raw>({
  list: orderList,
  from: sql`api."order"`,
  alias: sql`"order"`,
  id: sql`"order".order_id`,
  sorts: {
    created_at: { by: sql`"order".created_at`, as: 'moment' },
    total: { by: sql`"order".total_cents`, as: 'number' },
  },
  filters: {
    state: isOneOf(sql`"order".status`),
    placed: isOnDays(sql`"order".created_at`),
    total: isBetween(sql`"order".total_cents`, 100),
    method: isOneOf(sql`"order".payment_method`),
    refunded: isSo(sql`"order".refunded_cents > 0`, sql`"order".refunded_cents = 0`),
    to_deliver: isSo(undelivered, sql`not ${undelivered}`),
    late: isSo(late, sql`not ${late}`),
    refund: (value) =>
      value.kind === 'choice'
        ? sql<boolean>`"order".order_id in (${sql.join(
            value.values.map((state) => (state === 'failed' ? failed : onItsWay)),
            sql` union all `,
          )})`
        : sql<boolean>`false`,
    customer: (value) =>
      value.kind === 'id' && value.text.includes('@')
        ? sql<boolean>`"order".user_id = ${value.text.toLowerCase()}`
        : isExactly(sql`"order".account_id`)(value),
    product: (value) => hasLine(ofProduct(value)),
    seller: (value) => hasLine(ofSeller(value)),
    coupon: (value) =>
      isExactly(sql`"order".coupon_code`)(value.kind === 'id' ? { ...value, text: value.text.toUpperCase() } : value),
  },
  walks: {
    created_at: {
      state: always,
      placed: always,
      method: always,
      refunded: onlyYes,
      customer: always,
      coupon: always,
      product: (value) => byLine(ofProduct(value)),
      seller: (value) => byLine(ofSeller(value)),
      late: (value) => onlyYes(value) && 'rare',
      refund: rare,
      to_deliver: (value) => onlyYes(value) && byLine(isToDeliver),
    },
    total: { total: always, late: (value) => onlyYes(value) && 'rare', refund: rare },
  },
  async search(db, text, sort) {
    const few = (where: RawBuilder<boolean>) => ({ where, isShort: true });
    const ofAddress = few(sql<boolean>`"order".user_id = ${text.toLowerCase()}`);
    if (await isAddress(db, text)) return [ofAddress];
    const [accounts, products] = await Promise.all([searchNames(db, text), searchProducts(db, text)]);
    return [
      ...(/^[0-9A-Za-z]{3,}$/.test(text) ? [few(beginsWith(sql`"order".order_id`, text.toUpperCase()))] : []),
      ...(text.includes('@') ? [ofAddress] : []),
      ...accounts.map((account) => few(sql<boolean>`"order".account_id = ${account}`)),
      ...products.map((product) => {
        const where = sql<boolean>`line.product_id = ${product}`;
        return { where: hasLine(where), ...(sort === 'created_at' && { lead: byLine(where) }) };
      }),
    ];
  },
  select: sql`"order".order_id, "order".created_at, "order".paid_at, "order".account_id, "order".user_id, "order".status,
    "order".payment_method, "order".coupon_code, "order".discount_cents, "order".refunded_cents, "order".total_cents,
    (select account.username from api."user" as account where account.account_id = "order".account_id limit 1) as username,
    (select jsonb_agg(jsonb_build_object('name', line.product_name, 'count', line.quantity * line.machines, 'late',
        case when line.goods ? 'access' then coalesce((select true ${lateAccess} and promised.order_id = line.order_id
            and promised.line = line.line limit 1), false)
          else "order".status = 'paid' and coalesce(${isLateByHand(sql`"order".paid_at`)}, false) end) order by line.line)
      from api.order_line as line where line.order_id = "order".order_id) as products`,
  sums: { total: sql`"order".total_cents` },
  toRow: (raw) => ({
    id: raw.order_id,
    order_id: raw.order_id,
    created_at: iso(raw.created_at),
    customer: raw.username ?? raw.user_id,
    email: raw.user_id,
    products: productsText(raw.products ?? []),
    state: raw.status,
    promise: raw.products?.some(({ late }) => late) ? 'late' : 'none',
    method: raw.payment_method,
    paid_at: iso(raw.paid_at),
    coupon: raw.coupon_code,
    discount: dollars(raw.discount_cents),
    refunded: dollars(raw.refunded_cents),
    total: dollars(raw.total_cents),
  }),
});

/** 'H100 SXM 80 GB × 8, and 2 more'. */
function productsText(lines: ReadonlyArray<{ name: string; count: number }>): string {
  const [first] = lines;
  if (!first) return '';
  const name = first.count > 1 ? `${first.name} × ${first.count}` : first.name;
  return lines.length > 1 ? `${name}, and ${lines.length - 1} more` : name;
}

/** The ids of products that are called so, in whole or in part. */
async function searchProducts(db: Db, text: string): Promise<string[]> {
  const called = sql` union (select product_id from api.product where name_folded like ${containsPattern(text)} limit ${NAMED})`;
  const { rows } = await sql<{ product_id: string }>`select product_id from api.product where product_id = ${text}
    ${[...text].length < 3 ? sql`` : called}`.execute(db);
  return rows.map(({ product_id }) => product_id);
}

/** The accounts of people who are called so, in whole or in part. */
async function searchNames(db: Db, text: string): Promise<string[]> {
  if ([...text].length < 3) return [];
  const { rows } = await sql<{ account_id: string }>`select account_id from api."user" as customer
    where ${nameAndAddress} like ${containsPattern(text)} and account_id is not null limit ${NAMED}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
