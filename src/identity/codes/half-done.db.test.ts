// A step that fails on its way, as when the process ends there, leaves nothing that keeps its owner from trying again.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { emptyIdentity, password, startIdentity, type TestIdentity } from '../../../test/parts/identity.ts';

const email = 'ada@example.com';
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  await sql`create function identity.fail() returns trigger language plpgsql as
    $$ begin raise 'the process ends here'; end $$`.execute(database.kysely);
});
beforeEach(() => emptyIdentity(database));
afterEach(() => goOn());
afterAll(async () => {
  await identity.close();
  await database.close();
});

/** From now on this change of the table fails. */
async function failAt(change: 'insert' | 'update', table: 'user' | 'code') {
  await sql`create trigger fail before ${sql.raw(change)} on ${sql.id('identity', table)}
    for each row execute function identity.fail()`.execute(database.kysely);
}

async function goOn() {
  for (const table of ['user', 'code'])
    await sql`drop trigger if exists fail on ${sql.id('identity', table)}`.execute(database.kysely);
}

/** The status alone: what fails here is a fault of the shop's, which `identity.call` does not allow. */
async function statusOf(action: string, input: object): Promise<number> {
  const response = await fetch(`${identity.endpoint}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: identity.pool.clientId, ...input }),
  });
  return response.status;
}

const signUp = { Username: email, Password: password };

test('an account that was not given its code is no account: its owner registers again', async () => {
  await failAt('insert', 'code');
  expect(await statusOf('SignUp', signUp)).toBe(500);
  await goOn();
  expect(await statusOf('SignUp', signUp)).toBe(200);
});

test('a code that has not confirmed the account is still good', async () => {
  await identity.call('SignUp', signUp);
  const confirmation = { Username: email, ConfirmationCode: identity.codeFor(email) };
  await failAt('update', 'user');
  expect(await statusOf('ConfirmSignUp', confirmation)).toBe(500);
  await goOn();
  expect(await statusOf('ConfirmSignUp', confirmation)).toBe(200);
  expect(await statusOf('ConfirmSignUp', confirmation), 'used up').toBe(400);
});

test('a code that has not set the password is still good', async () => {
  await identity.register(email);
  await identity.call('ForgotPassword', { Username: email });
  const reset = { Username: email, ConfirmationCode: identity.codeFor(email), Password: 'another password' };
  await failAt('update', 'user');
  expect(await statusOf('ConfirmForgotPassword', reset)).toBe(500);
  await goOn();
  expect(await statusOf('ConfirmForgotPassword', reset)).toBe(200);
});
