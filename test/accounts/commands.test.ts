// The commands about accounts and keys as an operator types them, and what they change for the people concerned.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFile, newSecretsKey, openSecrets, writeKeyFile } from '#platform/secrets.ts';
import { sharePrepared } from '../database/prepared-data-dir.ts';
import { type AnswerBody, password, startIdentity, type TestIdentity } from '../parts/identity.ts';
import { runCommand } from '../processes/run-command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-accounts-'));
const email = 'ada@example.com';

let database: Awaited<ReturnType<typeof sharePrepared>>;

beforeAll(async () => {
  database = await sharePrepared(dataDir);
  expect((await run('user', 'list')).out).toBe('No account was found.\n');
  await withIdentity((identity) => identity.register(email));
}, 120_000);
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const run = (script: 'user' | 'keys', ...args: string[]) =>
  runCommand(script, args, { environment: { DATA_DIR: dataDir, ACCOUNTS_POOL_ID: 'local_TestPool9' }, cwd: dataDir });

/** The service over the same data, with the keys that there are now. */
async function withIdentity<T>(work: (identity: TestIdentity) => Promise<T>): Promise<T> {
  const identity = await startIdentity(database, {}, openSecrets({ secretsKey: null, dataDir }));
  try {
    return await work(identity);
  } finally {
    await identity.close();
  }
}

async function signIn(username = email, given = password): Promise<AnswerBody> {
  const AuthParameters = { USERNAME: username, PASSWORD: given };
  const { body } = await withIdentity(({ call }) =>
    call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
  );
  return body;
}

test('roles are granted and taken back, and the list shows them', { timeout: 120_000 }, async () => {
  expect(await run('user', 'grant-admin', email)).toMatchObject({
    code: 0,
    out: `${email} is an administrator now.\n`,
  });
  const { out } = await run('user', 'list', 'ADA@');
  expect(out).toMatch(/'ada@example\.com'.*'Ada'.*'admin'.*'confirmed'/);
  await run('user', 'revoke-roles', email);
  expect((await run('user', 'list')).out).toMatch(/'Ada'.*'buyer'/);
});

test('a disabled account signs in no more, an enabled one again', { timeout: 120_000 }, async () => {
  await run('user', 'disable', email);
  expect(await signIn()).toMatchObject({ __type: 'NotAuthorizedException', message: 'User is disabled.' });
  await run('user', 'enable', email);
  expect(await signIn()).toHaveProperty('AuthenticationResult');
});

test('[I-08] a required new password and a temporary one lead to their steps', { timeout: 120_000 }, async () => {
  await run('user', 'require-new-password', email);
  expect(await signIn()).toMatchObject({ __type: 'PasswordResetRequiredException' });
  await withIdentity(async (identity) => {
    await identity.call('ForgotPassword', { Username: email });
    const ConfirmationCode = identity.codeFor(email);
    await identity.call('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: password });
  });
  expect(await signIn()).toHaveProperty('AuthenticationResult');

  const { out } = await run('user', 'create', 'grace@example.com');
  const temporary = out.match(/the password (\S+) /)?.[1];
  expect(await signIn('grace@example.com', temporary)).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
  expect(await run('user', 'create', 'grace@example.com')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/already/),
  });
  expect(await run('user', 'delete', 'grace@example.com')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/--yes/),
  });
  expect(await run('user', 'delete', 'grace@example.com', '--yes')).toMatchObject({ code: 0 });
  expect((await run('user', 'list')).out).not.toContain('grace');
});

test('keys are rotated without signing anybody out or losing a password', { timeout: 120_000 }, async () => {
  const { AuthenticationResult: before } = await signIn();
  const first = await readFile(keyFile(dataDir), 'utf8');
  expect((await stat(keyFile(dataDir))).mode & 0o777).toBe(0o600);

  expect(await run('keys', 'rotate-signing')).toMatchObject({ code: 0 });
  expect(await run('keys', 'rotate-secrets')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[1-9]\d* values/),
  });
  const both = await readFile(keyFile(dataDir), 'utf8');
  expect(both.trim().split('\n')).toHaveLength(2);
  expect(both).toContain(first);

  expect(await signIn()).toHaveProperty('AuthenticationResult');
  const renewed = await withIdentity(async (identity) => {
    const keys = await fetch(`${identity.pool.issuer}/.well-known/jwks.json`);
    expect(((await keys.json()) as { keys: unknown[] }).keys).toHaveLength(2);
    return identity.call('GetTokensFromRefreshToken', { RefreshToken: before?.RefreshToken });
  });
  expect(renewed.body).toHaveProperty('AuthenticationResult');

  expect(await run('keys', 'forget-old-secrets')).toMatchObject({ code: 0, out: expect.stringMatching(/^1 older/) });
  expect(await signIn()).toHaveProperty('AuthenticationResult');
});

test('older keys that are still needed are not forgotten', { timeout: 120_000 }, async () => {
  const text = (await readFile(keyFile(dataDir), 'utf8')).trim();
  writeKeyFile(dataDir, [newSecretsKey(), text]);
  expect(await run('keys', 'forget-old-secrets')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/rotate-secrets/),
  });
  expect(await signIn()).toHaveProperty('AuthenticationResult');
});

test('what was typed wrongly is told with the usage', { timeout: 60_000 }, async () => {
  expect(await run('user', 'promote', email)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/grant-admin EMAIL/),
  });
  expect(await run('user', 'grant-admin', 'nobody@example.com')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/There is no account of nobody@example\.com/),
  });
  expect(await run('user', 'disable', 'no address')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Name one email/),
  });
  expect(await run('keys', 'constructor')).toMatchObject({ code: 1, err: expect.stringMatching(/rotate-signing/) });
});
