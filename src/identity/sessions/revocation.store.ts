import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** `deleted`: of an account that is not there any more; a disabled one may come back. */
export type Revocation = { kind: 'session' | 'account'; subject: string; revoked_at: Date; deleted: boolean };

/**
 * Revocations since `after`, an earlier cursor, and the cursor to go on from. Without one: every account, and the sessions of
 * the last `sessionSeconds`. An account that is open again is not listed.
 */
export async function listRevocations(
  db: Db,
  { after, sessionSeconds }: { after: string | null; sessionSeconds: number },
): Promise<{ cursor: string; revocations: Revocation[] }> {
  const isNew = after
    ? sql<boolean>`revocation.transaction_id >= ${after}::xid8`
    : sql<boolean>`(revocation.kind = 'account' or revocation.revoked_at > now() - make_interval(secs => ${sessionSeconds}))`;
  // In one statement, so that the cursor and the rows are of one moment.
  const { rows } = await sql<{ cursor: string } & { [key in keyof Revocation]: Revocation[key] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor, kind, subject, revoked_at,
      kind = 'account' and not exists (select from identity."user" where user_id = subject) as deleted
    from (select 1) as moment
    left join identity.revocation as revocation on ${isNew}
      and not (kind = 'account' and exists (select from identity."user" where user_id = subject and enabled))`.execute(
    db,
  );
  return {
    cursor: rows[0]?.cursor ?? '0',
    revocations: rows.filter((row): row is { cursor: string } & Revocation => row.kind !== null),
  };
}

/** `sessionsBefore` and `accountsBefore`: what was revoked earlier is deleted. */
export async function deleteOldRevocations(
  db: Db,
  { sessionsBefore, accountsBefore }: { sessionsBefore: Date; accountsBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('identity.revocation')
    .where('kind', '=', 'session')
    .where('revoked_at', '<', sessionsBefore)
    .execute();
  await db.deleteFrom('identity.revocation').where('revoked_at', '<', accountsBefore).execute();
}
