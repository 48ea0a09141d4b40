import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { RepairedFigures } from './integrity-check.rules.ts';

/** Puts the figures right, and writes into the audit log what that was. The repair is in transactions of its own: begun once more, it finds what is left. */
export async function repairNoted(
  db: Db,
  repair: () => Promise<RepairedFigures>,
  { actor, by }: { actor: Actor; by?: string | null },
): Promise<RepairedFigures> {
  const repaired = await repair();
  await recordAudit(db, actor, {
    action: 'figures.repaired',
    subject: { kind: 'check', id: 'figures' },
    details: { ...(by && { by }), ...repaired },
  });
  return repaired;
}
