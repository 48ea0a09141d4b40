// Members of a shop: inviting, accepting, changing roles, leaving.
import { randomBytes, randomUUID } from 'node:crypto';
import { userIdOf } from '#contract/people/user.ts';
import type { InvitedToSeller, SellerInvitation, SellerMember } from '#contract/selling/seller.schema.ts';
import type { MemberKeys } from '#contract/selling/seller.ts';
import {
  isOpenedSeller,
  mayInvite,
  membersMaximum,
  openInvitationsMaximum,
  type SellerRole,
} from '#contract/selling/seller.ts';
import { isMailable } from '#mail/mailer.ts';
import { type Customer, unauthenticated } from '../../../access/authenticate.ts';
import { maskEmail } from '../../../catalogue/ports.rules.ts';
import { newUser } from '../../../people/ports.rules.ts';
import { saveUser } from '../../../people/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { countKeysByKeeper } from '../../seller-key/seller-key.store.ts';
import { settleTools } from '../closing/settle-tools.ts';
import { auditSeller, findSeller, lockSeller, makeSellers, type StoredSeller, unmakeSellers } from '../seller.store.ts';
import { invitationMail } from '../seller-mails.rules.ts';
import { type NotDone, notDone, type SellerService, sendMails } from '../seller-service.ts';
import { stateSentence } from '../seller-state.rules.ts';
import { tokenHash } from './mailed-token.rules.ts';
import {
  deleteMember,
  findOpenInvitation,
  insertInvitation,
  insertMember,
  listInvitations,
  listMembers,
  type StoredInvitation,
  type StoredMember,
  takeInvitation,
  updateRole,
  withdrawInvitation,
} from './member.store.ts';

const INVITATION_MS = 7 * 24 * 3_600_000;

type Done = { ok: true } | NotDone;

const noSeller = () => notDone(404, 'There is no such shop, or you are not a member of it.');
const noMember = () => notDone(404, 'Nobody of this shop has this id.');
const lastOwner = () =>
  notDone(
    409,
    'A shop has at least one owner, and this is the last. Make somebody else an owner first, or close the shop.',
  );

export async function readMembers(db: Db, sellerId: string, callerId: string): Promise<SellerMember[]> {
  const members = await listMembers(db, sellerId);
  const isOwner = members.some(({ account_id, role }) => account_id === callerId && role === 'owner');
  const keys = isOwner ? await countKeysByKeeper(db, sellerId) : new Map<string, number>();
  return members.map(({ account_id, user_id, username, role, joined_at }) => ({
    account_id,
    name: username ?? '',
    email: user_id,
    role,
    joined_at: joined_at.toISOString(),
    is_caller: account_id === callerId,
    keys: keys.get(account_id) ?? 0,
  }));
}

export async function readInvitations({ db, now }: SellerService, sellerId: string): Promise<SellerInvitation[]> {
  return (await listInvitations(db, sellerId)).map(
    ({ invitation_id, email, role, inviter, holds, created_at, expires_at }) => ({
      invitation_id,
      email,
      role,
      invited_by: inviter ?? '',
      holds,
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      expired: expires_at <= now(),
    }),
  );
}

/** Invites an address; one that waits for it already is replaced. */
export async function invite(
  service: SellerService,
  sellerId: string,
  customer: Customer,
  given: { email: string; role: SellerRole },
): Promise<Done> {
  const email = userIdOf(given.email);
  if (!isMailable(email)) return notDone(400, 'No mail can be sent to this address. Enter another one.');
  return service.db.transaction().execute(async (transaction) => {
    const seller = await lockSeller(transaction, sellerId);
    if (!seller) return noSeller();
    const silent = refuseSilent(seller);
    if (silent) return silent;
    const members = await listMembers(transaction, sellerId);
    if (!isOwner(members, customer)) return noSeller();
    if (members.some(({ user_id }) => user_id === email))
      return notDone(409, 'Whoever has this address belongs to the shop already. Change their role below.');
    const open = await listInvitations(transaction, sellerId);
    const others = open.filter((invitation) => invitation.email !== email);
    if (others.length >= openInvitationsMaximum)
      return notDone(409, `${openInvitationsMaximum} invitations wait already. Withdraw one first.`);
    if (members.length >= membersMaximum)
      return notDone(409, `A shop has at most ${membersMaximum} people. Remove one first.`);
    await sendInvitation(service, transaction, seller, { email, role: given.role, by: customer.userId });
    return { ok: true };
  });
}

