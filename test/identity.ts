// The account service on a port of its own, as the vendors' clients meet it. Mails are kept in a list, time is the test's.
import { sql } from 'kysely';
import type { Pool } from '../src/identity/pool.ts';
import type { IdentityTables } from '../src/identity/schema.ts';
import { createIdentity } from '../src/identity/server.ts';
import type { Message } from '../src/mail/mailer.ts';
import type { Database } from '../src/platform/database.ts';
import { openHttpServer } from '../src/platform/http-server.ts';
import type { Part } from '../src/platform/part.ts';
import { createSecrets } from '../src/platform/secrets.ts';

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;

export async function startIdentity(database: Database<IdentityTables>, given: Partial<Pool> = {}) {
  const http = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 1 });
  const id = given.id ?? 'local_TestPool9';
  const mails: Message[] = [];
  const logged: object[] = [];
  const clock = { ahead: 0 };
  const secrets = createSecrets([Buffer.alloc(32, 7)]);
  const pool: Pool = {
    id,
    name: id.slice(id.indexOf('_') + 1),
    clientId: 'testclient',
    issuer: `${http.address}/identity/${id}`,
    identityPoolId: 'local:11111111-2222-3333-4444-555555555555',
    guestAccess: false,
    passwordPolicy: { minimumLength: 8, required: [] },
    secondFactorRequired: false,
    shopName: 'Hearth',
    origin: http.address,
    redirectUris: ['http://localhost:4999/callback'],
    logoutUris: ['http://localhost:4999/bye'],
    ...given,
  };
  const part: Part = createIdentity({
    database,
    pool,
    secrets,
    sendMail: async (_transaction, message) => {
      mails.push(message);
    },
    log: { info: (line) => logged.push(line), error: (line) => logged.push({ ...line, level: 'error' }) },
    now: () => new Date(Date.now() + clock.ahead),
  });
  http.serve({ ...part, sendKept: () => false });
  return {
    address: http.address,
    endpoint: `${http.address}/identity`,
    pool,
    secrets,
    mails,
    logged,
    fetch: part.fetch,
    /** Lets the service's clock jump. */
    wait: (seconds: number) => {
      clock.ahead += seconds * 1_000;
    },
    now: () => new Date(Date.now() + clock.ahead),
    /** The code of the last mail to the address. */
    codeFor: (email: string) => mails.filter(({ to, code }) => to === email && code).at(-1)?.code ?? '',
    close: () => http.close(1_000),
  };
}

export async function emptyIdentity(database: Database<IdentityTables>) {
  await sql`truncate identity."user", identity.code, identity.attempt, identity.spent_challenge, identity.identity cascade`.execute(
    database.kysely,
  );
}
