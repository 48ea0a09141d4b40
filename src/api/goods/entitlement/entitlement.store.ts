import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { GoodsKind, GoodsOfOne } from '#contract/goods/goods.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Entitled, EntitlementStatus } from './entitlement.rules.ts';
import { isGoingBack } from './going-back.sql.ts';

type Db = Kysely<ApiTables>;

/** An entitlement with what became of its order. */
export type StoredEntitlement = Entitled & {
  entitlement_id: string;
  account_id: string | null;
  product_name: string;
  seller_id: string | null;
  selected_options: SelectedOption[];
  quantity: number;
  goods: GoodsOfOne;
  license: string;
  product_version: number | null;
  because: 'order' | 'free' | 'gift';
  order_id: string | null;
  line: number | null;
  /** Number of its machine among those of the line. */
  machine: number;
  machines: number;
  /** Cents that its line cost, for all of its machines; null: it is a gift. */
  line_cents: number | null;
  withdrawn_reason: string;
  /** When the line was delivered by itself, or its order as a whole; null: something of it is still owed. */
  delivered_at: Date | null;
};

/** `is_new`: granted a moment ago by the same transaction, so that there is nothing of any kind yet. */
export type SettledEntitlement = StoredEntitlement & { standing: EntitlementStatus; is_new?: boolean };

/**
 * Settles one kind of goods for entitlements that have it (settle-goods.ts calls it): hands out where they are active and it was not, takes
 * back where they are not. Answers the ids of those of which nothing of this kind is owed any more.
 */
export type SettleKind = (
  transaction: Db,
  entitlements: readonly SettledEntitlement[],
  at: Date,
) => Promise<ReadonlySet<string>>;

/** Kinds that nobody settles are never delivered by themselves. */
export type SettleKinds = Partial<Record<GoodsKind, SettleKind>>;

/** An entitlement of this account. */
export async function findEntitlement(
  db: Db,
  accountId: string,
  entitlementId: string,
): Promise<StoredEntitlement | null> {
  const found = await entitlements(db)
    .where('entitlement.entitlement_id', '=', entitlementId)
    .where('entitlement.account_id', '=', accountId)
    .executeTakeFirst();
  return found ? toStored(found) : null;
}

/** As it is once nobody else changes its order, or the gift that it is, until the transaction ends. */
export async function lockEntitlement(transaction: Db, given: StoredEntitlement): Promise<StoredEntitlement> {
  const { entitlement_id: id, order_id: orderId } = given;
  if (orderId !== null)
    await transaction.selectFrom('api.order').select('order_id').where('order_id', '=', orderId).forShare().execute();
  else
    await transaction
      .selectFrom('api.entitlement')
      .select('entitlement_id')
      .where('entitlement_id', '=', id)
      .forShare()
      .execute();
  return (await getEntitlement(transaction, id)) ?? given;
}

/** Those of these that this account has. */
export async function listOwned(
  db: Db,
  accountId: string,
  entitlementIds: readonly string[],
): Promise<StoredEntitlement[]> {
  if (entitlementIds.length === 0) return [];
  const rows = await entitlements(db)
    .where('entitlement.entitlement_id', 'in', [...entitlementIds])
    .where('entitlement.account_id', '=', accountId)
    .execute();
  return rows.map(toStored);
}

/** Reads an entitlement of any account: for what the shop itself does. */
export async function getEntitlement(db: Db, entitlementId: string): Promise<StoredEntitlement | null> {
  const found = await entitlements(db).where('entitlement.entitlement_id', '=', entitlementId).executeTakeFirst();
  return found ? toStored(found) : null;
}

/** Everything that an account has of these products, newest first. */
export async function listOfProducts(
  db: Db,
  accountId: string,
  productIds: readonly string[],
): Promise<StoredEntitlement[]> {
  if (productIds.length === 0) return [];
  const rows = await entitlements(db)
    .where('entitlement.account_id', '=', accountId)
    .where('entitlement.product_id', 'in', [...productIds])
    .orderBy('entitlement.granted_at', 'desc')
    .orderBy('entitlement.entitlement_id')
    .execute();
  return rows.map(toStored);
}

/** Newest things that an account has of each of these products, at most `most` of one; the newest come first. */
export async function listNewestOfProducts(
  db: Db,
  accountId: string,
  productIds: readonly string[],
  most: number,
): Promise<StoredEntitlement[]> {
  if (productIds.length === 0) return [];
  const rows = await entitlements(db)
    .where(
      sql<SqlBool>`entitlement.entitlement_id in (
        select newest.entitlement_id from unnest(${[...productIds]}::text[]) as wanted (product_id)
        cross join lateral (select own.entitlement_id from api.entitlement as own
          where own.account_id = ${accountId} and own.product_id = wanted.product_id
          order by own.granted_at desc, own.entitlement_id limit ${sql.lit(most)}) as newest)`,
    )
    .orderBy('entitlement.granted_at', 'desc')
    .orderBy('entitlement.entitlement_id')
    .execute();
  return rows.map(toStored);
}