/** Sends an invitation once more, with a new link and a new week; the old link leads nowhere. */
export async function resendInvitation(
  service: SellerService,
  sellerId: string,
  customer: Customer,
  invitationId: string,
): Promise<Done> {
  return service.db.transaction().execute(async (transaction) => {
    const seller = await lockSeller(transaction, sellerId);
    if (!seller || !isOwner(await listMembers(transaction, sellerId), customer)) return noSeller();
    const silent = refuseSilent(seller);
    if (silent) return silent;
    const before = await withdrawInvitation(transaction, sellerId, invitationId, service.now());
    if (!before) return notDone(404, 'This invitation does not wait any more.');
    await sendInvitation(service, transaction, seller, { email: before.email, role: before.role, by: customer.userId });
    return { ok: true };
  });
}

/** The marketplace mails strangers for shops that it has let in, and for no other: whatever such a shop is called, it says so in our name. */
function refuseSilent({ state }: StoredSeller): NotDone | null {
  if (mayInvite(state)) return null;
  const sentence = isOpenedSeller(state)
    ? `${stateSentence(state)} It cannot invite people.`
    : 'You can invite people once this shop is approved.';
  return notDone(409, sentence, 'seller_not_acting');
}

async function sendInvitation(
  service: SellerService,
  transaction: Db,
  seller: StoredSeller,
  { email, role, by }: { email: string; role: SellerRole; by: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const now = service.now();
  const invitationId = randomUUID();
  await insertInvitation(transaction, {
    invitation_id: invitationId,
    seller_id: seller.seller_id,
    email,
    token_sha256: tokenHash(token),
    role,
    invited_by: by,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_MS),
  });
  await auditSeller(transaction, 'seller.member_invited', seller.seller_id, { by, invitation: invitationId, role });
  const name = seller.name ?? 'A new shop';
  await sendMails(service, transaction, [invitationMail(service.shop, { to: email, name, role, token })]);
}

export async function endInvitation(
  { db, now }: SellerService,
  sellerId: string,
  customer: Customer,
  invitationId: string,
): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockSeller(transaction, sellerId))) return noSeller();
    if (!isOwner(await listMembers(transaction, sellerId), customer)) return noSeller();
    if (!(await withdrawInvitation(transaction, sellerId, invitationId, now())))
      return notDone(404, 'This invitation does not wait any more.');
    const details = { by: customer.userId, invitation: invitationId };
    await auditSeller(transaction, 'seller.invitation_withdrawn', sellerId, details);
    return { ok: true };
  });
}

/** Subject of the link of an invitation, for its recipient. */
export async function readInvitation(
  { db, now }: SellerService,
  customer: Customer,
  token: string,
): Promise<{ ok: true; invited: InvitedToSeller } | NotDone> {
  const invitation = await findOpenInvitation(db, tokenHash(token), now());
  const seller = invitation && (await findSeller(db, invitation.seller_id));
  if (!seller || seller.state === 'closed') return over();
  const foreign = refuseForeign(invitation, customer);
  if (foreign) return foreign;
  const { role, expires_at } = invitation;
  const invited = { seller_id: seller.seller_id, name: seller.name ?? '', role, expires_at: expires_at.toISOString() };
  return { ok: true, invited };
}

