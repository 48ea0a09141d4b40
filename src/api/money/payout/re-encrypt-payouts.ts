// After a new key: the bank accounts of shops are sealed with it.
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../../schema/db.ts';
import { bankBoundTo } from './payout.rules.ts';
import { listSealedPayouts, replaceSealedPayout } from './payout.store.ts';
import { listSealedSettings, replaceSealedSettings } from './settings/payout-settings.store.ts';

const places = [
  { where: 'settings', list: listSealedSettings, replace: replaceSealedSettings },
  { where: 'payout', list: listSealedPayouts, replace: replaceSealedPayout },
] as const;

/** How many were sealed again. Safe to stop and to run again. */
export async function reEncryptPayouts(db: Db, secrets: Secrets): Promise<number> {
  let count = 0;
  for (const { where, list, replace } of places)
    for (const sealed of await list(db)) {
      if (!secrets.isStale(sealed.bank)) continue;
      const bound = bankBoundTo(where, sealed.id);
      await replace(db, sealed, secrets.seal(secrets.open(sealed.bank, bound), bound));
      count++;
    }
  return count;
}

export async function payoutsNeedOlderKey(db: Db, secrets: Secrets): Promise<boolean> {
  const all = await Promise.all(places.map(({ list }) => list(db)));
  return all.flat().some(({ bank }) => secrets.isStale(bank));
}
