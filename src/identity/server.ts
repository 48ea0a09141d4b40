import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import { databaseAway, isDatabaseAway, RETRY_SECONDS } from '#platform/database/database-away.ts';
import type { Part } from '#platform/http/part.ts';
import { securityHeaders } from '#platform/http/security-headers.ts';
import { createKeyedLock } from '#platform/keyed-lock.ts';
import { observeRequests } from '#platform/observability/observe-requests.ts';
import type { Secrets } from '#platform/secrets.ts';
import { createLimits } from './guard/limits.ts';
import { loginRoutes } from './hosted-login/login.routes.ts';
import { tokenRoutes } from './hosted-login/token.routes.ts';
import { sealDecoy } from './passwords/passwords.ts';
import type { Pool } from './pool.ts';
import { ourFault } from './protocol/errors.ts';
import { protocolRoutes } from './protocol/protocol.routes.ts';
import type { IdentityTables } from './schema.ts';
import type { Env, Log, Service } from './service.ts';
import { revocationRoutes } from './sessions/revocations.routes.ts';
import { tidyRegularly } from './tidy.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { createTokens } from './tokens/tokens.ts';
import { wellKnownRoutes } from './tokens/well-known.routes.ts';

type IdentityDeps = {
  database: Pick<Database<IdentityTables>, 'kysely' | 'counters'>;
  pool: Pool;
  secrets: Secrets;
  sendMail: SendMail;
  whyStay?: Service['whyStay'];
  /** Emails and new accounts within ten minutes; as many as usual unless given. */
  mailsPerNetwork?: number;
  log: Log;
  now?: () => Date;
};

/**
 * The account service under /identity: the protocol, the key set, the hosted login. `forShop` answers the shop itself and is
 * open to nobody else. Each of `jobs` begins work beside the requests, and answers how to stop it.
 */
export function createIdentity(deps: IdentityDeps): Part & { forShop: Part; jobs: Array<() => () => Promise<void>> } {
  const keys = createSigningKeys(deps.database.kysely, deps.secrets);
  const service: Service = {
    db: deps.database.kysely,
    pool: deps.pool,
    secrets: deps.secrets,
    decoy: sealDecoy(deps.secrets),
    tokens: createTokens(deps.pool, keys),
    limits: createLimits(deps.database, deps),
    inTurn: createKeyedLock(),
    sendMail: deps.sendMail,
    whyStay: deps.whyStay ?? (async () => null),
    now: deps.now ?? (() => new Date()),
  };

  const app = new Hono<Env>({ strict: false }).basePath('/identity') as Hono<Env>;
  app.use(async (c, next) => {
    const { seen } = c.env;
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('x-request-id', seen.id);
    // Where the protocol's own clients look for it.
    c.header('x-amzn-requestid', seen.id);
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    seen.route = c.req.routePath;
    seen.more = { type: c.res.headers.get('x-amzn-errortype') ?? undefined };
  });
  app.route('/', protocolRoutes(service, deps.log));
  app.route('/', wellKnownRoutes(service, keys));
  app.route('/', loginRoutes(service));
  app.route('/', tokenRoutes(service));
  app.notFound((c) => c.json({ error: 'not_found', error_description: 'There is nothing at this address.' }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    const { id } = c.env.seen;
    if (isDatabaseAway(error)) {
      deps.log.warn({ part: 'identity', route: c.req.routePath, requestId: id, error: String(error) });
      c.header('retry-after', RETRY_SECONDS);
      return c.json({ error: 'temporarily_unavailable', error_description: databaseAway }, 503);
    }
    deps.log.error({ part: 'identity', route: c.req.routePath, requestId: id, error: error.stack });
    return c.json({ error: 'server_error', error_description: ourFault(id) }, 500);
  });

  const forShop = revocationRoutes(deps.database.kysely);

  return {
    forShop: { fetch: (request) => forShop.fetch(request) },
    jobs: [() => tidyRegularly(deps.database.kysely, deps.log)],
    ...observeRequests('identity', deps.log, (request, seen, peer) =>
      app.fetch(request, { peer: peer?.address ?? 'unknown', seen }),
    ),
  };
}
