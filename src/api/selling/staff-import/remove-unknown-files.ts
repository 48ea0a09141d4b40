// Files of imports that no row tells of, such as of a process that was killed while it took one.
import type { Storage } from '#platform/storage/storage.ts';
import type { Db } from '../../schema/db.ts';
import { knownFiles } from './staff-import.store.ts';

export const importPrefix = 'import/';

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 200;

type Deps = { db: Db; storage: Storage; now: () => Date };

/** Those older than a day: what has just come may be about to have its row. Answers how many went. */
export async function removeUnknownFiles({ db, storage, now }: Deps): Promise<number> {
  const before = now().getTime() - DAY_MS;
  let removed = 0;
  let batch: string[] = [];
  async function empty() {
    const known = await knownFiles(db, batch);
    for (const key of batch) {
      if (known.has(key)) continue;
      await storage.delete(key);
      removed++;
    }
    batch = [];
  }
  for await (const { key, changedAt } of storage.list(importPrefix)) {
    if (changedAt.getTime() < before) batch.push(key);
    if (batch.length >= BATCH) await empty();
  }
  await empty();
  return removed;
}