/** Makes the account of the invited address one of the shop. Whoever belongs to an approved shop is a seller. */
export async function acceptInvitation(
  { db, shop, now }: SellerService,
  customer: Customer,
  token: string,
): Promise<{ ok: true; sellerId: string } | NotDone> {
  return db.transaction().execute(async (transaction) => {
    const read = await findOpenInvitation(transaction, tokenHash(token), now());
    const seller = read && (await lockSeller(transaction, read.seller_id));
    // Once more, now that nobody else changes the people of the shop: whoever has sent it may have left it meanwhile.
    const invitation = seller && (await findOpenInvitation(transaction, tokenHash(token), now()));
    if (!seller || !invitation || seller.state === 'closed') return over();
    const foreign = refuseForeign(invitation, customer);
    if (foreign) return foreign;
    const { seller_id: sellerId, role, invitation_id } = invitation;
    const members = await listMembers(transaction, sellerId);
    if (members.some(({ account_id }) => account_id === customer.userId))
      return notDone(409, 'You belong to this shop already. An owner can change your role.');
    if (members.length >= membersMaximum)
      return notDone(
        409,
        `The shop has ${membersMaximum} people, which is the most there can be. Ask it to make room.`,
      );
    if (!(await takeInvitation(transaction, invitation_id, now()))) return over();
    // The address has passed to another account since this one signed in: the invitation is for whoever has it now.
    if (!(await saveUser(transaction, newUser(customer, customer, shop.name), {}))) throw unauthenticated();
    await insertMember(transaction, {
      seller_id: sellerId,
      account_id: customer.userId,
      user_id: customer.email,
      role,
    });
    if (isLive(seller)) await makeSellers(transaction, sellerId);
    const details = { by: customer.userId, invitation: invitation_id, role };
    await auditSeller(transaction, 'seller.member_joined', sellerId, details);
    return { ok: true, sellerId };
  });
}

function isLive({ state }: StoredSeller): boolean {
  return state === 'approved' || state === 'suspended' || state === 'closing';
}

/** Shows to the holder of the link only as much of the address as tells which account is meant. */
function refuseForeign({ email }: StoredInvitation, customer: Customer): NotDone | null {
  if (email === customer.email) return null;
  return notDone(
    409,
    `This invitation is for ${maskEmail(email)}. Sign in with the account of that address, or ask the shop to invite the address of this one.`,
  );
}

function over(): NotDone {
  return notDone(
    404,
    'This invitation does not hold any more: it was used, withdrawn or is older than seven days, or whoever sent it may not invite people any more. Ask the shop to invite you again.',
  );
}

export async function changeRole(
  { db }: SellerService,
  sellerId: string,
  customer: Customer,
  { accountId, role, keys = 'revoke' }: { accountId: string; role: SellerRole; keys?: MemberKeys | undefined },
): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockSeller(transaction, sellerId))) return noSeller();
    const members = await listMembers(transaction, sellerId);
    if (!isOwner(members, customer)) return noSeller();
    const member = members.find(({ account_id }) => account_id === accountId);
    if (!member) return noMember();
    if (member.role === role) return { ok: true };
    if (role !== 'owner' && isLastOwner(members, member)) return lastOwner();
    await updateRole(transaction, sellerId, accountId, role);
    await settleTools(transaction, sellerId, { accountId, role }, keys === 'keep' ? customer.userId : null, customer);
    const details = { by: customer.userId, account: accountId, from: member.role, to: role };
    await auditSeller(transaction, 'seller.member_role_changed', sellerId, details, undefined, {
      role: { before: member.role, after: role },
    });
    return { ok: true };
  });
}

/** Somebody leaves, or is removed by an owner. */
export async function removeMember(
  { db }: SellerService,
  sellerId: string,
  customer: Customer,
  { accountId, keys }: { accountId: string; keys: MemberKeys },
): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockSeller(transaction, sellerId))) return noSeller();
    const members = await listMembers(transaction, sellerId);
    if (accountId !== customer.userId && !isOwner(members, customer)) return noSeller();
    const member = members.find(({ account_id }) => account_id === accountId);
    if (!member) return noMember();
    if (isLastOwner(members, member)) return lastOwner();
    await deleteMember(transaction, sellerId, accountId);
    const keeper = keys === 'keep' && isOwner(members, customer) ? customer.userId : null;
    await settleTools(transaction, sellerId, { accountId, role: null }, keeper, customer);
    await unmakeSellers(transaction, [accountId]);
    const details = { by: customer.userId, account: accountId };
    await auditSeller(transaction, 'seller.member_removed', sellerId, details);
    return { ok: true };
  });
}

/** Still, now that nobody else changes the people of the shop: another owner may have been faster. */
function isOwner(members: readonly StoredMember[], { userId }: Customer): boolean {
  return members.some(({ account_id, role }) => account_id === userId && role === 'owner');
}

function isLastOwner(members: readonly StoredMember[], member: StoredMember): boolean {
  return member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
}
