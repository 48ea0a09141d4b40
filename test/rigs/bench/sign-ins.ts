// Sign-ins by SRP against a real shop: both requests of each, and the client's half of the mathematics.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { insertUser, updateUser } from '#identity/accounts/user.store.ts';
import { passwordBoundTo, sealVerifier } from '#identity/passwords/passwords.ts';
import { makeVerifier, pad, power, prime, toNumber } from '#identity/passwords/srp.ts';
import { migrateAll, type Tables } from '#main/tables.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createSecrets } from '#platform/secrets.ts';
import { startMeasuredShop } from './measured-process.ts';

const ACCOUNTS = 200;
export const benchPassword = 'correct horse';
const AT_ONCE = 8;
const POOL = 'bench';
export const benchPool = { ACCOUNTS_POOL_ID: `local_${POOL}` };
const CLIENT = 'hearthstorefront';

export type SignIns = {
  signInsPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server for one sign-in. */
  cpuMicroseconds: number | null;
  /** The median time of one modular power of the same size (256-bit exponent), measured in the same run. */
  powerMicroseconds: number;
};

export type Account = { userId: string; email: string; x: bigint; base: bigint };

/** Opens a shop on the database of `environment`, fills it with accounts, and signs them in for some seconds. */
export async function measureSignIns(environment: Record<string, string>, seconds: number): Promise<SignIns> {
  const accounts = await makeAccounts(environment, ACCOUNTS);
  const shop = await startMeasuredShop({ ...environment, ...benchPool });
  try {
    await load(shop.address, accounts, 2);
    const before = shop.cpuMicroseconds();
    const times = await load(shop.address, accounts, seconds);
    const after = shop.cpuMicroseconds();
    times.sort((a, b) => a - b);
    return {
      signInsPerSecond: times.length / seconds,
      p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      cpuMicroseconds: before === null || after === null ? null : (after - before) / times.length,
      powerMicroseconds: barePower(),
    };
  } finally {
    await shop.stop();
  }
}

/** Confirmed accounts with one password, straight into the database, sealed with the SECRETS_KEY of `environment`. */
export async function makeAccounts(environment: Record<string, string>, count: number): Promise<Account[]> {
  const secrets = createSecrets([Buffer.from(environment.SECRETS_KEY ?? '', 'base64')]);
  const database = await openDatabase<Tables>({
    databaseUrl: environment.DATABASE_URL || null,
    dataDir: resolve(environment.DATA_DIR ?? ''),
  });
  await migrateAll(database);
  const accounts: Account[] = [];
  for (let index = 0; index < count; index++) {
    const userId = randomUUID();
    const email = `customer-${count}-${index}@example.com`;
    const { salt, verifier } = makeVerifier({ pool: POOL, user: userId, password: benchPassword });
    await insertUser(database.kysely, {
      user_id: userId,
      email,
      status: 'CONFIRMED',
      attributes: { nickname: `Customer ${index}` },
      password_sealed: sealVerifier(secrets, passwordBoundTo(userId), { salt, verifier }),
    });
    await updateUser(database.kysely, userId, { email_verified: true });
    const inner = createHash('sha256').update(`${POOL}${userId}:${benchPassword}`).digest();
    const x = toNumber(
      createHash('sha256')
        .update(pad(toNumber(salt)))
        .update(inner)
        .digest(),
    );
    accounts.push({ userId, email, x, base: verifier });
  }
  await database.close();
  return accounts;
}

/** The milliseconds of each sign-in. */
async function load(address: string, accounts: Account[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() < until) {
        const account = accounts[next++ % accounts.length] as Account;
        const started = performance.now();
        await signIn(address, account);
        times.push(performance.now() - started);
      }
    }),
  );
  return times;
}

// Values that every client would make again for each sign-in, made once: the load should cost less than what it measures.
const secretA = toNumber(createHash('sha256').update('bench').digest());
const publicA = power(2n, pad(secretA));
const multiplier = toNumber(createHash('sha256').update(pad(prime)).update(pad(2n)).digest());

/** Both requests of a sign-in. `headers` go with each. */
export async function signIn(
  address: string,
  { email, userId, x, base }: Account,
  headers: Record<string, string> = {},
): Promise<void> {
  const challenge = await call(
    address,
    'InitiateAuth',
    {
      ClientId: CLIENT,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: publicA.toString(16) },
    },
    headers,
  );
  const { SRP_B, SECRET_BLOCK } = challenge.ChallengeParameters as Record<string, string>;
  const publicB = BigInt(`0x${SRP_B}`);
  const mixed = createHash('sha256').update(pad(publicA)).update(pad(publicB)).digest();
  const serverPart = (((publicB - multiplier * base) % prime) + prime) % prime;
  const shared = power(serverPart, pad(secretA + toNumber(mixed) * x));
  const extracted = createHmac('sha256', pad(toNumber(mixed)))
    .update(pad(shared))
    .digest();
  const key = createHmac('sha256', extracted).update('Caldera Derived Key\u0001').digest().subarray(0, 16);
  const timestamp = 'Fri Nov 20 05:02:15 UTC 2026';
  const signature = createHmac('sha256', key)
    .update(POOL)
    .update(userId)
    .update(Buffer.from(SECRET_BLOCK ?? '', 'base64'))
    .update(timestamp)
    .digest('base64');
  const answer = await call(
    address,
    'RespondToAuthChallenge',
    {
      ClientId: CLIENT,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: userId,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: signature,
        TIMESTAMP: timestamp,
      },
    },
    headers,
  );
  if (!answer.AuthenticationResult) throw new Error(`no tokens: ${JSON.stringify(answer)}`);
}

/** One action of the account service. */
export async function call(
  address: string,
  action: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      ...headers,
    },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${action}: ${JSON.stringify(body)}`);
  return body;
}

function barePower(): number {
  const exponent = createHash('sha256').update('exponent').digest();
  const times = Array.from({ length: 200 }, () => {
    const started = performance.now();
    power(publicA, exponent);
    return (performance.now() - started) * 1_000;
  });
  return times.sort((a, b) => a - b)[100] ?? Number.NaN;
}
