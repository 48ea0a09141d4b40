// Tasks that need somebody, for those who may do something about them.
import { attentionKinds } from '#contract/operations/attention.ts';
import type { Overview } from '#contract/people/staff.schema.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import { actionsOf } from '../../access/access.rules.ts';
import type { Db } from '../../schema/db.ts';
import { attention, refundPatienceMs } from './attention.rules.ts';
import { readWaiting } from './attention.store.ts';
import { bounded, readStatus } from './overview.store.ts';

export async function readOverview(db: Db, role: StaffRole, now: Date): Promise<Overview> {
  const may = new Set(actionsOf(role));
  const kinds = attentionKinds.filter((kind) => may.has(attention[kind].needs));
  const waiting = await readWaiting(db, kinds, { now, refundsBefore: new Date(now.getTime() - refundPatienceMs) });
  const status = await readStatus(db);
  return {
    attention: kinds.flatMap((kind) =>
      waiting
        .filter((found) => found.kind === kind)
        .map(({ count, at, cents }) => ({
          kind,
          ...bounded(count),
          address: attention[kind].address,
          at: at?.toISOString() ?? null,
          amount: cents === null ? null : cents / 100,
        })),
    ),
    ...status,
    as_of: now.toISOString(),
  };
}
