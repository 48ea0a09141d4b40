// Calls to endpoints: written by whoever asks, and on their way.
import { type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import { microsOf, olderThan } from '#platform/database/newest-first.ts';
import { type Claim, createOutbox, type Outbox } from '#platform/outbox/outbox.ts';
import type { ListCursor } from '../../http/list-cursor.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { OF_ONE_SHOP, RETENTION_DAYS, STATUS_RETENTION_DAYS } from './provision-limits.rules.ts';

type Db = Kysely<ApiTables>;
type Table = ApiTables['api.provision_call'];
export type StoredCall = Selectable<Table>;

const NOT_WANTED = 'It was not wanted any more.';
const general = createOutbox('api.provision_call');
const HOUR_SECONDS = 3_600;
const SHORTEST_SECONDS = 30;

/**
 * Nobody keeps the calls of others waiting: a shop has a few under way at once, and an endpoint that fails again and again is left alone for a
 * while. Until the promised time, and for a machine that is to start or stop, waits are short; they never grow beyond an hour.
 */
export const provisionOutbox: Outbox<object> = {
  ...general,
  async claim(db, leaseSeconds, most) {
    const { rows } = await sql<Claim>`
      with recursive under_way as (
        select seller_id, count(*) as calls from api.provision_call
        where state = 'waiting' and attempts > 0 and failure is null
          and due_at > now() and due_at <= now() + make_interval(secs => ${leaseSeconds})
        group by seller_id
      ), has_waiting as (
        (select seller_id from api.provision_call where state = 'waiting' order by seller_id limit 1)
        union all
        select (select seller_id from api.provision_call where state = 'waiting' and seller_id > has_waiting.seller_id
          order by seller_id limit 1)
        from has_waiting where seller_id is not null
      ), first_of_each as (
        select first.* from has_waiting left join api.provision_endpoint using (seller_id) cross join lateral (
          select id, seller_id, due_at from api.provision_call
          where seller_id = has_waiting.seller_id and state = 'waiting' and due_at <= now()
          order by due_at, id limit ${OF_ONE_SHOP}) as first
        where paused_until is null or paused_until <= now()
      ), in_turn as (
        select id, coalesce(under_way.calls, 0) + row_number() over (partition by seller_id order by due_at, id) as place
        from first_of_each left join under_way using (seller_id)
      ), due as materialized (
        select id as due_id from api.provision_call
        where id in (select id from in_turn where place <= ${OF_ONE_SHOP}) and state = 'waiting' and due_at <= now()
        order by due_at limit ${most} for update skip locked
      )
      update api.provision_call
      set attempts = attempts + 1, failure = null, due_at = now() + make_interval(secs => ${leaseSeconds})
      from due where id = due_id
      returning id, attempts`.execute(db);
    return rows;
  },
  async markForRetry(db, claim, failure, delaySeconds) {
    await sql`update api.provision_call set failure = ${failure}, due_at = now() + make_interval(secs => least(
        ${delaySeconds}, ${HOUR_SECONDS},
        case when promised_at > now()
          then greatest(${SHORTEST_SECONDS}, extract(epoch from promised_at - now()) / 8) else ${HOUR_SECONDS} end)::float8)
      where id = ${claim.id} and attempts = ${claim.attempts} and state = 'waiting'`.execute(db);
  },
  async forgetFinished(db) {
    await general.forgetFinished(db, RETENTION_DAYS);
    // Status calls of a machine may come once a minute.
    await sql`delete from api.provision_call where state <> 'waiting' and type = 'hours.status'
      and finished_at < now() - make_interval(days => ${STATUS_RETENTION_DAYS})`.execute(db);
  },
};

type NewCall = Omit<Insertable<Table>, 'created_at' | 'due_at'> & {
  /** From now on; 0 where it is due at once. */
  inSeconds?: number;
};

/** A call that is there already, by its id, stays as it is. */
export async function insertCall(transaction: Db, { inSeconds = 0, ...call }: NewCall): Promise<void> {
  await transaction
    .insertInto('api.provision_call')
    .values({ ...call, due_at: sql<Date>`now() + make_interval(secs => ${inSeconds})` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export type DueCall = Pick<
  StoredCall,
  'id' | 'seller_id' | 'type' | 'body' | 'entitlement_id' | 'session_id' | 'promised_at' | 'give_up_at'
> & {
  /** Goods of its entitlement, whose end is `expires_at`. */
  goods: GoodsOfOne;
  expires_at: Date | null;
  /** Null: the shop has no endpoint. */
  url: string | null;
  secret: Uint8Array | null;
  previous_secret: Uint8Array | null;
  previous_until: Date | null;
  order_id: string | null;
};

export function findDueCall(db: Db, id: string): Promise<DueCall | undefined> {
  return db
    .selectFrom('api.provision_call as call')
    .innerJoin('api.entitlement as entitlement', 'entitlement.entitlement_id', 'call.entitlement_id')
    .leftJoin('api.provision_endpoint as endpoint', 'endpoint.seller_id', 'call.seller_id')
    .select(['call.id', 'call.seller_id', 'call.type', 'call.body', 'call.entitlement_id', 'call.session_id'])
    .select(['call.promised_at', 'call.give_up_at', 'entitlement.goods', 'entitlement.expires_at'])
    .select(['endpoint.url', 'endpoint.secret', 'endpoint.previous_secret'])
    .select(['endpoint.previous_until', 'entitlement.order_id'])
    .where('call.id', '=', id)
    .executeTakeFirst();
}

/**
 * Takes back what is not wanted any more. Answers whether the endpoint may have heard of it: `none`, `heard`, or `under_way` where somebody may
 * be telling it at this moment.
 */
export async function cancelCall(transaction: Db, id: string): Promise<'none' | 'heard' | 'under_way'> {
  const call = await transaction
    .selectFrom('api.provision_call')
    .select(['state', 'attempts', 'failure'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!call) return 'none';
  if (call.state === 'waiting')
    await transaction
      .updateTable('api.provision_call')
      .set({ state: 'failed', failure: NOT_WANTED, finished_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
  if (call.attempts === 0) return 'none';
  return call.state === 'waiting' && call.failure === null ? 'under_way' : 'heard';
}

type CallReach = 'none' | 'heard' | 'under_way';

/** Takes back every waiting call of this session. Answers as cancelCall, for all of them. */
export async function cancelCallsOfSession(transaction: Db, sessionId: string): Promise<CallReach> {
  const calls = await transaction
    .selectFrom('api.provision_call')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('id')
    .execute();
  return cancelCalls(transaction, calls);
}

/** SSH keys are in the call that started a machine: they go from it when the machine is off. None of its calls may wait any more. */
export async function forgetSshKeys(transaction: Db, sessionId: string): Promise<void> {
  await sql`update api.provision_call set body = (body::jsonb #- '{data,ssh_keys}')::text
    where session_id = ${sessionId} and type = 'hours.start'`.execute(transaction);
}

/** Takes back every withdrawal of this entitlement that waits. Answers as cancelCall, for all of them. */
export async function cancelWithdrawals(transaction: Db, entitlementId: string): Promise<CallReach> {
  const calls = await transaction
    .selectFrom('api.provision_call')
    .select('id')
    .where('entitlement_id', '=', entitlementId)
    .where('type', '=', 'access.withdraw')
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
  return cancelCalls(transaction, calls);
}

async function cancelCalls(transaction: Db, calls: ReadonlyArray<{ id: string }>): Promise<CallReach> {
  const reaches = new Set<CallReach>();
  for (const { id } of calls) reaches.add(await cancelCall(transaction, id));
  return reaches.has('under_way') ? 'under_way' : reaches.has('heard') ? 'heard' : 'none';
}

export async function countCalls(db: Db, sellerId: string): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'failed' and finished_at > now() - interval '30 days') as failed
    from api.provision_call where seller_id = ${sellerId}`.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

export function listCalls(
  db: Db,
  sellerId: string,
  { after, limit }: { after: ListCursor | null; limit: number },
): Promise<Array<StoredCall & { micros: string }>> {
  return db
    .selectFrom('api.provision_call')
    .selectAll()
    .select(microsOf('created_at').as('micros'))
    .where('seller_id', '=', sellerId)
    .$if(after !== null, (query) => query.where(olderThan(after as ListCursor, { moment: 'created_at', id: 'id' })))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** It is in somebody's hands at this moment. */
const isUnderWay = sql<SqlBool>`(state = 'waiting' and attempts > 0 and failure is null and due_at > now())`;

/**
 * At once, and access that was given up too, until then. One that is under way stays so. Answers nothing where the shop has no such call, or it was
 * taken, or is not wanted any more: a grant is wanted as long as its buyer waits for it, a withdrawal unless there was a grant since.
 */
export async function repeatCall(
  transaction: Db,
  sellerId: string,
  id: string,
  until: Date,
): Promise<StoredCall | undefined> {
  const underWay = await transaction
    .selectFrom('api.provision_call')
    .selectAll()
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where(isUnderWay)
    .executeTakeFirst();
  if (underWay) return underWay;
  const repeated = await transaction
    .updateTable('api.provision_call')
    .set({ state: 'waiting', due_at: sql<Date>`now()`, finished_at: null, failure: 'It is repeated by hand.' })
    .set({ give_up_at: sql<Date>`greatest(give_up_at, ${until})` })
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .where(
      sql<SqlBool>`(state = 'waiting' or (state = 'failed' and type like 'access.%' and failure <> ${NOT_WANTED}))`,
    )
    .where(sql<SqlBool>`not ${isUnderWay}`)
    .where(
      sql<SqlBool>`case type
        when 'access.grant' then exists (select from api.access_grant
          where call_id = provision_call.id and access_grant.state = 'waiting' and money_back_at is null)
        when 'access.withdraw' then exists (select from api.access_grant
          where access_grant.entitlement_id = provision_call.entitlement_id and access_grant.state = 'withdrawn')
        else true end`,
    )
    .returningAll()
    .executeTakeFirst();
  if (repeated) await sql`select pg_notify('api_provision_call', '')`.execute(transaction);
  return repeated;
}

/** Makes calls that wait for the endpoint of a shop due now, unless somebody is at them. */
export async function wakeCalls(transaction: Db, sellerId: string): Promise<void> {
  await sql`update api.provision_call set due_at = now()
    where seller_id = ${sellerId} and state = 'waiting' and failure is not null and due_at > now()`.execute(
    transaction,
  );
  await sql`select pg_notify('api_provision_call', '')`.execute(transaction);
}
