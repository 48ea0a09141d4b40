// Sales that begin and end by themselves, of the operator's own products.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { PlannedSaleState } from '#contract/planned-sale-words.ts';
import { recordAudit } from '../audit.ts';
import { changeOffer } from '../listing/offer.rules.ts';
import { type StoredProduct, storedColumns } from '../product/product-columns.rules.ts';
import type { ApiTables, PlannedSaleTable } from '../schema.ts';

type Db = Kysely<ApiTables>;
export type StoredSale = Selectable<PlannedSaleTable>;

/** How many of a product are told: what is past is of interest for a while. */
const TOLD = 50;

export async function insertSale(
  db: Db,
  sale: Omit<Insertable<PlannedSaleTable>, 'state' | 'note' | 'created_at'>,
): Promise<void> {
  await db.insertInto('api.planned_sale').values(sale).execute();
}

/** Of a product, the last to begin first. */
export function listSales(db: Db, productId: string): Promise<StoredSale[]> {
  return db
    .selectFrom('api.planned_sale')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('starts_at', 'desc')
    .orderBy('sale_id')
    .limit(TOLD)
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

/** The next of which the time to begin or to end has come, that no other process is at; what ends comes before what begins. */
export async function lockDueSale(transaction: Db, now: Date): Promise<StoredSale | undefined> {
  const due = (state: 'running' | 'planned', at: 'ends_at' | 'starts_at') =>
    transaction
      .selectFrom('api.planned_sale')
      .selectAll()
      .where('state', '=', state)
      .where(at, '<=', now)
      .orderBy(at)
      .limit(1)
      .modifyEnd(sql`for update skip locked`)
      .executeTakeFirst();
  return (await due('running', 'ends_at')) ?? (await due('planned', 'starts_at'));
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
