// People of shops, and who is invited. Always after the shop has been locked (lockSeller), before records of people.
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { SellerRole } from '#contract/selling/seller.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import type { SellerInvitationTable, SellerMemberTable } from '../../../schema/selling.ts';

type Db = Kysely<ApiTables>;
export type StoredMember = Selectable<SellerMemberTable>;
export type StoredInvitation = Selectable<SellerInvitationTable>;
/** With the name of whoever has sent it, as far as it is known; `holds`: they are an owner still, and not suspended. */
type ListedInvitation = StoredInvitation & { inviter: string | null; holds: boolean };

export function listMembers(db: Db, sellerId: string): Promise<Array<StoredMember & { username: string | null }>> {
  return db
    .selectFrom('api.seller_member as member')
    .leftJoin('api.user as user', (join) =>
      join.onRef('user.user_id', '=', 'member.user_id').onRef('user.account_id', '=', 'member.account_id'),
    )
    .selectAll('member')
    .select('user.username')
    .where('member.seller_id', '=', sellerId)
    .orderBy('member.joined_at')
    .orderBy('member.account_id')
    .execute();
}

export async function insertMember(
  transaction: Db,
  member: Omit<StoredMember, 'joined_at' | 'role_since'>,
): Promise<void> {
  await transaction.insertInto('api.seller_member').values(member).execute();
}

