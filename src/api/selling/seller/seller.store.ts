import { type Kysely, type Selectable, sql } from 'kysely';
import type { SellerMembership } from '#contract/selling/seller.schema.ts';
import type { SellerState } from '#contract/selling/seller.ts';
import type { Actor, AuditChanges } from '#platform/audit/audit-log.ts';
import { actingStates } from '../../access/access.rules.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { SellerTable } from '../../schema/selling.ts';
import type { MailedSeller } from './seller-mails.rules.ts';
import { nextState, type SellerStep } from './seller-state.rules.ts';

type Db = Kysely<ApiTables>;
export type StoredSeller = Selectable<SellerTable>;

/** The shops that the account belongs to, the oldest membership first. */
export function listMemberships(db: Db, accountId: string): Promise<SellerMembership[]> {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['seller.seller_id', 'seller.name', 'seller.address', 'seller.state', 'member.role', 'seller.reason'])
    .where('member.account_id', '=', accountId)
    .orderBy('member.joined_at')
    .orderBy('seller.seller_id')
    .execute();
}

export function findSeller(db: Db, sellerId: string): Promise<StoredSeller | undefined> {
  return db.selectFrom('api.seller').selectAll().where('seller_id', '=', sellerId).executeTakeFirst();
}

/** Nobody else changes the shop, its people or its state until the transaction ends. */
export function lockSeller(transaction: Db, sellerId: string): Promise<StoredSeller | undefined> {
  return transaction
    .selectFrom('api.seller')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** How mails name a shop, and where they go. */
export async function mailedSeller(db: Db, seller: StoredSeller): Promise<MailedSeller> {
  const owners = await db
    .selectFrom('api.seller_member')
    .select('user_id')
    .where('seller_id', '=', seller.seller_id)
    .where('role', '=', 'owner')
    .orderBy('joined_at')
    .execute();
  return { name: seller.name ?? '', address: seller.address ?? '', owners: owners.map(({ user_id }) => user_id) };
}

/** Those who deliver what these shops have sold, by their addresses: nobody of a shop that does not act. */
export function findDeliverers(db: Db, sellerIds: string[]): Promise<Array<{ seller_id: string; user_id: string }>> {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['member.seller_id', 'member.user_id'])
    .where('member.seller_id', 'in', sellerIds)
    .where('member.role', 'in', ['owner', 'editor'])
    .where('seller.acting_state', 'in', actingStates)
    .orderBy('member.joined_at')
    .execute();
}

type Moved = { ok: true; seller: StoredSeller } | { ok: false; state: SellerState | null };

/** Takes a step of the table in seller-state.rules.ts. Not taken: from which state it could not be; null: there is no such shop. */
export async function moveSeller(
  transaction: Db,
  sellerId: string,
  step: SellerStep,
  changes: Partial<Pick<StoredSeller, 'reason' | 'approved_at' | 'closed_at'>> = {},
): Promise<Moved> {
  const seller = await lockSeller(transaction, sellerId);
  const state = seller && nextState(seller.state, step);
  if (!seller || !state) return { ok: false, state: seller?.state ?? null };
  const moved = await transaction
    .updateTable('api.seller')
    .set({ ...changes, state, updated_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ok: true, seller: moved };
}

type Decision = {
  sellerId: string;
  decision: 'approved' | 'returned';
  /** Why it is returned, as the applicant reads it; empty for an approval. */
  reason: string;
  /** The account of the staff that decides. */
  by: string;
};

/**
 * Lets a shop in, or returns its application. Whoever belongs to a shop that was let in is a seller. What the owners are told is
 * `applicationDecidedMails` of seller-mails.rules.ts, for the caller to send in the same transaction. Not done: the state says why.
 */
export async function decideApplication(
  transaction: Db,
  { sellerId, decision, reason, by }: Decision,
): Promise<{ ok: true; seller: MailedSeller } | { ok: false; state: SellerState | null }> {
  const isApproved = decision === 'approved';
  const moved = await moveSeller(transaction, sellerId, isApproved ? 'approve' : 'return', {
    reason: isApproved ? '' : reason,
    ...(isApproved && { approved_at: new Date() }),
  });
  if (!moved.ok) return moved;
  if (isApproved) await makeSellers(transaction, sellerId);
  await recordAudit(
    transaction,
    { kind: 'customer' },
    { action: `seller.${decision}`, subject: { kind: 'seller', id: sellerId }, details: { by } },
  );
  return { ok: true, seller: await mailedSeller(transaction, moved.seller) };
}

/** Everybody who belongs to the shop sees what sellers see. Administrators stay what they are. */
export async function makeSellers(transaction: Db, sellerId: string): Promise<void> {
  await transaction
    .updateTable('api.user')
    .set({ user_type: 'seller' })
    .where('user_type', '=', 'buyer')
    .where('account_id', 'in', (eb) =>
      eb.selectFrom('api.seller_member').select('account_id').where('seller_id', '=', sellerId),
    )
    .execute();
}

/** States of a shop whose people are sellers. */
const liveStates = ['approved', 'suspended', 'closing'] as const satisfies readonly SellerState[];

/** Makes those of the accounts that belong to no live shop any more buyers again. */
export async function unmakeSellers(transaction: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  await transaction
    .updateTable('api.user as user')
    .set({ user_type: 'buyer' })
    .where('user.user_type', '=', 'seller')
    .where('user.account_id', 'in', accountIds)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('api.seller_member as member')
            .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
            .select(sql.lit(1).as('one'))
            .whereRef('member.account_id', '=', 'user.account_id')
            .where('seller.state', 'in', liveStates),
        ),
      ),
    )
    .execute();
}

export async function auditSeller(
  transaction: Db,
  action: Extract<Parameters<typeof recordAudit>[2]['action'], `seller.${string}`>,
  sellerId: string,
  details: Record<string, string | number | boolean | null>,
  actor: Actor = { kind: 'customer' },
  changes: AuditChanges = {},
): Promise<void> {
  await recordAudit(transaction, actor, { action, subject: { kind: 'seller', id: sellerId }, details, changes });
}
