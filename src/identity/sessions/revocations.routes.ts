// Revocations of tokens that have not expired, for the shop itself: the API verifies tokens without asking anybody,
// and follows this list.
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../schema.ts';
import { TOKEN_SECONDS } from '../tokens/tokens.ts';
import { listRevocations, type Revocation } from './revocation.store.ts';

/** Tokens of what ended earlier have expired by themselves. */
const LISTED_SECONDS = TOKEN_SECONDS + 60;

/**
 * `GET /revocations?after=CURSOR`: `{cursor, token_seconds, sessions: [{id, at}], accounts: [{id, at, deleted}]}`, times in milliseconds since
 * 1970. `sessions` are sign-ins by the origin_jti of their tokens; `accounts` those that were deleted, or are disabled. Without a
 * cursor everything that matters is listed, afterwards what is new; an entry may come twice, and none is left out.
 */
export function revocationRoutes(db: Kysely<IdentityTables>): Hono {
  const app = new Hono();
  // The shop itself asks, and says once for each outage that it was not answered.
  app.onError((error) => {
    throw error;
  });
  app.get('/revocations', async (c) => {
    const given = c.req.query('after') ?? '';
    const after = /^\d{1,19}$/.test(given) ? given : null;
    const { cursor, revocations } = await listRevocations(db, { after, sessionSeconds: LISTED_SECONDS });
    const of = (kind: Revocation['kind']) => revocations.filter((revocation) => revocation.kind === kind);
    return c.json({
      cursor,
      token_seconds: TOKEN_SECONDS,
      sessions: of('session').map(({ subject, revoked_at }) => ({ id: subject, at: +revoked_at })),
      accounts: of('account').map(({ subject, revoked_at, deleted }) => ({ id: subject, at: +revoked_at, deleted })),
    });
  });
  return app;
}
