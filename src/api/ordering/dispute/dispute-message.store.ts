// Messages and attachments in disputes, of both kinds.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { DisputeMessageTable } from '../../schema/ordering.ts';
import type { ApiTables } from '../../schema/schema.ts';

type Db = Kysely<ApiTables>;

type StoredDisputeMessage = Selectable<DisputeMessageTable>;

export async function insertDisputeMessage(db: Db, message: Insertable<DisputeMessageTable>): Promise<void> {
  await db.insertInto('api.dispute_message').values(message).execute();
}

/** Oldest first. `sellerId`: of what shops have written that of this one alone; undefined: of all. */
export async function listDisputeMessages(
  db: Db,
  disputeId: string,
  sellerId?: string,
): Promise<StoredDisputeMessage[]> {
  return visibleTo(db, disputeId, sellerId)
    .selectAll()
    .orderBy('created_at')
    .orderBy(sql`message_id`)
    .limit(500)
    .execute();
}

export async function findDisputeMessage(
  db: Db,
  disputeId: string,
  messageId: string,
  sellerId?: string,
): Promise<StoredDisputeMessage | null> {
  const found = await visibleTo(db, disputeId, sellerId)
    .selectAll()
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return found ?? null;
}

export async function findLastMessage(db: Db, disputeId: string): Promise<StoredDisputeMessage | null> {
  const found = await db
    .selectFrom('api.dispute_message')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** How many files a side has attached. */
export async function countDisputeFiles(db: Db, disputeId: string, side: DisputeMessageTable['side']): Promise<number> {
  const row = await db
    .selectFrom('api.dispute_message')
    .select(({ fn }) => fn.countAll<string>().as('files'))
    .where('dispute_id', '=', disputeId)
    .where('side', '=', side)
    .where('file_name', 'is not', null)
    .executeTakeFirst();
  return Number(row?.files ?? 0);
}

function visibleTo(db: Db, disputeId: string, sellerId: string | undefined) {
  return db
    .selectFrom('api.dispute_message')
    .where('dispute_id', '=', disputeId)
    .$if(sellerId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('seller_id', 'is', null), eb('seller_id', '=', sellerId ?? '')])),
    );
}
