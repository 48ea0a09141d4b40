// Times are the database's: processes on several machines share the table, and their clocks differ.
import { sql } from 'kysely';
import type { AnswerStatus, Db } from '../schema.ts';

/** A request that carries a key. */
export type KeyedRequest = { key: string; endpoint: string; parametersHash: Buffer; requestId: string };

export type StoredAnswer = { status: AnswerStatus; body: string };

/** Known state of a key. Without `answer` its first request is in flight. */
type KnownKey = {
  endpoint: string;
  parametersHash: Buffer;
  requestId: string;
  answer: StoredAnswer | null;
};

/**
 * A request takes milliseconds. One that takes longer than this, while the same is asked for again, is rolled back as it saves its answer
 * (`saveAnswer`), so that a short lease loses nothing; a long one would keep the key of a process that has died.
 */
const LEASE_SECONDS = 10;

/**
 * Takes a key for a request: a new one, or one whose request has died with its process, without an answer. False when
 * it is taken; `findKey` says by what.
 */
export async function claimKey(db: Db, { key, endpoint, parametersHash, requestId }: KeyedRequest): Promise<boolean> {
  const claimed = await db
    .insertInto('payments.idempotency_key')
    .values({
      key,
      endpoint,
      parameters_hash: parametersHash,
      request_id: requestId,
      locked_until: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          request_id: eb.ref('excluded.request_id'),
          locked_until: eb.ref('excluded.locked_until'),
        }))
        .where('payments.idempotency_key.status', 'is', null)
        .where('payments.idempotency_key.locked_until', '<', sql<Date>`now()`)
        .whereRef('payments.idempotency_key.endpoint', '=', 'excluded.endpoint')
        .whereRef('payments.idempotency_key.parameters_hash', '=', 'excluded.parameters_hash'),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function findKey(db: Db, key: string): Promise<KnownKey | null> {
  const row = await db.selectFrom('payments.idempotency_key').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row) return null;
  return {
    endpoint: row.endpoint,
    parametersHash: Buffer.from(row.parameters_hash),
    requestId: row.request_id,
    answer: row.status === null || row.body === null ? null : { status: row.status, body: row.body },
  };
}

/** Keeps the answer. False when another request has taken over, because this one took too long. */
export async function saveAnswer(db: Db, { key, requestId }: KeyedRequest, answer: StoredAnswer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments.idempotency_key')
    .set(answer)
    .where('key', '=', key)
    .where('request_id', '=', requestId)
    .where('status', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** As if the request had never come. */
export async function releaseKey(db: Db, { key, requestId }: KeyedRequest) {
  await db
    .deleteFrom('payments.idempotency_key')
    .where('key', '=', key)
    .where('request_id', '=', requestId)
    .where('status', 'is', null)
    .execute();
}

export async function forgetKeys(db: Db, hours: number) {
  await db
    .deleteFrom('payments.idempotency_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .execute();
}
