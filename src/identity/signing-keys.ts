// The keys that sign tokens: made at the first start, kept sealed, told apart by kid.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Secrets } from '#platform/secrets.ts';
import { recordAudit } from './audit.ts';
import type { IdentityTables } from './schema.ts';

const ALGORITHM = 'RS256';
const LOCK = 7_236_002;
/** After so long another process's new key is noticed. */
const LOOK_AGAIN_MS = 60_000;
/** A key is published so long before it signs. */
const PUBLISHED_BEFORE_MS = 15 * 60_000;

export type SigningKeys = {
  current: () => Promise<{ kid: string; key: KeyObject }>;
  /** The public halves, as the key set is published. */
  published: () => Promise<{ keys: JWK[] }>;
  /** The same, to verify with; it keeps the keys that it has read. */
  keySet: () => Promise<KeySet>;
};

type KeySet = ReturnType<typeof createLocalJWKSet>;
type Loaded = { current: { kid: string; key: KeyObject }; published: { keys: JWK[] }; keySet: KeySet };

export function createSigningKeys(db: Kysely<IdentityTables>, secrets: Secrets): SigningKeys {
  let loaded: Promise<Loaded> | null = null;
  let at = 0;

  function keys(): Promise<Loaded> {
    if (!loaded || Date.now() - at > LOOK_AGAIN_MS) {
      at = Date.now();
      const before = loaded;
      loaded = load(db, secrets);
      // A database that is away for a moment must not turn every token into a failure.
      loaded.catch(() => {
        loaded = before;
      });
    }
    return loaded;
  }

  return {
    current: async () => (await keys()).current,
    published: async () => (await keys()).published,
    keySet: async () => (await keys()).keySet,
  };
}

/**
 * Publishes a new key. It signs after a quarter of an hour, when everybody who keeps the key set has had to look again,
 * and tokens of the keys before it are good until they end. Keys that nobody can need any more are deleted.
 */
export async function rotateSigningKey(db: Kysely<IdentityTables>, secrets: Secrets, actor: Actor): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await sql`delete from identity.signing_key as old where exists (
      select from identity.signing_key as newer
      where newer.created_at > old.created_at and newer.created_at < now() - interval '1 day')`.execute(transaction);
    const kid = await insertKey(transaction, secrets);
    await recordAudit(transaction, actor, { action: 'keys.signing_rotated', subject: { kind: 'keys', id: kid } });
    return kid;
  });
}

/**
 * Makes the first key where there is none. Throws a SealError when the keys there are were sealed with a key that this
 * process does not have: better at the start than at the first sign-in.
 */
export async function prepareSigningKeys(db: Kysely<IdentityTables>, secrets: Secrets): Promise<void> {
  await load(db, secrets);
}

async function load(db: Kysely<IdentityTables>, secrets: Secrets): Promise<Loaded> {
  const rows = (await findKeys(db)) ?? (await makeFirstKey(db, secrets));
  const published = rows.filter((row) => Date.now() - row.created_at.getTime() > PUBLISHED_BEFORE_MS);
  const current = published[0] ?? rows.at(-1);
  if (!current) throw new Error('there is no signing key');
  const pem = secrets.open(current.private_sealed, keyBoundTo(current.kid)).toString();
  const keySet = { keys: rows.map((row) => row.public_jwk as JWK) };
  return {
    current: { kid: current.kid, key: createPrivateKey(pem) },
    published: keySet,
    keySet: createLocalJWKSet(keySet),
  };
}

async function findKeys(db: Kysely<IdentityTables>) {
  const rows = await db.selectFrom('identity.signing_key').selectAll().orderBy('created_at', 'desc').execute();
  return rows.length > 0 ? rows : null;
}

/** Several processes may start at once: the first one makes the key, the others wait and find it. */
async function makeFirstKey(db: Kysely<IdentityTables>, secrets: Secrets) {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    const found = await findKeys(transaction);
    if (found) return found;
    await insertKey(transaction, secrets);
    return (await findKeys(transaction)) ?? [];
  });
}

async function insertKey(db: Kysely<IdentityTables>, secrets: Secrets): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await db
    .insertInto('identity.signing_key')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig' }),
      private_sealed: secrets.seal(await exportPKCS8(privateKey), keyBoundTo(kid)),
    })
    .execute();
  return kid;
}

export function keyBoundTo(kid: string): string {
  return `identity.signing_key:${kid}`;
}
