import { afterAll, beforeAll, expect } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { isDatabaseAway } from '#platform/database/database-away.ts';
import { makeLastingDatabase } from '../../../test/database/lasting-database.ts';
import { type SeverablePostgres, severable } from '../../../test/database/severable-postgres.ts';
import { onPostgres } from '../../../test/database/test-database.ts';
import { password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';
import type { IdentityTables } from '../schema.ts';
import { revocationRoutes } from '../sessions/revocations.routes.ts';

let place: Awaited<ReturnType<typeof makeLastingDatabase>>;
let way: SeverablePostgres;
let database: Database<IdentityTables>;
let identity: TestIdentity;

beforeAll(async () => {
  place = await makeLastingDatabase();
  way = await severable(place.databaseUrl ?? '');
  database = await openDatabase<IdentityTables>({ databaseUrl: way.url, dataDir: '' });
  identity = await startIdentity(database);
});
afterAll(async () => {
  await identity.close();
  await database.close();
  await way.close();
  await place.drop();
});

function signIn(): Promise<Response> {
  return fetch(`${identity.endpoint}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId: identity.pool.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'ada@example.com', PASSWORD: password },
    }),
  });
}

onPostgres('while the database is away nobody is said to be wrong, but told to come again', async () => {
  await identity.register('ada@example.com');
  way.cut();
  const answer = await signIn();
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('x-amzn-errortype')).toBe('ServiceUnavailableException');
  const page = await fetch(`${identity.endpoint}/${identity.pool.id}/.well-known/jwks.json`);
  expect([200, 503]).toContain(page.status);
  way.mend();
  await expect.poll(async () => (await signIn()).status).toBe(200);
});

onPostgres('the shop hears why the list of ended sign-ins cannot be had, and nothing is written besides', async () => {
  const ask = () => Promise.resolve(revocationRoutes(database.kysely).request('/revocations'));
  expect((await ask()).status).toBe(200);
  way.cut();
  const failure = await ask().catch((error) => error);
  expect(isDatabaseAway(failure), String(failure)).toBe(true);
  way.mend();
  await expect.poll(async () => (await ask().catch(() => null))?.status).toBe(200);
});
