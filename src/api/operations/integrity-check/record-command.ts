// A check by a command: the same, without waiting for others, and told among the runs of the shop.
import { randomUUID } from 'node:crypto';
import type { CheckName } from '#contract/operations/integrity-check.ts';
import type { Db } from '../../schema/db.ts';
import { type Check, createTally } from './integrity-check.rules.ts';
import { insertEndedRun } from './integrity-check.store.ts';

/** `onDifference` hears each as it is found. Answers how many there are, and what was read. */
export async function checkByCommand(
  db: Db,
  given: { name: CheckName; check: Check; repairs?: boolean; onDifference: (sentence: string) => void },
): Promise<{ differences: number; message: string; seconds: number }> {
  const { name, check, repairs = false, onDifference } = given;
  const began = performance.now();
  const tally = createTally(onDifference);
  const message = await check({ differs: tally.differs, pause: async () => {} });
  const took = performance.now() - began;
  const differences = tally.count();
  await insertEndedRun(db, {
    ...{ run_id: randomUUID(), name, repairs, took_ms: Math.round(took), message },
    ...{ state: differences > 0 ? 'differs' : 'in_order', difference_count: differences, differences: tally.first() },
  });
  return { differences, message, seconds: took / 1_000 };
}
