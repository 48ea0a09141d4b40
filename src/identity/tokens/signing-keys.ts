// The keys that sign tokens: made at the first start, stored sealed, told apart by kid.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import type { Kysely } from 'kysely';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Secrets } from '#platform/secrets.ts';
import { recordAudit } from '../audit.ts';
import type { IdentityTables } from '../schema.ts';
import {
  deleteReplacedKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKey,
} from './signing-key.store.ts';

const ALGORITHM = 'RS256';
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
    await deleteReplacedKeys(transaction);
    const kid = await makeKey(transaction, secrets);
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
  const found = await listSigningKeys(db);
  const rows = found.length > 0 ? found : await makeFirstKey(db, secrets);
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

/** Several processes may start at once: the first one makes the key, the others wait and find it. */
async function makeFirstKey(db: Kysely<IdentityTables>, secrets: Secrets): Promise<SigningKey[]> {
  return db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    const found = await listSigningKeys(transaction);
    if (found.length > 0) return found;
    await makeKey(transaction, secrets);
    return listSigningKeys(transaction);
  });
}

async function makeKey(db: Kysely<IdentityTables>, secrets: Secrets): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await insertSigningKey(db, {
    kid,
    public_jwk: { ...jwk, kid, alg: ALGORITHM, use: 'sig' },
    private_sealed: secrets.seal(await exportPKCS8(privateKey), keyBoundTo(kid)),
  });
  return kid;
}

export function keyBoundTo(kid: string): string {
  return `identity.signing_key:${kid}`;
}
