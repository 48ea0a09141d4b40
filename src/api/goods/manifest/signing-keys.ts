// The keys that the shop signs goods with: made on the first need, replaced and withdrawn by the operator.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PublishedKey } from '#contract/goods/signing-key.schema.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Secrets } from '#platform/secrets.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { type KeyPurpose, newKeyPair, toPublicJwk } from './signing-key.rules.ts';
import {
  endKeyThatSigns,
  findKeyThatSigns,
  insertSigningKey,
  lockSigningKeys,
  retireSigningKey,
  type StoredSigningKey,
} from './signing-key.store.ts';

type Db = Kysely<ApiTables>;
type Keeping = { secrets: Secrets; now: () => Date };

/** Context that the private half is sealed for: it opens as that of no other key. */
export function keyBoundTo(keyId: string): string {
  return `api.signing_key/private_sealed/${keyId}`;
}

/**
 * The key that signs now; the first need makes it. `db` may be a transaction. Throws a SealError where its private half was
 * sealed with a key that this process does not have: a rotation makes one that signs again.
 */
export async function keyThatSigns(
  db: Db,
  purpose: KeyPurpose,
  { secrets, now }: Keeping,
): Promise<{ key_id: string; privateKey: KeyObject }> {
  const found = await findKeyThatSigns(db, purpose);
  const { key_id, private_sealed } = found ?? (await makeFirstKey(db, purpose, { secrets, now }));
  return { key_id, privateKey: createPrivateKey(secrets.open(private_sealed, keyBoundTo(key_id))) };
}

/** Makes the key that signs from now on. What the one before it has signed stays good. Answers both. */
export function rotateSigningKey(
  db: Db,
  purpose: KeyPurpose,
  { secrets, now, actor }: Keeping & { actor: Actor },
): Promise<{ key_id: string; replaced: string | null }> {
  return db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    const replaced = await endKeyThatSigns(transaction, purpose, now());
    const { key_id } = await makeKey(transaction, purpose, { secrets, now });
    const subject = { kind: 'keys', id: key_id } as const;
    await recordAudit(transaction, actor, {
      action: 'goods.signing_key_rotated',
      subject,
      details: { purpose, replaced },
    });
    return { key_id, replaced };
  });
}

/** From now on nothing that the key has signed is to be relied on. Answers whether there was such a key that was good. */
export function withdrawSigningKey(
  db: Db,
  keyId: string,
  { now, actor }: Pick<Keeping, 'now'> & { actor: Actor },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockSigningKeys(transaction);
    if (!(await retireSigningKey(transaction, keyId, now()))) return false;
    const subject = { kind: 'keys', id: keyId } as const;
    await recordAudit(transaction, actor, { action: 'goods.signing_key_withdrawn', subject });
    return true;
  });
}

/** As it is published: a JSON Web Key that says more of itself. */
export function toPublishedKey(key: StoredSigningKey): PublishedKey {
  return {
    ...toPublicJwk(key.public_pem),
    kid: key.key_id,
    alg: 'ES256',
    use: 'sig',
    purpose: key.purpose,
    pem: key.public_pem,
    valid_from: key.valid_from.toISOString(),
    valid_until: key.valid_until?.toISOString() ?? null,
    retired_at: key.retired_at?.toISOString() ?? null,
  };
}

/** Several processes may need the first one at once: one makes it, the others wait and find it. */
function makeFirstKey(db: Db, purpose: KeyPurpose, keeping: Keeping) {
  const make = async (transaction: Db) => {
    await lockSigningKeys(transaction);
    const found = await findKeyThatSigns(transaction, purpose);
    if (found) return found;
    const made = await makeKey(transaction, purpose, keeping);
    const subject = { kind: 'keys', id: made.key_id } as const;
    await recordAudit(
      transaction,
      { kind: 'job' },
      { action: 'goods.signing_key_made', subject, details: { purpose } },
    );
    return made;
  };
  return db.isTransaction ? make(db) : db.transaction().execute(make);
}

async function makeKey(transaction: Db, purpose: KeyPurpose, { secrets, now }: Keeping) {
  const { key_id, publicPem, privatePem } = newKeyPair();
  const private_sealed = secrets.seal(privatePem, keyBoundTo(key_id));
  await insertSigningKey(transaction, { key_id, purpose, public_pem: publicPem, private_sealed, valid_from: now() });
  return { key_id, private_sealed };
}