export type LibraryPage = {
  /** Kind of goods that it must have; 'hand': it is delivered manually. Null: any. */
  kind: GoodsKind | 'hand' | null;
  /** In the name of the product, of the shop or of a file that was bought; '' for all. */
  text: string;
  after: ListCursor | null;
  limit: number;
};

/** At most `limit` of what an account has, newest first. */
export async function listOfAccount(
  db: Db,
  accountId: string,
  page: LibraryPage,
): Promise<Array<StoredEntitlement & { micros: string }>> {
  const { kind, text, after } = page;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await entitlements(db)
    .select(microsOf('entitlement.granted_at').as('micros'))
    .where('entitlement.account_id', '=', accountId)
    .$if(kind === 'hand', (query) => query.where(sql<SqlBool>`entitlement.goods = '{}'`))
    .$if(kind !== null && kind !== 'hand', (query) => query.where(sql<SqlBool>`entitlement.goods ? ${kind}`))
    .$if(text !== '', (query) =>
      query.where(sql<SqlBool>`(entitlement.product_name ilike ${pattern} or exists (select from api.seller as shop
        where shop.seller_id = entitlement.seller_id and shop.name ilike ${pattern})
        or exists (select from api.release_file as file
        where file.release_id = entitlement.goods -> 'files' ->> 'release' and file.path ilike ${pattern}))`),
    )
    .$if(after !== null, (query) =>
      query.where(
        olderThan(after as ListCursor, { moment: 'entitlement.granted_at', id: 'entitlement.entitlement_id' }),
      ),
    )
    .orderBy('entitlement.granted_at', 'desc')
    .orderBy('entitlement.entitlement_id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ ...toStored(row), micros: row.micros }));
}

/**
 * Grants what an order promises that is paid now, once: lines that were granted before stay as they are. A line of several machines is
 * an entitlement for each. The order must be locked. Answers all that it has granted, in the order of its lines, and what of it is new.
 */
export async function grantOrder(
  db: Db,
  orderId: string,
  at: Date,
): Promise<Array<StoredEntitlement & { is_new: boolean }>> {
  const granting = db.with(
    'granted',
    () => sql<Entitlement>`(insert into api.entitlement (entitlement_id, account_id, product_id, product_name, seller_id, edition,
      selected_options, quantity, goods, license, product_version, because, order_id, line, machine, granted_at)
    select line.order_id || '-' || line.line || case when machine > 1 then '-' || machine else '' end,
      "order".account_id, line.product_id, line.product_name, line.seller_id, line.edition, line.selected_options, line.quantity, line.goods, line.license, line.product_version,
      case when line.amount_cents = 0 then 'free' else 'order' end, line.order_id, line.line, machine, ${at}
    from api.order_line as line join api."order" as "order" on "order".order_id = line.order_id,
      generate_series(1, line.machines) as machine
    where line.order_id = ${orderId} and "order".status in ('paid', 'fulfilled') and line.extends is null
    on conflict (order_id, line, machine) do nothing returning *)`,
  );
  // A statement does not see the rows that it inserts.
  const all = sql<Entitlement>`(select * from granted
    union all select * from api.entitlement where order_id = ${orderId})`;
  const rows = await entitlements(granting, all)
    .select(sql<boolean>`entitlement.entitlement_id in (select entitlement_id from granted)`.as('is_new'))
    .orderBy('entitlement.line')
    .orderBy('entitlement.machine')
    .execute();
  return rows.map(({ is_new, ...row }) => ({ ...toStored(row), is_new }));
}

type Entitlement = Selectable<ApiTables['api.entitlement']>;

/** `from`: rows of the table, or some of them that have been granted by the same statement. */
function entitlements(db: Pick<Db, 'selectFrom'>, from = sql<Entitlement>`api.entitlement`) {
  return db
    .selectFrom(from.as('entitlement'))
    .leftJoin('api.order as order', 'order.order_id', 'entitlement.order_id')
    .leftJoin('api.order_line as line', (join) =>
      join.onRef('line.order_id', '=', 'entitlement.order_id').onRef('line.line', '=', 'entitlement.line'),
    )
    .select([
      'entitlement.entitlement_id',
      'entitlement.account_id',
      'entitlement.product_id',
      'entitlement.product_name',
      'entitlement.seller_id',
      'entitlement.edition',
      'entitlement.selected_options',
      'entitlement.quantity',
      'entitlement.goods',
      'entitlement.license',
      'entitlement.product_version',
      'entitlement.because',
      'entitlement.order_id',
      'entitlement.line',
      'entitlement.machine',
      'entitlement.granted_at',
      'entitlement.expires_at',
      'entitlement.withdrawn_at',
      'entitlement.withdrawn_reason',
      'order.status',
      'order.resume_status',
    ])
    .select([
      sql<Date | null>`coalesce(line.delivered_at, "order".fulfilled_at)`.as('delivered_at'),
      sql<number>`coalesce(line.machines, 1)`.as('machines'),
      sql<number | null>`line.amount_cents - line.discount_cents`.as('line_cents'),
      isGoingBack.as('is_going_back'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof entitlements>['executeTakeFirstOrThrow']>>;

function toStored({ status, resume_status, is_going_back, ...row }: Row): StoredEntitlement {
  return { ...row, order: status === null ? null : { status, resume_status, is_going_back } };
}
