import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { readAudit } from '../../../operations/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { findStaffSeller, listMembers } from './staff-seller.store.ts';

const HISTORY = 50;

/** A seller with its people and what became of it; null when there is none of this id. */
export async function readSeller(db: Db, sellerId: string): Promise<SellerDetail | null> {
  const seller = await findStaffSeller(db, sellerId);
  if (!seller) return null;
  const members = await listMembers(db, sellerId);
  const entries = await readAudit(db, { subject: sellerId, limit: HISTORY });
  return {
    ...seller,
    created_at: seller.created_at.toISOString(),
    updated_at: seller.updated_at.toISOString(),
    approved_at: seller.approved_at?.toISOString() ?? null,
    members: members.map(({ username, joined_at, ...member }) => ({
      ...member,
      name: username ?? '',
      joined_at: joined_at.toISOString(),
    })),
    history: entries.map(({ at, action, by, details }) => ({ at, action, by, reason: String(details.reason ?? '') })),
  };
}
