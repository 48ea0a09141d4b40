// After a new key: how machines are reached is sealed with it.
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import { fieldsBoundTo } from '../provision/provision-secret.rules.ts';
import { listSealedFields, replaceSealedFields } from './machine-session.store.ts';

/** How much was sealed again. Safe to stop and to run again. */
export async function reEncryptHours(db: Db, secrets: Secrets): Promise<number> {
  const stale = (await listSealedFields(db)).filter(({ fields }) => secrets.isStale(fields));
  for (const stored of stale) {
    const bound = fieldsBoundTo(stored.session_id);
    await replaceSealedFields(db, stored, secrets.seal(secrets.open(stored.fields, bound), bound));
  }
  return stale.length;
}

/** True if something can only be opened with an older key. */
export async function hoursNeedOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  return (await listSealedFields(db)).some(({ fields }) => secrets.isStale(fields));
}
