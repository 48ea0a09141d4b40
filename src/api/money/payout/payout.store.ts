import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { SellerState } from '#contract/selling/seller.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import { ForbiddenTransition } from '#platform/state/transitions.rules.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { retryKey, type SealedBank } from './payout.rules.ts';
import { type PayoutStep, payoutTransitions } from './payout-states.rules.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.payout'];
export type StoredPayout = Selectable<Table>;
type ListedPayout = StoredPayout & {
  seller_name: string | null;
  seller_state: SellerState;
  retried_as: string | null;
  micros: string;
};

export function findPayout(db: Db, payoutId: string): Promise<StoredPayout | undefined> {
  return db.selectFrom('api.payout').selectAll().where('payout_id', '=', payoutId).executeTakeFirst();
}

/** Nobody else moves it until the transaction ends. */
export function lockPayout(transaction: Transaction<ApiTables>, payoutId: string): Promise<StoredPayout | undefined> {
  return transaction
    .selectFrom('api.payout')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** In the order of their ids, so that nobody waits for each other. */
export function lockPayouts(
  transaction: Transaction<ApiTables>,
  payoutIds: readonly string[],
): Promise<StoredPayout[]> {
  return transaction
    .selectFrom('api.payout')
    .selectAll()
    .where('payout_id', '=', sql<string>`any(${payoutIds})`)
    .orderBy('payout_id')
    .forNoKeyUpdate()
    .execute();
}

export function findByRequestKey(db: Db, sellerId: string, key: string): Promise<StoredPayout | undefined> {
  return db
    .selectFrom('api.payout')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('request_key', '=', key)
    .executeTakeFirst();
}

/** The number of the entry of the shop's last payout; 0 without one. */
export async function lastPaidVersion(db: Db, sellerId: string): Promise<number> {
  const row = await db
    .selectFrom('api.payout')
    .select(({ fn }) => fn.max('to_version').as('version'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return row?.version === null || row?.version === undefined ? 0 : Number(row.version) + 1;
}

/** The payouts of a shop before the one that begins with this number, newest first. */
export function listPayoutsBefore(
  db: Db,
  sellerId: string,
  { fromVersion, limit }: { fromVersion: number; limit: number },
): Promise<StoredPayout[]> {
  return (
    db
      .selectFrom('api.payout')
      .selectAll()
      .where('seller_id', '=', sellerId)
      // One without lines ends before it begins; the entry of the payout before is between the two.
      .where('to_version', '<', fromVersion - 1)
      .orderBy('to_version', 'desc')
      .limit(limit)
      .execute()
  );
}

export function insertPayout(transaction: Db, payout: Insertable<Table>): Promise<StoredPayout> {
  return transaction.insertInto('api.payout').values(payout).returningAll().executeTakeFirstOrThrow();
}

type PayoutChange = Updateable<Omit<Table, 'state'>>;

/** Takes a step of a payout. Throws `ForbiddenTransition` from a state from which the table does not have it. */
export async function movePayout(
  transaction: Db,
  payoutId: string,
  step: PayoutStep,
  change: PayoutChange,
): Promise<StoredPayout> {
  const { from, to } = payoutTransitions[step];
  const moved = await transaction
    .updateTable('api.payout')
    .set({ ...change, state: to })
    .where('payout_id', '=', payoutId)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (!moved) throw new ForbiddenTransition(`payout ${payoutId}`, step);
  return moved;
}

/** Changes what is beside the state of a payout: that changes by a step alone. */
export function updatePayout(transaction: Db, payoutId: string, change: PayoutChange): Promise<StoredPayout> {
  return transaction
    .updateTable('api.payout')
    .set(change)
    .where('payout_id', '=', payoutId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export function listPayouts(
  db: Db,
  wanted: {
    payoutId?: string | undefined;
    sellerId?: string | undefined;
    after: ListCursor | null;
    limit: number;
  },
): Promise<ListedPayout[]> {
  const { payoutId, sellerId, after, limit } = wanted;
  return db
    .selectFrom('api.payout as payout')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'payout.seller_id')
    .selectAll('payout')
    .select([
      'seller.name as seller_name',
      'seller.acting_state as seller_state',
      sql<string | null>`(select retry.payout_id from api.payout as retry where retry.seller_id = payout.seller_id
        and retry.request_key = ${retryKey('')} || payout.payout_id)`.as('retried_as'),
      microsOf('payout.created_at').as('micros'),
    ])
    .$if(sellerId !== undefined, (query) => query.where('payout.seller_id', '=', sellerId ?? ''))
    .$if(payoutId !== undefined, (query) => query.where('payout.payout_id', '=', payoutId ?? ''))
    .$if(after !== null, (query) =>
      query.where(olderThan(after as ListCursor, { moment: 'payout.created_at', id: 'payout.payout_id' })),
    )
    .orderBy('payout.created_at', 'desc')
    .orderBy('payout.payout_id')
    .limit(limit)
    .execute();
}

/** Payouts of the provider that wait for it to be looked at. */
export async function listToCheck(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api.payout')
    .select('payout_id')
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map(({ payout_id }) => payout_id);
}

/** Finds the payout of the provider's transfer, or of its payout to a bank; undefined: nothing of ours. */
export function findByProviderId(db: Db, id: string): Promise<StoredPayout | undefined> {
  return db
    .selectFrom('api.payout')
    .selectAll()
    .where((eb) => eb.or([eb('transfer', '=', id), eb('provider_payout', '=', id)]))
    .executeTakeFirst();
}

export async function listSealedPayouts(db: Db): Promise<SealedBank[]> {
  const rows = await db
    .selectFrom('api.payout')
    .select(['payout_id as id', 'bank'])
    .where('bank', 'is not', null)
    .execute();
  return rows as SealedBank[];
}

export async function replaceSealedPayout(db: Db, before: SealedBank, bank: Buffer): Promise<void> {
  await sql`update api.payout set bank = ${bank} where payout_id = ${before.id}`.execute(db);
}
