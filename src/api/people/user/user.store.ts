import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { StaffRole } from '#contract/people/staff.ts';
import { type User, userIdOf } from '#contract/people/user.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import type { Actor } from '#platform/audit/audit-log.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { ApiTables } from '../../schema/schema.ts';
import type { Account, NewUser } from './user.rules.ts';

/** Changes of a record; the rest stays as it is stored. */
type UserChanges = { [Field in Exclude<keyof User, 'user_id'>]?: User[Field] | undefined };

const columns = ['user_id', 'username', 'profile_pic', 'user_type', 'phone', 'addresses'] as const;

/** Tables of what an account has saved, and of the links in its emails: in this order, as an email about the one writes the other. */
const ofSaved = [
  'api.saved_product',
  'api.alert_link',
  'api.search_watch',
  'api.saved_search',
  'api.search_alert_link',
] as const;

/** The record of the address that belongs to the account. */
export async function findUser(db: Kysely<ApiTables>, userId: string, accountId: string): Promise<User | null> {
  const row = await db
    .selectFrom('api.user')
    .select(columns)
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** True if the stored record is of another account: the address has passed to somebody else since. */
const isOfAnother = sql<boolean>`"user".account_id <> excluded.account_id`;

/** A field that stays as it is stored, unless it says something of somebody else. */
const unchanged = <T>(column: keyof User) =>
  sql<T>`case when ${isOfAnother} then excluded.${sql.ref(column)} else "user".${sql.ref(column)} end`;

/**
 * Changes the record of the user, which is made from `fresh` when there is none, and made again when it belongs to another
 * account, whose reviews go then; null when the address has passed on to another account since `fresh` was told of it, or the account was
 * deleted.
 * Inside a transaction nobody else changes or deletes the record until the end.
 */
export async function saveUser(
  db: Kysely<ApiTables>,
  fresh: NewUser,
  changes: UserChanges,
): Promise<{ user: User; isNew: boolean } | null> {
  if (!db.isTransaction) return db.transaction().execute((transaction) => saveUser(transaction, fresh, changes));
  const { account } = fresh;
  // A tab that is still open, or a question that was under way, does not bring back what its owner has deleted.
  if (account && (await wasDeleted(db, account))) return null;
  if (account && !(await takeOver(db, fresh.user_id, account))) return null;
  const { username, profile_pic, user_type, phone, addresses } = changes;
  const { is_new, ...user } = await db
    .insertInto('api.user')
    .values({
      user_id: fresh.user_id,
      username: username ?? fresh.username,
      profile_pic: profile_pic ?? fresh.profile_pic,
      user_type: user_type ?? fresh.user_type,
      phone: phone ?? fresh.phone,
      addresses: JSON.stringify(addresses ?? fresh.addresses),
      account_id: fresh.account?.userId ?? null,
      account_since: fresh.account?.since ?? null,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        username: username ?? unchanged('username'),
        profile_pic: profile_pic ?? unchanged('profile_pic'),
        user_type: user_type ?? unchanged('user_type'),
        staff_role: sql`case when ${isOfAnother} then null else "user".staff_role end`,
        phone: phone ?? unchanged('phone'),
        addresses: addresses ? JSON.stringify(addresses) : unchanged('addresses'),
        account_id: sql`coalesce(excluded.account_id, "user".account_id)`,
        account_since: sql`case when excluded.account_id is distinct from "user".account_id
          then coalesce(excluded.account_since, "user".account_since) else "user".account_since end`,
      }),
    )
    // A row that no transaction has replaced or locked before was made by this statement.
    .returning([...columns, sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow();
  return { user, isNew: is_new };
}

/** True if the account has been deleted since this sign-in (`since`: when its token was issued). */
async function wasDeleted(db: Kysely<ApiTables>, { userId, since }: Account): Promise<boolean> {
  const row = await db
    .selectFrom('api.ended_account')
    .select('account_id')
    .where('account_id', '=', userId)
    .where('ended_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes what the account that had the address before wrote under it, as it would have gone with that account. A record of no account is
 * its first owner's, with the orders of the address that are of none. False when it is the other way round: the account had the address
 * before.
 */
async function takeOver(transaction: Kysely<ApiTables>, userId: string, account: Account): Promise<boolean> {
  const record = await lockRecord(transaction, userId);
  if (record?.account_id === account.userId) return true;
  if (!record?.account_id) {
    await adoptOrders(transaction, userId, account);
    return true;
  }
  if (record.account_since && account.since < record.account_since) return false;
  for (const table of ['api.review', 'api.hidden_review'] as const)
    await transaction.deleteFrom(table).where('user_email', '=', userId).execute();
  for (const table of ofSaved)
    await transaction
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('account_id', '<>', account.userId)
      .execute();
  return true;
}

/** Orders from before the shop knew accounts, or that an operator has set free because accounts have moved. */
async function adoptOrders(transaction: Kysely<ApiTables>, userId: string, account: Account): Promise<void> {
  await transaction
    .updateTable('api.order')
    .set({ account_id: account.userId })
    .where('user_id', '=', userId)
    .where('account_id', 'is', null)
    .execute();
}

/**
 * Gives somebody a role, with the record `fresh` when there is none yet. Without an account it is for whoever has the record. 'buyer' takes the
 * roles away: whoever belongs to a shop is a seller still. Somebody of the staff has a role there too, 'admin' where none is said.
 */
export async function setUserType(
  db: Kysely<ApiTables>,
  actor: Actor,
  fresh: NewUser,
  userType: User['user_type'],
  staffRole: StaffRole = 'admin',
): Promise<User | undefined> {
  return db.transaction().execute(async (transaction) => {
    const saved = await saveUser(transaction, fresh, {});
    if (!saved) return undefined;
    const accountId = (await lockRecord(transaction, fresh.user_id))?.account_id ?? null;
    const owner = { user_id: fresh.user_id, account_id: accountId };
    const role = userType === 'admin' ? staffRole : userType;
    const user_type = await giveRole(transaction, actor, owner, role);
    return { ...saved.user, user_type };
  });
}

/** The one way in which a role changes hands. The record must be locked by the transaction; `by` is the account that decides. */
export async function giveRole(
  transaction: Kysely<ApiTables>,
  actor: Actor,
  owner: { user_id: string; account_id: string | null },
  role: 'buyer' | 'seller' | StaffRole,
  by?: string,
): Promise<User['user_type']> {
  const staffRole = role === 'buyer' || role === 'seller' ? null : role;
  const without = role === 'buyer' && (await isSeller(transaction, owner.account_id)) ? 'seller' : role;
  const userType = without === 'buyer' || without === 'seller' ? without : 'admin';
  const before = await transaction
    .selectFrom('api.user')
    .select(['user_type as role', 'staff_role'])
    .where('user_id', '=', owner.user_id)
    .executeTakeFirst();
  await transaction
    .updateTable('api.user')
    .set({ user_type: userType, staff_role: staffRole })
    .where('user_id', '=', owner.user_id)
    .execute();
  await recordAudit(transaction, actor, {
    action: 'account.role_given',
    subject: { kind: 'account', id: owner.account_id ?? unknownOwner(owner.user_id) },
    details: { role: userType, ...(staffRole && { staff_role: staffRole }), ...(by && { by }) },
    changes: changesBetween(before ?? {}, { role: userType, staff_role: staffRole }),
  });
  return userType;
}

/** True if the account belongs to a shop that has been approved and is not closed. */
async function isSeller(db: Kysely<ApiTables>, accountId: string | null): Promise<boolean> {
  if (accountId === null) return false;
  const row = await db
    .selectFrom('api.seller_member as member')
    .innerJoin('api.seller as seller', 'seller.seller_id', 'member.seller_id')
    .select('member.seller_id')
    .where('member.account_id', '=', accountId)
    .where('seller.state', 'in', ['approved', 'suspended', 'closing'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stands for an account that has not come yet: only who knows the address can tell that it is meant. */
function unknownOwner(userId: string): string {
  return `sha256 of the address: ${createHash('sha256').update(userId).digest('hex')}`;
}

/**
 * Deletes the record of the user of this address and all that was written under it; nothing when there is none. With an
 * account only what is that account's. Orders stay, as the law asks for, without saying whose they were. Answers those that
 * wait for their payment: nobody is there to get what they are for, and the reconciliation ends them where nobody else does.
 */
export async function deleteCustomer(
  db: Kysely<ApiTables>,
  actor: Actor,
  email: string,
  accountId?: string,
  first: (transaction: Kysely<ApiTables>) => Promise<void> = async () => {},
  by?: string,
): Promise<string[]> {
  const userId = userIdOf(email);
  return db.transaction().execute(async (transaction) => {
    await first(transaction);
    // Locked first, as posting a review does, so that neither waits for the other for ever.
    const record = await lockRecord(transaction, userId);
    const [column, owner] = accountId === undefined ? ['user_id' as const, userId] : ['account_id' as const, accountId];
    for (const table of ['api.cart_item', 'api.cart_coupon'] as const)
      await transaction.deleteFrom(table).where(column, '=', owner).execute();
    for (const table of ofSaved) await transaction.deleteFrom(table).where(column, '=', owner).execute();
    const messagesOf = accountId ?? record?.account_id;
    if (messagesOf) {
      await closeThreadsOfAccount(transaction, messagesOf);
      await forgetDownloader(transaction, messagesOf);
      await deleteReviewReportsOfAccount(transaction, messagesOf);
      await transaction.deleteFrom('api.library_token').where('account_id', '=', messagesOf).execute();
      await transaction.deleteFrom('api.ssh_key').where('account_id', '=', messagesOf).execute();
      await transaction.deleteFrom('api.data_export').where('account_id', '=', messagesOf).execute();
      await forgetSuspensionReason(transaction, messagesOf);
      await transaction.deleteFrom('api.invoice_details').where('account_id', '=', messagesOf).execute();
      await transaction.deleteFrom('api.buyer_wallet').where('account_id', '=', messagesOf).execute();
    }
    const nowIfPending = (column: string) =>
      sql<Date>`case when status = 'pending' then now() else ${sql.ref(column)} end`;
    // One statement: an order that is paid at this moment is seen as one or the other, and loses its name in either case.
    const orders = await transaction
      .updateTable('api.order')
      .set({
        user_id: null,
        account_id: null,
        expires_at: nowIfPending('expires_at'),
        next_check_at: nowIfPending('next_check_at'),
      })
      .where(column, '=', owner)
      .returning(['order_id', 'status'])
      .execute();
    // Funds added on a page that is still open are refunded.
    await transaction.updateTable('api.pay_in').set({ user_id: null }).where(column, '=', owner).execute();
    // After the orders, as paying one locks it before it grants what it promises.
    if (messagesOf) await endLibraryOfAccount(transaction, messagesOf);
    // Drawn with the address on them. After the orders: a receipt that is drawn meanwhile waits for them (receipt.store.ts).
    await transaction
      .deleteFrom('api.receipt')
      .where('order_id', '=', sql<string>`any(${orders.map(({ order_id }) => order_id)})`)
      .execute();
    const orderIds = orders.filter(({ status }) => status === 'pending').map(({ order_id }) => order_id);
    // Without a record there are no reviews: what somebody makes of it at this moment is newer, and not locked.
    if (!record || (accountId && record.account_id && record.account_id !== accountId)) return orderIds;
    await transaction.deleteFrom('api.review').where('user_email', '=', userId).execute();
    await transaction.deleteFrom('api.user').where('user_id', '=', userId).execute();
    const id = record.account_id ?? accountId ?? unknownOwner(userId);
    const details = { orders_kept: orders.length, ...(by && { by }) };
    await recordAudit(transaction, actor, { action: 'customer.deleted', subject: { kind: 'account', id }, details });
    return orderIds;
  });
}

/** Library items are nobody's from then on. Orders say what was sold. */
async function endLibraryOfAccount(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await transaction
    .updateTable('api.entitlement')
    .set({ account_id: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Where another service keeps the accounts, theirs outlives the record: they stay suspended, and why is forgotten with all else of them. */
async function forgetSuspensionReason(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await transaction
    .updateTable('api.suspended_customer')
    .set({ reason: 'The record was deleted.' })
    .where('account_id', '=', accountId)
    .execute();
}

/** Threads and messages stay with the shops, without saying whose they were. */
async function closeThreadsOfAccount(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await transaction
    .updateTable('api.thread')
    .set({ account_id: null, buyer_unread: 0, buyer_told: false })
    .where('account_id', '=', accountId)
    .execute();
  await transaction.updateTable('api.message').set({ account_id: null }).where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('api.thread_block').where('account_id', '=', accountId).execute();
}

/** Their reports stay for the staff, without saying who made them. */
async function deleteReviewReportsOfAccount(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await transaction
    .updateTable('api.review_report')
    .set({ account_id: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Downloads stay as numbers, without saying whose they were or where they went. */
async function forgetDownloader(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await transaction
    .updateTable('api.download')
    .set({ account_id: null, network: '', agent: '' })
    .where('account_id', '=', accountId)
    .execute();
}

async function lockRecord(transaction: Kysely<ApiTables>, userId: string) {
  return transaction
    .selectFrom('api.user')
    .select(['account_id', 'account_since'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}
