// After a new key for what the database holds: the keys that sign goods are sealed with it.
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { listSealedSigningKeys, replaceSealedSigningKey } from './signing-key.store.ts';
import { keyBoundTo } from './signing-keys.ts';

type Db = Kysely<ApiTables>;

/** How many keys were sealed again. Safe to stop and to run again. */
export async function reEncryptSigningKeys(db: Db, secrets: Secrets): Promise<number> {
  const stale = (await listSealedSigningKeys(db)).filter(({ private_sealed }) => secrets.isStale(private_sealed));
  for (const { key_id, private_sealed } of stale) {
    const bound = keyBoundTo(key_id);
    await replaceSealedSigningKey(db, key_id, private_sealed, secrets.seal(secrets.open(private_sealed, bound), bound));
  }
  return stale.length;
}

/** True if a key can only be opened with an older one. */
export async function signingKeysNeedOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  return (await listSealedSigningKeys(db)).some(({ private_sealed }) => secrets.isStale(private_sealed));
}
