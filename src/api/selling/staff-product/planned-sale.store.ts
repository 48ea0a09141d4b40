// Sales that begin and end by themselves, of the operator's own products.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { PlannedSaleState } from '#contract/selling/staff-product/planned-sale-labels.ts';
import { recordAudit } from '../../audit/audit.ts';
import { type StoredProduct, storedColumns } from '../../schema/product-columns.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { PlannedSaleTable } from '../../schema/selling.ts';
import { changeOffer } from '../listing/offer/offer.rules.ts';

type Db = Kysely<ApiTables>;
export type StoredSale = Selectable<PlannedSaleTable>;

/** How many of a product are told: what is past is of interest for a while. */
const MOST_LISTED = 50;

export async function insertSale(
  db: Db,
  sale: Omit<Insertable<PlannedSaleTable>, 'state' | 'note' | 'created_at'>,
): Promise<void> {
  await db.insertInto('api.planned_sale').values(sale).execute();
}

/** Sales of a product, the last to begin first. */
export function listSales(db: Db, productId: string): Promise<StoredSale[]> {
  return db
    .selectFrom('api.planned_sale')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('starts_at', 'desc')
    .orderBy('sale_id')
    .limit(MOST_LISTED)
    .execute();
}

/** Nobody else begins, ends or cancels it until the transaction ends. */
export function lockSale(
  transaction: Db,
  { saleId, productId }: { saleId: string; productId: string },
): Promise<StoredSale | undefined> {
  return transaction
    .selectFrom('api.planned_sale')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst();
}

/** The one of those that wait or run whose time has a moment in common with this. */
export function findOverlapping(
  db: Db,
  { productId, startsAt, endsAt }: { productId: string; startsAt: Date; endsAt: Date },
): Promise<StoredSale | undefined> {
  return db
    .selectFrom('api.planned_sale')
    .selectAll()
    .where('product_id', '=', productId)
    .where('state', 'in', ['planned', 'running'])
    .where('starts_at', '<', endsAt)
    .where('ends_at', '>', startsAt)
    .orderBy('starts_at')
    .executeTakeFirst();
}

export async function setSaleState(
  transaction: Db,
  saleId: string,
  { state, note = '' }: { state: PlannedSaleState; note?: string },
): Promise<void> {
  await transaction.updateTable('api.planned_sale').set({ state, note }).where('sale_id', '=', saleId).execute();
}

/**
 * The next of which the time to begin or to end has come, except those of `but` and those whose product somebody else is at; what ends comes before
 * what begins. Its product is locked too, and before it: whoever deletes or hands over a product locks them in that order.
 */
export async function lockDueSale(transaction: Db, now: Date, but: readonly string[]): Promise<StoredSale | undefined> {
  const due = (state: 'running' | 'planned', at: 'ends_at' | 'starts_at') =>
    transaction
      .selectFrom('api.planned_sale as sale')
      .innerJoin('api.product as product', 'product.product_id', 'sale.product_id')
      .select(['sale.sale_id', 'sale.product_id', 'sale.state'])
      .where('sale.state', '=', state)
      .where(`sale.${at}`, '<=', now)
      .where('sale.sale_id', 'not in', ['', ...but])
      .$if(state === 'planned', (query) => query.where(({ not, exists }) => not(exists(unended(transaction, now)))))
      .orderBy(`sale.${at}`)
      .limit(1)
      .modifyEnd(sql`for no key update of product skip locked`)
      .executeTakeFirst();
  for (;;) {
    const found = (await due('running', 'ends_at')) ?? (await due('planned', 'starts_at'));
    if (!found) return undefined;
    const sale = await lockSale(transaction, { saleId: found.sale_id, productId: found.product_id });
    // Another process may have turned it between the question and the lock; the next question sees that.
    if (sale?.state === found.state) return sale;
  }
}

/** One of the same product that was to end before. */
function unended(db: Db, now: Date) {
  return db
    .selectFrom('api.planned_sale as other')
    .select('other.sale_id')
    .whereRef('other.product_id', '=', 'sale.product_id' as never)
    .where('other.state', '=', 'running')
    .where('other.ends_at', '<=', now);
}

/**
 * No sale of these products runs or waits any more, such as where they become a shop's: what runs gives the product its price back, what is planned is
 * cancelled, and `note` tells both why. The products are locked, in the order of ids and before their sales, as everybody locks them.
 */
export async function endSalesOf(transaction: Db, productIds: readonly string[], note: string): Promise<void> {
  const products = await transaction
    .selectFrom('api.product')
    .select(storedColumns)
    .where('product_id', 'in', ['', ...productIds])
    .orderBy('product_id')
    .forNoKeyUpdate()
    .execute();
  const sales = await transaction
    .selectFrom('api.planned_sale')
    .selectAll()
    .where('product_id', 'in', ['', ...products.map((product) => product.product_id)])
    .where('state', 'in', ['planned', 'running'])
    .orderBy('sale_id')
    .forUpdate()
    .execute();
  for (const { sale_id: saleId, product_id: id, state, by_account: by } of sales) {
    const product = products.find((one) => one.product_id === id);
    if (state === 'running' && product) await takeOffSale(transaction, product);
    await setSaleState(transaction, saleId, { state: state === 'running' ? 'ended' : 'cancelled', note });
    const action = state === 'running' ? 'product.sale_ended' : 'product.sale_cancelled';
    const subject = { kind: 'product' as const, id };
    await recordAudit(transaction, { kind: 'job' }, { action, subject, details: { by, reason: note } });
  }
}

/** The price that is shown follows the variants, of which another one may be the cheapest now. */
async function takeOffSale(transaction: Db, product: StoredProduct): Promise<void> {
  const changed = changeOffer(product, { on_sale: false });
  if (!changed.ok) throw new Error(`A product could not be taken off sale: ${changed.reason}`);
  const { price_micros, on_sale, sale_price_micros } = changed.value;
  await transaction
    .updateTable('api.product')
    .set({ price_micros, on_sale, sale_price_micros, updated_at: sql<Date>`now()` })
    .where('product_id', '=', product.product_id)
    .where('on_sale', '=', true)
    .execute();
}
