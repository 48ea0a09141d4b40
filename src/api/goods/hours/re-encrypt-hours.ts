// After a new key: how machines are reached, and what is reported of them, is sealed with it.
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import { fieldsBoundTo, reportBoundTo } from '../provision/provision-secret.rules.ts';
import { listSealed, replaceSealed } from './machine-session.store.ts';

const sealedIn = { fields: fieldsBoundTo, report: reportBoundTo };
const columns = ['fields', 'report'] as const;

/** How much was sealed again. Safe to stop and to run again. */
export async function reEncryptHours(db: Db, secrets: Secrets): Promise<number> {
  let done = 0;
  for (const column of columns) {
    for (const stored of await listStale(db, secrets, column)) {
      const bound = sealedIn[column](stored.session_id);
      await replaceSealed(db, column, stored, secrets.seal(secrets.open(stored.sealed, bound), bound));
      done += 1;
    }
  }
  return done;
}

/** True if something can only be opened with an older key. */
export async function hoursNeedOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  for (const column of columns) if ((await listStale(db, secrets, column)).length > 0) return true;
  return false;
}

async function listStale(db: Db, secrets: Secrets, column: (typeof columns)[number]) {
  return (await listSealed(db, column)).filter(({ sealed }) => secrets.isStale(sealed));
}
