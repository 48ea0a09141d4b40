// The whole shop in a process of its own, as visitors meet it: every part on one port, with customers of every role and
// with a catalogue whose sellers are hostile.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAll, type Tables } from '#main/tables.ts';
import { operator } from '#platform/audit/audit-log.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openEmbeddedDatabase } from '#platform/database/embedded-database.ts';
import { newUser } from '../../src/api/people/user/user.rules.ts';
import { setUserType } from '../../src/api/people/user/user.store.ts';
import { insertUser, updateUser } from '../../src/identity/accounts/user.store.ts';
import { sealPassword } from '../../src/identity/passwords/passwords.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { overPool } from '../database/over-pool.ts';
import { aProduct } from '../factories/product.ts';
import { storePublishedRelease } from '../factories/published-release.ts';
import { aReview } from '../factories/review.ts';
import { aSeller } from '../factories/seller.ts';
import { freePort } from '../processes/free-port.ts';
import { type ShopEnvironment, startShop } from '../processes/shop-process.ts';
import { marked } from '../rigs/fuzz/hostile-values.ts';

const password = 'correct horse';
/** The product that every sort of request may be about. */
export const soldProduct = 'gpu';

export const roles = ['buyer', 'other', 'seller', 'admin'] as const;
export type Role = (typeof roles)[number];
export type Tokens = { email: string; userId: string; id: string; access: string; refresh: string };
/** The shop of the seller, which sells one of the products. */
export const openSeller = { id: 'the-seller', address: 'the-shop' };
/** A line of the log that says that something went wrong on the shop's side. */
export type LoggedFault = { requestId?: string; error?: string; msg?: string };

export type OpenShop = {
  address: string;
  /** Faults of its own that the shop has logged so far. */
  faults: () => LoggedFault[];
  signIn: (role: Role) => Promise<Tokens>;
  stop: () => Promise<unknown>;
};

/**
 * `databaseUrl`: an empty PostgreSQL database; null: the embedded one, which begins as `dump` where there is one. `address` is
 * the shop's own, whatever PUBLIC_URL in the `environment` says.
 */
export async function openShop(given: {
  databaseUrl: string | null;
  dump?: string;
  environment?: Record<string, string>;
  /** Where sellers say that their pictures are. */
  pictures?: string;
}): Promise<OpenShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-security-'));
  const key = randomBytes(32);
  await prepare({ ...given, dataDir, key });
  const shop = await start({
    DATA_DIR: dataDir,
    DATABASE_URL: given.databaseUrl ?? '',
    SECRETS_KEY: key.toString('base64'),
    // So that every request can come from an address of its own: limits are for one visitor, not for all of these.
    TRUSTED_PROXIES: '1',
    STORE_PRESET: 'live',
    ACCOUNTS_GUEST_ACCESS: 'on',
    ACCOUNTS_REDIRECT_URIS: 'http://localhost:4999/callback',
    ACCOUNTS_LOGOUT_URIS: 'http://localhost:4999/bye',
    ...given.environment,
  });
  return {
    ...shop,
    signIn: (role) => signIn(shop.address, `${role}@example.com`),
    async stop() {
      await shop.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function prepare(given: {
  databaseUrl: string | null;
  dump?: string;
  pictures?: string;
  dataDir: string;
  key: Buffer;
}) {
  const database = await openPrepared(given);
  const secrets = createSecrets([given.key]);
  const db = database.kysely;
  const text = { name: marked('The shop'), responsible: marked('Ada'), sells: marked('Data.'), about: marked('We.') };
  await db
    .insertInto('api.seller')
    .values(aSeller({ seller_id: openSeller.id, address: openSeller.address, ...text }))
    .execute();
  // Files with first rows, whose names and cells are as hostile as all else.
  const column = { name: marked('word'), type: 'text' as const };
  const columns = { columns: [column], column_count: 1, rows: 1, header: true, delimiter: ',' };
  const facts = { kind: 'table' as const, format: 'csv' as const, compressed: null, ...columns };
  const rows = { columns: [column], rows: [[marked('alder')]], truncated: false };
  const release = await storePublishedRelease(database, { product_id: 'data', seller_id: openSeller.id }, [
    { path: marked('rows.csv'), sample: 'file', facts, rows },
  ]);
  const product = (product_id: string) =>
    aProduct({
      product_id,
      ...(product_id === 'data' && {
        product_type: 'data',
        goods: JSON.stringify({ files: { release, updates: 'free' } }),
      }),
      seller_id: product_id === 'data' ? openSeller.id : null,
      product_name: marked(`The ${product_id}`),
      description: marked('# What it is'),
      product_img: marked(given.pictures ?? 'https://pictures.example/a.png?'),
      price_unit: marked('hour'),
      provider: marked('Seller'),
      options: JSON.stringify([{ name: marked('Size'), choices: [marked('Large')] }]),
      specs: JSON.stringify([{ name: marked('Memory'), value: marked('80 GB') }]),
    });
  await db
    .insertInto('api.product')
    .values([soldProduct, 'data', marked('odd')].map(product))
    .execute();
  for (const role of roles) {
    const email = `${role}@example.com`;
    const userId = randomUUID();
    const nickname = marked(role);
    const password_sealed = sealPassword(secrets, { poolName: 'hearth', userId }, password);
    await insertUser(db, { user_id: userId, email, status: 'CONFIRMED', attributes: { nickname }, password_sealed });
    await updateUser(db, userId, { email_verified: true });
    const record = newUser({ email, nickname }, { userId, since: new Date() }, null);
    await setUserType(db, operator(), record, role === 'other' ? 'buyer' : role);
    if (role === 'seller')
      await db
        .insertInto('api.seller_member')
        .values({ seller_id: openSeller.id, account_id: userId, user_id: email, role: 'owner' })
        .execute();
    await db
      .insertInto('api.review')
      .values(aReview({ product_id: soldProduct, user_email: email, review_text: marked('Very good') }))
      .execute();
  }
  await database.close();
}

async function openPrepared(given: { databaseUrl: string | null; dump?: string; dataDir: string }) {
  if (given.databaseUrl || !given.dump) {
    const database = await openDatabase<Tables>(given);
    await migrateAll(database);
    return database;
  }
  return overPool(await openEmbeddedDatabase({ dataDir: join(given.dataDir, 'database'), dump: given.dump }));
}

/** The faults are those of the lines that it has logged so far. */
async function start(environment: ShopEnvironment): Promise<Omit<OpenShop, 'signIn'>> {
  const port = await freePort();
  const shop = await startShop({ PORT: String(port), LOG_LEVEL: 'error', DEMO_CATALOGUE: 'off', ...environment });
  return {
    // Not the address that the shop prints, where that is PUBLIC_URL.
    address: `http://localhost:${port}`,
    faults: () =>
      shop
        .out()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
    stop: shop.stop,
  };
}

async function signIn(address: string, email: string): Promise<Tokens> {
  const response = await fetch(`${address}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'hearthstorefront',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  const body = await response.json();
  const result = body.AuthenticationResult;
  if (!result) throw new Error(`${email} cannot sign in: ${JSON.stringify(body)}`);
  const claims = JSON.parse(Buffer.from(result.IdToken.split('.')[1], 'base64url').toString());
  return {
    email,
    userId: claims.sub,
    id: result.IdToken,
    access: result.AccessToken,
    refresh: result.RefreshToken,
  };
}
