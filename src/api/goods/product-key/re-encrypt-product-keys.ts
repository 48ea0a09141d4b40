// After a new key for what the database holds: keys of products are sealed with it, and known by it.
import type { Kysely } from 'kysely';
import type { Secrets } from '#platform/secrets.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { digestPurpose, keyBoundTo } from './product-key.rules.ts';
import { listSealedKeys, replaceSealedKey, type StoredKey } from './product-key.store.ts';

type Db = Kysely<ApiTables>;

const AT_ONCE = 500;

/** How many keys were sealed again. Safe to stop and to run again. */
export async function reEncryptProductKeys(db: Db, secrets: Secrets): Promise<number> {
  let count = 0;
  for await (const { key_id, product_id, sealed } of staleKeys(db, secrets)) {
    const bound = keyBoundTo(key_id);
    const plain = secrets.open(sealed, bound);
    const digest = secrets.hmac(plain.toString('utf8'), digestPurpose(product_id));
    await replaceSealedKey(db, key_id, { from: sealed, sealed: secrets.seal(plain, bound), digest });
    count++;
  }
  return count;
}

/** True if a key can only be opened with an older one. */
export async function productKeysNeedOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  for await (const _ of staleKeys(db, secrets)) return true;
  return false;
}

async function* staleKeys(
  db: Db,
  secrets: Secrets,
): AsyncGenerator<Pick<StoredKey, 'key_id' | 'product_id' | 'sealed'>> {
  let after = '';
  for (;;) {
    const rows = await listSealedKeys(db, { after, limit: AT_ONCE });
    yield* rows.filter(({ sealed }) => secrets.isStale(sealed));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.key_id;
  }
}
