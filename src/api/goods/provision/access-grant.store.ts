// Access grants of entitlements. Changes to a grant of an order lock the order before, except for what an endpoint answers.
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.access_grant'];
export type StoredGrant = Selectable<Table>;
export type NewGrant = Insertable<Table>;

/** Rows of one statement: more would be more parameters than it may have. */
const MOST_ROWS = 1_000;

export function findGrant(db: Db, entitlementId: string): Promise<StoredGrant | undefined> {
  return db.selectFrom('api.access_grant').selectAll().where('entitlement_id', '=', entitlementId).executeTakeFirst();
}

/** Grants of these entitlements, by their ids; each is locked. */
export async function lockGrants(
  transaction: Db,
  entitlementIds: readonly string[],
): Promise<Map<string, StoredGrant>> {
  if (entitlementIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('api.access_grant')
    .selectAll()
    .where('entitlement_id', '=', sql<string>`any (${[...entitlementIds]}::text[])`)
    .orderBy('entitlement_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.entitlement_id, row]));
}

/** Anew, in the place of what was there. */
export async function putGrants(transaction: Db, grants: readonly NewGrant[]): Promise<void> {
  if (grants.length === 0) return;
  if (grants.length > MOST_ROWS) await putGrants(transaction, grants.slice(MOST_ROWS));
  const anew = {
    promised_at: null,
    ready_at: null,
    answer: null,
    late_told_at: null,
    money_back_at: null,
    call_id: null,
    ends_at: null,
  };
  const columns = ['round', 'state', ...(Object.keys(anew) as Array<keyof typeof anew>)] as const;
  await transaction
    .insertInto('api.access_grant')
    .values(grants.slice(0, MOST_ROWS).map((grant) => ({ ...anew, ...grant })))
    .onConflict((conflict) =>
      conflict
        .column('entitlement_id')
        .doUpdateSet(({ ref }) => Object.fromEntries(columns.map((name) => [name, ref(`excluded.${name}`)]))),
    )
    .execute();
}

/** Withdraws a grant, and with it what the buyer was shown. */
export async function withdrawGrant(transaction: Db, entitlementId: string): Promise<void> {
  await updateGrant(transaction, entitlementId, { state: 'withdrawn', answer: null, ready_at: null });
}

export async function updateGrant(transaction: Db, entitlementId: string, change: Updateable<Table>): Promise<void> {
  await transaction.updateTable('api.access_grant').set(change).where('entitlement_id', '=', entitlementId).execute();
}

/** Records an endpoint's answer to this call: where it is still waited for, and the buyer has not taken the money instead. */
export async function recordAnswer(
  db: Db,
  given: { entitlementId: string; callId: string; answer: Uint8Array; at: Date; until: Date | null },
): Promise<void> {
  await db
    .updateTable('api.access_grant')
    .set({ state: 'ready', answer: given.answer, ready_at: given.at, ends_at: given.until })
    .where('entitlement_id', '=', given.entitlementId)
    .where('call_id', '=', given.callId)
    .where('state', '=', 'waiting')
    .where('money_back_at', 'is', null)
    .execute();
}

/** True if the answer to this call is what the buyer has. */
export async function hasAnswered(db: Db, entitlementId: string, callId: string): Promise<boolean> {
  const grant = await findGrant(db, entitlementId);
  return grant?.call_id === callId && grant.state === 'ready';
}

/** Notes that the buyer takes the money of what is late, whatever the endpoint answers from now on. Answers the round that it is of, also again. */
export async function recordMoneyBack(db: Db, entitlementId: string, now: Date): Promise<number | null> {
  const { rows } = await sql<{ round: number }>`
    update api.access_grant set money_back_at = coalesce(money_back_at, ${now})
    where entitlement_id = ${entitlementId}
      and (money_back_at is not null or (state = 'waiting' and promised_at <= ${now}))
    returning round`.execute(db);
  return rows[0]?.round ?? null;
}

/** Where the money could not go back after all. What the endpoint answered meanwhile was shown to nobody: it is asked again. */
export async function forgetMoneyBack(db: Db, entitlementId: string): Promise<void> {
  const { rows } = await sql<{ call_id: string | null }>`update api.access_grant set money_back_at = null
    where entitlement_id = ${entitlementId} and state = 'waiting' returning call_id`.execute(db);
  const callId = rows[0]?.call_id;
  if (!callId) return;
  await sql`update api.provision_call set state = 'waiting', due_at = now(), finished_at = null, failure = 'It is asked again.'
    where id = ${callId} and state = 'sent'`.execute(db);
  await sql`select pg_notify('api_provision_call', '')`.execute(db);
}

/** Late grants whose buyers have not been notified, with their orders. */
export async function listLate(
  db: Db,
  now: Date,
  limit: number,
): Promise<Array<{ entitlement_id: string; order_id: string }>> {
  const { rows } = await sql<{ entitlement_id: string; order_id: string }>`
    select access_grant.entitlement_id, entitlement.order_id
    from api.access_grant join api.entitlement using (entitlement_id)
    where access_grant.state = 'waiting' and promised_at <= ${now} and late_told_at is null and entitlement.order_id is not null
    order by promised_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Grants whose time has passed, and that were not withdrawn since: at most `limit`, by their ids, from behind one on. A grant that waits
 * for its endpoint has no end of its own, and orders in review are left alone until that has ended.
 */
export async function listOverAccess(
  db: Db,
  now: Date,
  { behind, limit }: { behind: string; limit: number },
): Promise<Array<{ entitlement_id: string; order_id: string | null }>> {
  const { rows } = await sql<{ entitlement_id: string; order_id: string | null }>`
    select access_grant.entitlement_id, entitlement.order_id
    from api.access_grant join api.entitlement using (entitlement_id)
      left join api."order" as "order" on "order".order_id = entitlement.order_id
    where access_grant.state <> 'withdrawn' and access_grant.ends_at <= ${now}
      and (access_grant.state = 'ready' or entitlement.expires_at <= ${now})
      and "order".status is distinct from 'in_review' and access_grant.entitlement_id > ${behind}
    order by access_grant.entitlement_id limit ${limit}`.execute(db);
  return rows;
}

/** Whose buyers have taken the money for some time, and it has not gone back: whoever was at it has ended. */
export async function listUnfinishedMoneyBacks(
  db: Db,
  before: Date,
  limit: number,
): Promise<Array<{ entitlement_id: string; account_id: string }>> {
  const { rows } = await sql<{ entitlement_id: string; account_id: string }>`
    select access_grant.entitlement_id, coalesce(entitlement.account_id, '') as account_id
    from api.access_grant join api.entitlement using (entitlement_id)
    where access_grant.state = 'waiting' and promised_at is not null and money_back_at <= ${before}
    order by money_back_at limit ${limit}`.execute(db);
  return rows;
}

type SealedAnswer = { entitlement_id: string; answer: Uint8Array };

/** At most `limit`, by their ids, from behind one on. */
export async function listSealedAnswers(db: Db, behind: string, limit: number): Promise<SealedAnswer[]> {
  const { rows } = await sql<SealedAnswer>`select entitlement_id, answer from api.access_grant
    where answer is not null and entitlement_id > ${behind} order by entitlement_id limit ${limit}`.execute(db);
  return rows;
}

export async function replaceSealedAnswer(db: Db, before: SealedAnswer, answer: Uint8Array): Promise<void> {
  await db
    .updateTable('api.access_grant')
    .set({ answer })
    .where('entitlement_id', '=', before.entitlement_id)
    .where('answer', '=', before.answer)
    .execute();
}
