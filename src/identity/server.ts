import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { SendMail } from '#mail/mailer.ts';
import type { Database } from '#platform/database.ts';
import type { Part } from '#platform/part.ts';
import { requestId } from '#platform/request-id.ts';
import type { Secrets } from '#platform/secrets.ts';
import { securityHeaders } from '#platform/security-headers.ts';
import { loginRoutes } from './hosted-login/login.routes.ts';
import { tokenRoutes } from './hosted-login/token.routes.ts';
import { createLimits } from './limits.ts';
import { sealDecoy } from './passwords.ts';
import type { Pool } from './pool.ts';
import { type Env, type Log, protocolRoutes } from './protocol.ts';
import type { IdentityTables } from './schema.ts';
import type { Service } from './service.ts';
import { createSigningKeys } from './signing-keys.ts';
import { tidyRegularly } from './tidy.ts';
import { createTokens } from './tokens.ts';
import { createTurns } from './turns.ts';
import { wellKnownRoutes } from './well-known.routes.ts';

export type IdentityDeps = {
  database: Pick<Database<IdentityTables>, 'kysely'>;
  pool: Pool;
  secrets: Secrets;
  sendMail: SendMail;
  log: Log;
  now?: () => Date;
};

/** The account service under /identity: the protocol, the key set, the hosted login. `close` ends what runs beside it. */
export function createIdentity(deps: IdentityDeps): Part & { close: () => void } {
  const keys = createSigningKeys(deps.database.kysely, deps.secrets);
  const service: Service = {
    db: deps.database.kysely,
    pool: deps.pool,
    secrets: deps.secrets,
    decoy: sealDecoy(deps.secrets),
    tokens: createTokens(deps.pool, keys),
    limits: createLimits(),
    inTurn: createTurns(),
    sendMail: deps.sendMail,
    now: deps.now ?? (() => new Date()),
  };

  const app = new Hono<Env>({ strict: false }).basePath('/identity') as Hono<Env>;
  app.use(async (c, next) => {
    const started = performance.now();
    const id = requestId(c.req.raw);
    c.set('requestId', id);
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    c.header('x-amzn-requestid', id);
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    deps.log.info({
      part: 'identity',
      method: c.req.method,
      action: c.get('action') ?? c.req.routePath,
      status: c.res.status,
      type: c.res.headers.get('x-amzn-errortype') ?? undefined,
      ms: Math.round(performance.now() - started),
      requestId: id,
    });
  });
  app.route('/', protocolRoutes(service, deps.log));
  app.route('/', wellKnownRoutes(service, keys));
  app.route('/', loginRoutes(service));
  app.route('/', tokenRoutes(service));
  app.notFound((c) => c.json({ error: 'not_found', error_description: 'There is nothing at this address.' }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    deps.log.error({ part: 'identity', route: c.req.routePath, requestId: c.get('requestId'), error: error.stack });
    return c.json({ error: 'server_error', error_description: 'Something went wrong on our side. Try again.' }, 500);
  });

  return {
    close: tidyRegularly(deps.database.kysely, deps.log),
    fetch(request, peer) {
      return app.fetch(request, { peer: peer?.address ?? 'unknown' });
    },
  };
}