export async function updateRole(
  transaction: Db,
  sellerId: string,
  accountId: string,
  role: SellerRole,
): Promise<void> {
  await transaction
    .updateTable('api.seller_member')
    .set({ role, role_since: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteMember(transaction: Db, sellerId: string, accountId: string): Promise<void> {
  await transaction
    .deleteFrom('api.seller_member')
    .where('seller_id', '=', sellerId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Those that nobody has used or withdrawn. */
function waitingInvitations(db: Db) {
  return db
    .selectFrom('api.seller_invitation as invitation')
    .leftJoin('api.user as inviter', 'inviter.account_id', 'invitation.invited_by')
    .leftJoin('api.seller_member as member', (join) =>
      join
        .onRef('member.seller_id', '=', 'invitation.seller_id')
        .onRef('member.account_id', '=', 'invitation.invited_by')
        .on('member.role', '=', 'owner'),
    )
    .leftJoin('api.suspended_customer as suspended', 'suspended.account_id', 'invitation.invited_by')
    .selectAll('invitation')
    .select('inviter.username as inviter')
    .select(sql<boolean>`member.account_id is not null and suspended.account_id is null`.as('holds'))
    .where('invitation.used_at', 'is', null)
    .where('invitation.withdrawn_at', 'is', null);
}

/** Newest first, also where their time is over. */
export function listInvitations(db: Db, sellerId: string): Promise<ListedInvitation[]> {
  return waitingInvitations(db)
    .where('invitation.seller_id', '=', sellerId)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.invitation_id')
    .execute();
}

/** Those that wait and that this account has sent, or taken over. */
export function listInvitationsOf(
  db: Db,
  sellerId: string,
  accountId: string,
): Promise<Array<Pick<StoredInvitation, 'invitation_id' | 'email' | 'role'>>> {
  return db
    .selectFrom('api.seller_invitation')
    .select(['invitation_id', 'email', 'role'])
    .where('seller_id', '=', sellerId)
    .where('invited_by', '=', accountId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('invitation_id')
    .execute();
}

export async function handOverInvitation(
  transaction: Db,
  sellerId: string,
  invitationId: string,
  invitedBy: string,
): Promise<void> {
  await transaction
    .updateTable('api.seller_invitation')
    .set({ invited_by: invitedBy })
    .where('seller_id', '=', sellerId)
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
}

type NewInvitation = Pick<
  StoredInvitation,
  'invitation_id' | 'seller_id' | 'email' | 'token_sha256' | 'role' | 'invited_by' | 'created_at' | 'expires_at'
>;

/** One that waits for the same address is withdrawn by it. */
export async function insertInvitation(transaction: Db, invitation: NewInvitation): Promise<void> {
  await transaction
    .updateTable('api.seller_invitation')
    .set({ withdrawn_at: invitation.created_at })
    .where('seller_id', '=', invitation.seller_id)
    .where('email', '=', invitation.email)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  await transaction.insertInto('api.seller_invitation').values(invitation).execute();
}

/** Answers the invitation of this shop that was withdrawn; undefined: there is none that waits. */
export async function withdrawInvitation(
  transaction: Db,
  sellerId: string,
  invitationId: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  return transaction
    .updateTable('api.seller_invitation')
    .set({ withdrawn_at: now })
    .where('seller_id', '=', sellerId)
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** An invitation that can be accepted: whoever has sent it may still invite. Surely so only once the shop is locked. */
export async function findOpenInvitation(
  db: Db,
  tokenSha256: string,
  now: Date,
): Promise<StoredInvitation | undefined> {
  const found = await waitingInvitations(db)
    .where('invitation.token_sha256', '=', tokenSha256)
    .where('invitation.expires_at', '>', now)
    .executeTakeFirst();
  return found?.holds ? found : undefined;
}

/** Answers whether it could be used: it works once. */
export async function takeInvitation(transaction: Db, invitationId: string, now: Date): Promise<boolean> {
  const used = await transaction
    .updateTable('api.seller_invitation')
    .set({ used_at: now })
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('invitation_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** The shops of an account, or of whoever has an address; in the order in which everybody locks them. */
export async function listSellerIdsOf(
  db: Db,
  column: 'account_id' | 'user_id',
  owner: string,
): Promise<Array<{ seller_id: string; account_id: string }>> {
  return db
    .selectFrom('api.seller_member')
    .select(['seller_id', 'account_id'])
    .where(column, '=', owner)
    .orderBy('seller_id')
    .execute();
}

/** The names of shops that others belong to, of whom none is an owner but this account; not of those that are closing, or have closed. */
export async function listOwnedAlone(db: Db, accountId: string): Promise<string[]> {
  const others = (eb: ExpressionBuilder<ApiTables, 'api.seller_member' | 'api.seller'>) =>
    eb
      .selectFrom('api.seller_member as other')
      .select(sql.lit(1).as('one'))
      .whereRef('other.seller_id', '=', 'api.seller_member.seller_id')
      .where('other.account_id', '<>', accountId);
  const rows = await db
    .selectFrom('api.seller_member')
    .innerJoin('api.seller', 'api.seller.seller_id', 'api.seller_member.seller_id')
    .select('api.seller.name')
    .where('api.seller_member.account_id', '=', accountId)
    .where('api.seller_member.role', '=', 'owner')
    .where('api.seller.state', 'not in', ['closing', 'closed'])
    .where((eb) => eb.exists(others(eb)))
    .where((eb) => eb.not(eb.exists(others(eb).where('other.role', '=', 'owner'))))
    .orderBy('api.seller.seller_id')
    .execute();
  return rows.map(({ name }) => name ?? 'a shop without a name');
}

/** The shops that close when this account goes: nobody else is left in them. */
export async function listClosingWith(
  db: Db,
  accountId: string,
): Promise<Array<{ seller_id: string; name: string | null }>> {
  return db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(['seller.seller_id', 'seller.name'])
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('seller.state', 'in', ['approved', 'suspended', 'closing'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('api.seller_member as other')
            .select(sql.lit(1).as('one'))
            .whereRef('other.seller_id', '=', 'seller.seller_id')
            .where('other.account_id', '<>', accountId),
        ),
      ),
    )
    .orderBy('seller.seller_id')
    .execute();
}

export async function countOwners(db: Db, sellerId: string): Promise<number> {
  const { owners } = await db
    .selectFrom('api.seller_member')
    .select(sql<number>`count(*)::int`.as('owners'))
    .where('seller_id', '=', sellerId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return owners;
}
