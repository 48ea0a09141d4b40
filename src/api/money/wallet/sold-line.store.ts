// The order lines behind a shop's money. Every question names the shop: other lines of an order are nobody's business here.
import { type Kysely, sql } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { LineTerms } from './posting/share.rules.ts';

type Db = Kysely<ApiTables>;

type FoundLine = {
  order_id: string;
  line: number;
  product_id: string;
  product_name: string;
  quantity: number;
  machines: number;
  product_version: number | null;
  selected_options: SelectedOption[];
  discount_cents: number;
  coupon_code: string | null;
  ordered_at: Date;
  paid_at: Date | null;
  delivered_at: Date | null;
  released_at: Date | null;
};

export async function findSoldLines(db: Db, sellerId: string, orderIds: readonly string[]): Promise<FoundLine[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('api.order_line as line')
    .innerJoin('api.order as order', 'order.order_id', 'line.order_id')
    .select([
      'line.order_id',
      'line.line',
      'line.product_id',
      'line.product_name',
      'line.quantity',
      'line.machines',
      'line.product_version',
      'line.selected_options',
      'line.discount_cents',
      'order.coupon_code',
      'order.created_at as ordered_at',
      'order.paid_at',
      'line.released_at',
    ])
    .select(deliveredAt.as('delivered_at'))
    .where('line.order_id', '=', sql<string>`any(${orderIds})`)
    .where('line.seller_id', '=', sellerId)
    .execute();
}

// As order.rules.ts has it: of an order that was handed over as a whole no line says when.
const deliveredAt = sql<Date | null>`coalesce(line.delivered_at, case when not exists (select from api.order_line as other
  where other.order_id = line.order_id and other.delivered_at is not null) then "order".fulfilled_at end)`;

type Terms = LineTerms & { taken_cents: number };

type WaitingLine = Terms & {
  order_id: string;
  line: number;
  product_id: string;
  product_name: string;
  delivered_at: Date | null;
  release_at: Date;
  /** Waits for the end of a dispute beside its day. */
  disputed: boolean;
};

/** Lists lines that are delivered and not released, in the order of their release. */
export async function listWaiting(db: Db, sellerId: string, limit: number): Promise<WaitingLine[]> {
  return db
    .selectFrom('api.order_line as line')
    .select([
      'line.order_id',
      'line.line',
      'line.product_id',
      'line.product_name',
      'line.delivered_at',
      'line.disputed',
    ])
    .select(terms)
    .select(sql<Date>`line.release_at`.as('release_at'))
    .where('line.seller_id', '=', sellerId)
    .where('line.release_at', 'is not', null)
    .where('line.released_at', 'is', null)
    .where(bringsMoney)
    .orderBy('line.release_at')
    .orderBy('line.order_id')
    .orderBy('line.line')
    .limit(limit)
    .execute();
}

/** The same lines, as many as have the same terms at once: what each comes to is a rule, and no sum of a database. */
export async function countWaiting(db: Db, sellerId: string): Promise<Array<Terms & { lines: number }>> {
  return counted(
    db,
    sql`select ${allTerms} from api.order_line as line
      where line.seller_id = ${sellerId} and line.release_at is not null and line.released_at is null and ${bringsMoney}`,
  );
}

/** Lines that are paid and not delivered yet, by their terms. */
export async function countUndelivered(db: Db, sellerId: string): Promise<Array<Terms & { lines: number }>> {
  return counted(
    db,
    sql`select ${allTerms} from api.seller_order as sale
      join api.order_line as line on line.order_id = sale.order_id and line.seller_id = sale.seller_id
      where sale.seller_id = ${sellerId} and sale.state = 'to_deliver' and line.delivered_at is null
        and line.release_at is null and line.released_at is null and not line.given_back`,
  );
}

const taken = sql<number>`coalesce((select sum(share.cents) from api.refund_share as share
  where share.order_id = line.order_id and share.line = line.line and share.state <> 'failed'), 0)`;
/** Nothing comes of what was free, or went back whole. */
const bringsMoney = sql<boolean>`(line.amount_cents > 0 and (${taken} = 0 or ${taken} < line.amount_cents - line.discount_cents))`;
const terms = [
  'line.amount_cents',
  'line.discount_cents',
  'line.seller_discount_cents',
  'line.fee_rate_bp',
  'line.fee_fixed_cents',
  'line.fee_returned',
  'line.withheld_tax_cents as tax_cents',
  taken.as('taken_cents'),
] as const;
const allTerms = sql`line.amount_cents, line.discount_cents, line.seller_discount_cents, line.fee_rate_bp, line.fee_fixed_cents,
  line.fee_returned, line.withheld_tax_cents as tax_cents, ${taken} as taken_cents`;

async function counted(db: Db, lines: ReturnType<typeof sql>): Promise<Array<Terms & { lines: number }>> {
  const { rows } = await sql<Terms & { lines: number }>`
    select amount_cents, discount_cents, seller_discount_cents, fee_rate_bp, fee_fixed_cents, fee_returned, tax_cents, taken_cents,
        count(*) as lines
      from (${lines}) as line group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db);
  return rows.map((row) => ({ ...row, taken_cents: Number(row.taken_cents), lines: Number(row.lines) }));
}

/** Finds the shop's products with this text in their name, or this id. */
export async function findProductsNamed(db: Db, sellerId: string, text: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.product')
    .select('product_id')
    .where('seller_id', '=', sellerId)
    .where((eb) =>
      eb.or([eb('product_id', '=', text), eb(sql`lower(product_name)`, 'like', `%${escaped(text.toLowerCase())}%`)]),
    )
    .orderBy('product_id')
    .limit(limit)
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** The shop's orders whose number begins so, newest first. */
export async function findOrdersBeginning(db: Db, sellerId: string, begin: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.seller_order')
    .select('order_id')
    .where('seller_id', '=', sellerId)
    .where('order_id', '>=', begin)
    .where('order_id', '<', `${begin}~`)
    .orderBy('paid_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
