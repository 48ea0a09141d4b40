// Every time in here is the database's: processes on several machines share the table, and their clocks differ.
import { type Kysely, sql } from 'kysely';
import type { MailTables } from './schema.ts';

type Db = Kysely<MailTables>;

/** A message that this process has taken. `attempts` counts this one; it also tells this claim from a later one. */
export type Claim = { id: string; attempts: number; content: Uint8Array; created_at: Date };

const now = sql<Date>`now()`;
const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export async function addMessage(db: Db, message: { id: string; content: Uint8Array }) {
  await db.insertInto('mail.outbox').values(message).execute();
}

/** Takes the message that has been due for longest, or answers null. Nobody else is given it for `leaseSeconds`. */
export async function claimDueMessage(db: Db, leaseSeconds: number): Promise<Claim | null> {
  const row = await db
    .updateTable('mail.outbox')
    .set({ attempts: sql`attempts + 1`, due_at: after(leaseSeconds) })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mail.outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'attempts', 'content', 'created_at'])
    .executeTakeFirst();
  return row?.content ? { ...row, content: row.content } : null;
}

export async function renewLease(db: Db, claim: Claim, leaseSeconds: number) {
  await claimed(db, claim)
    .set({ due_at: after(leaseSeconds) })
    .execute();
}

/** Only the id, the times and the state stay. */
export async function markSent(db: Db, claim: Claim) {
  await claimed(db, claim).set({ state: 'sent', content: null, failure: null, finished_at: now }).execute();
}

export async function markForRetry(db: Db, claim: Claim, failure: string, delaySeconds: number) {
  await claimed(db, claim)
    .set({ failure, due_at: after(delaySeconds) })
    .execute();
}

export async function markFailed(db: Db, claim: Claim, failure: string) {
  await claimed(db, claim).set({ state: 'failed', failure, finished_at: now }).execute();
}

/** Forgets what was sent or has failed more than `days` ago. */
export async function forgetFinished(db: Db, days: number) {
  await db
    .deleteFrom('mail.outbox')
    .where('state', '!=', 'waiting')
    .where('finished_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** The row as long as no one has taken it since: what a process says after its lease has ended does not count. */
function claimed(db: Db, claim: Claim) {
  return db
    .updateTable('mail.outbox')
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempts)
    .where('state', '=', 'waiting');
}
