// What has ended before its tokens do, for the shop itself: the API verifies tokens without asking anybody, and follows this list.
import { Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from './schema.ts';
import { TOKEN_SECONDS } from './tokens.ts';

/** Tokens of what ended earlier have ended by themselves. */
const LISTED_SECONDS = TOKEN_SECONDS + 60;
/** Accounts are told of longer: a shop that was closed when one ended hears of it when it opens again. */
export const ACCOUNTS_LISTED_DAYS = 30;

type Revocation = { kind: 'session' | 'account'; subject: string; revoked_at: Date };

/**
 * `GET /revocations?after=CURSOR`: `{cursor, token_seconds, sessions: [{id, at}], accounts: [{id, at}]}`, times in milliseconds since 1970.
 * `sessions` are sign-ins by the origin_jti of their tokens; `accounts` those that were deleted, or are disabled. Without a
 * cursor everything that matters is listed, afterwards what is new; an entry may come twice, and none is left out.
 */
export function revocationRoutes(db: Kysely<IdentityTables>): Hono {
  const app = new Hono();
  app.get('/revocations', async (c) => {
    const after = c.req.query('after') ?? '';
    const { cursor, rows } = await readRevocations(db, /^\d{1,19}$/.test(after) ? after : null);
    const listed = (kind: Revocation['kind']) =>
      rows.filter((row) => row.kind === kind).map(({ subject, revoked_at }) => ({ id: subject, at: +revoked_at }));
    return c.json({
      cursor,
      token_seconds: TOKEN_SECONDS,
      sessions: listed('session'),
      accounts: listed('account'),
    });
  });
  return app;
}

async function readRevocations(db: Kysely<IdentityTables>, after: string | null) {
  const isNew = after
    ? sql<boolean>`revocation.transaction_id >= ${after}::xid8`
    : sql<boolean>`(revocation.kind = 'account' or revocation.revoked_at > now() - make_interval(secs => ${LISTED_SECONDS}))`;
  // In one statement, so that the cursor and the rows are of one moment.
  const { rows } = await sql<{ cursor: string } & { [key in keyof Revocation]: Revocation[key] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor, kind, subject, revoked_at
    from (select 1) as moment
    left join identity.revocation as revocation on ${isNew}
      and not (kind = 'account' and exists (select from identity."user" where user_id = subject and enabled))`.execute(
    db,
  );
  return {
    cursor: rows[0]?.cursor ?? '0',
    rows: rows.filter((row): row is { cursor: string } & Revocation => row.kind !== null),
  };
}
