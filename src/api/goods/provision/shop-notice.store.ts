// Whom of a shop mails about its sales reach, and what the shop is called.
import type { Kysely } from 'kysely';
import type { ApiTables } from '../../schema/schema.ts';

export type NotifiedShop = { address: string; name: string };

export async function findNotifiedShop(db: Kysely<ApiTables>, sellerId: string): Promise<NotifiedShop | null> {
  const found = await db
    .selectFrom('api.seller')
    .select(['address', 'name'])
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
  return found ? { address: found.address ?? sellerId, name: found.name ?? '' } : null;
}
