import { type Kysely, type Selectable, sql } from 'kysely';
import type { ApiTables } from '../../../schema/schema.ts';
import type { SellerTable } from '../../../schema/selling.ts';

type Db = Kysely<ApiTables>;

/** Nobody else begins an application of this account until the transaction ends. Answers how many are open. */
export async function lockOpenApplications(transaction: Db, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`applicant ${accountId}`}, 0))`.execute(transaction);
  const { open } = await transaction
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('seller.state', 'in', ['draft', 'returned', 'submitted'])
    .executeTakeFirstOrThrow();
  return open;
}

export async function insertSeller(
  transaction: Db,
  sellerId: string,
  owner: { userId: string; email: string },
): Promise<void> {
  await transaction.insertInto('api.seller').values({ seller_id: sellerId }).execute();
  await transaction
    .insertInto('api.seller_member')
    .values({ seller_id: sellerId, account_id: owner.userId, user_id: owner.email, role: 'owner' })
    .execute();
}

/** Nobody else takes a name or an address until the transaction ends. To be called before a shop is locked. */
export async function lockNames(transaction: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('names of sellers', 0))`.execute(transaction);
}

/** Finds another shop that has this address, or one that looks like it. */
export async function findAddressConflict(
  db: Db,
  sellerId: string,
  address: string,
  skeleton: string,
): Promise<'taken' | 'looks alike' | null> {
  const other = await db
    .selectFrom('api.seller')
    .select('address')
    .where('seller_id', '<>', sellerId)
    .where((eb) => eb.or([eb('address', '=', address), eb('address_skeleton', '=', skeleton)]))
    .executeTakeFirst();
  if (!other) return null;
  return other.address === address ? 'taken' : 'looks alike';
}

/** True if a shop that was let in, or waits for it, has a name that looks like this one. */
export async function hasNameConflict(db: Db, sellerId: string, skeleton: string): Promise<boolean> {
  const other = await db
    .selectFrom('api.seller')
    .select('seller_id')
    .where('seller_id', '<>', sellerId)
    .where('name_skeleton', '=', skeleton)
    .where('state', 'in', ['submitted', 'approved', 'suspended', 'closing'])
    .executeTakeFirst();
  return other !== undefined;
}

export type SellerChanges = Partial<
  Pick<
    Selectable<SellerTable>,
    | 'name'
    | 'name_skeleton'
    | 'address'
    | 'address_skeleton'
    | 'country'
    | 'responsible'
    | 'sells'
    | 'about'
    | 'support_email'
    | 'support_confirmed'
    | 'terms_accepted_at'
  >
>;

export async function updateSeller(transaction: Db, sellerId: string, changes: SellerChanges): Promise<void> {
  await transaction
    .updateTable('api.seller')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('seller_id', '=', sellerId)
    .execute();
}

/** An application that was never let in, with everything that hangs on it. */
export async function deleteApplication(transaction: Db, sellerId: string): Promise<void> {
  for (const table of ['api.approval', 'api.listing', 'api.seller'] as const)
    await transaction.deleteFrom(table).where('seller_id', '=', sellerId).execute();
}

/** When the mail to the support address went out that still can be answered; null: none waits. */
export async function supportMailSentAt(db: Db, sellerId: string, email: string, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('api.seller_support_mail')
    .select('sent_at')
    .where('seller_id', '=', sellerId)
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.sent_at ?? null;
}

type SupportMail = { sellerId: string; email: string; tokenSha256: string; sentAt: Date; expiresAt: Date };

/** The newest mail counts; the link of the one before leads nowhere. */
export async function recordSupportMail(transaction: Db, mail: SupportMail): Promise<void> {
  const row = { email: mail.email, token_sha256: mail.tokenSha256, sent_at: mail.sentAt, expires_at: mail.expiresAt };
  await transaction
    .insertInto('api.seller_support_mail')
    .values({ seller_id: mail.sellerId, ...row })
    .onConflict((conflict) => conflict.column('seller_id').doUpdateSet(row))
    .execute();
}

/** Subject of a token of such an email, where the account belongs to the shop; undefined where it is good for nothing. */
export async function findSupportMail(
  db: Db,
  given: { tokenSha256: string; accountId: string; now: Date },
): Promise<{ seller_id: string; email: string } | undefined> {
  return db
    .selectFrom('api.seller_support_mail as mail')
    .innerJoin('api.seller_member as member', 'member.seller_id', 'mail.seller_id')
    .select(['mail.seller_id', 'mail.email'])
    .where('mail.token_sha256', '=', given.tokenSha256)
    .where('mail.expires_at', '>', given.now)
    .where('member.account_id', '=', given.accountId)
    .executeTakeFirst();
}

/** Its link has been used. */
export async function endSupportMail(transaction: Db, sellerId: string): Promise<void> {
  await transaction.deleteFrom('api.seller_support_mail').where('seller_id', '=', sellerId).execute();
}
