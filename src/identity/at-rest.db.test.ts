// Copies of the database, or of the log, teach their holder nothing that signs anybody in.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceVerifier, srpClient, verifierFor } from '../../test/clients/srp-client.ts';
import { openTestDatabase } from '../../test/database/test-database.ts';
import { password, startIdentity, type TestIdentity } from '../../test/parts/identity.ts';

const email = 'ada.lovelace@example.com';
const newPassword = 'battery staple';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let identity: TestIdentity;
/** Secrets in the life of the account, by name. */
let secrets: Record<string, string>;
let dumped: Array<{ table: string; rows: string[] }>;

beforeAll(async () => {
  database = await openTestDatabase();
  identity = await startIdentity(database);
  secrets = await liveALife();
  dumped = await dump();
});
afterAll(async () => {
  await identity.close();
  await database.close();
});

/** Everything that leaves a trace: codes spent and waiting, tokens, a device, an authenticator, wrong passwords. */
async function liveALife(): Promise<Record<string, string>> {
  const { poolName, call } = { poolName: identity.pool.name, call: identity.call };
  const codes: Record<string, string> = {};
  const saveCode = (name: string) => {
    codes[name] = identity.codeFor(email);
  };

  await call('SignUp', { Username: email, Password: password });
  saveCode('the first code');
  await call('ResendConfirmationCode', { Username: email });
  saveCode('the second code');
  await call('ConfirmSignUp', { Username: email, ConfirmationCode: codes['the second code'] });
  await call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: 'wrong horse' },
  });

  const srp = srpClient({ poolName });
  const begun = await call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: srp.A },
  });
  const { SALT: salt = '', USERNAME: userId = '' } = begun.body.ChallengeParameters ?? {};
  const signed = await call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    Session: begun.body.Session,
    ChallengeResponses: { USERNAME: userId, ...srp.sign(begun.body.ChallengeParameters ?? {}, { userId, password }) },
  });
  const { AccessToken, IdToken, RefreshToken, NewDeviceMetadata } = JSON.parse(signed.text).AuthenticationResult;

  const { DeviceKey, DeviceGroupKey } = NewDeviceMetadata;
  const DeviceSecretVerifierConfig = deviceVerifier({ groupKey: DeviceGroupKey, key: DeviceKey, password: 'device' });
  await call('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });
  await call('ChangePassword', { AccessToken, PreviousPassword: password, ProposedPassword: newPassword });

  const { SecretCode = '' } = (await call('AssociateSoftwareToken', { AccessToken })).body;
  await call('VerifySoftwareToken', { AccessToken, UserCode: identity.totpCode(SecretCode) });
  await call('SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true },
    EmailMfaSettings: { Enabled: true, PreferredMfa: true },
  });
  const second = (await call('AssociateSoftwareToken', { AccessToken })).body;
  const challenged = await call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: newPassword },
  });
  saveCode('the code of a sign-in');
  await call('ForgotPassword', { Username: email });
  saveCode('the code of a reset');

  const now = srpClient({ poolName });
  const again = await call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    AuthParameters: { USERNAME: email, SRP_A: now.A },
  });
  const newSalt = again.body.ChallengeParameters?.SALT ?? '';
  return {
    ...codes,
    'the password': password,
    'the new password': newPassword,
    'the salt': salt,
    'the new salt': newSalt,
    'the verifier': verifierFor({ poolName, userId, password, salt }),
    'the new verifier': verifierFor({ poolName, userId, password: newPassword, salt: newSalt }),
    'the salt of the device': Buffer.from(DeviceSecretVerifierConfig.Salt, 'base64').toString('hex'),
    'the verifier of the device': Buffer.from(DeviceSecretVerifierConfig.PasswordVerifier, 'base64').toString('hex'),
    'the access token': AccessToken,
    'the ID token': IdToken,
    'the refresh token': RefreshToken,
    'the secret of the authenticator': SecretCode,
    'the secret of the next authenticator': second.SecretCode ?? '',
    'the session of an unfinished sign-in': challenged.body.Session ?? '',
  };
}

/** Every table of the account service as text; bytes as hexadecimal digits. */
async function dump() {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'identity' order by 1`.execute(
    database.kysely,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(each)::text as row from ${sql.table(`identity.${name}`)} as each`.execute(database.kysely);
      return { table: name, rows: rows.map(({ row }) => row) };
    }),
  );
}

function rowsOf(name: string): string {
  return dumped.find(({ table }) => table === name)?.rows.join('\n') ?? '';
}

/** The ways in which a secret may stand in a text. */
function formsOf(secret: string): string[] {
  const forms = [Buffer.from(secret)];
  if (/^([0-9a-f]{2}){8,}$/.test(secret)) forms.push(Buffer.from(secret.replace(/^00/, ''), 'hex'));
  return forms.flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')]);
}

test('the life left traces in the tables', () => {
  const filled = dumped.filter(({ rows }) => rows.length > 0).map(({ table }) => table);
  expect(filled).toEqual(
    expect.arrayContaining(['attempt', 'code', 'device', 'session', 'signing_key', 'spent_challenge', 'user']),
  );
  expect(rowsOf('user')).toContain(email);
  const kept = identity.secrets.hmac(secrets['the refresh token'] ?? '', 'refresh token');
  expect(rowsOf('session'), 'bytes can be read in the dump').toContain(kept.toString('hex'));
  for (const [name, secret] of Object.entries(secrets)) expect(secret, name).not.toBe('');
});

test('no table holds a password, a code, a token, a verifier or a secret', () => {
  for (const { table, rows } of dumped)
    for (const [name, secret] of Object.entries(secrets)) {
      const text = rows.join('\n');
      // A code of six digits could stand in a fraction of a second by chance.
      const plain = text.replace(/\.\d+\+/g, '+').match(/[^"\s:,]+/g) ?? [];
      expect(plain, `${name} in ${table}`).not.toContain(secret);
      if (secret.length > 6) expect(text.includes(secret), `${name} in ${table}`).toBe(false);
      for (const form of formsOf(secret)) expect(text.includes(form), `${name} in ${table}, as bytes`).toBe(false);
    }
});

test('no table holds the private half of a signing key', () => {
  const keys = rowsOf('signing_key');
  for (const mark of ['PRIVATE KEY', Buffer.from('PRIVATE KEY').toString('hex'), '"d":', '"p":', '"q":'])
    expect(keys).not.toContain(mark);
});

test('a sealed value that is moved to another account opens nothing', async () => {
  await identity.register('eve@example.com', { password: 'her own password' });
  await sql`update identity."user" set password_sealed = (
    select password_sealed from identity."user" where email = 'eve@example.com') where email = ${email}`.execute(
    database.kysely,
  );
  // Its row is damaged: a failure, and no sign-in.
  await expect(identity.signIn(email, 'her own password')).rejects.toThrow('InternalErrorException');
});

test('the log holds no address, password, code or token', () => {
  expect(identity.logged.length).toBeGreaterThan(15);
  const log = JSON.stringify(identity.logged);
  for (const private_ of ['ada.lovelace', 'example.com', ...Object.values(secrets)])
    expect(log).not.toContain(private_);
});
