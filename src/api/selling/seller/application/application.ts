// Steps of an application: begun, written, submitted, withdrawn, given up.

import { randomBytes, randomUUID } from 'node:crypto';
import type { OwnSeller, PutSeller } from '#contract/selling/seller.schema.ts';
import {
  isOpenedSeller,
  openApplicationsMaximum,
  type SellerRole,
  type SellerState,
} from '#contract/selling/seller.ts';
import { isMailable } from '#mail/mailer.ts';
import { changesBetween } from '#platform/audit/audit-changes.ts';
import type { Customer } from '../../../access/authenticate.ts';
import { assertStillActs } from '../../../access/still-acts.ts';
import { notFound } from '../../../http/answers.ts';
import { newUser } from '../../../people/ports.rules.ts';
import { saveUser } from '../../../people/ports.ts';
import type { Db } from '../../../schema/db.ts';
import { foreignNameFault, impersonationFault } from '../../../text/foreign-words.rules.ts';
import { addressSkeleton, nameSkeleton } from '../../../text/skeleton.rules.ts';
import { submitApproval, withdrawApproval } from '../../approval/approval.store.ts';
import { tokenHash } from '../member/mailed-token.rules.ts';
import { isSupportConfirmed, missingOf } from '../missing.rules.ts';
import { addressFault, nameFault } from '../page/seller-address.rules.ts';
import { auditSeller, findSeller, lockSeller, mailedSeller, moveSeller, type StoredSeller } from '../seller.store.ts';
import { applicationReceivedMails, supportAddressMail } from '../seller-mails.rules.ts';
import { type NotDone, notDone, type SellerService, sendMails } from '../seller-service.ts';
import { isBeingWritten, stateSentence } from '../seller-state.rules.ts';
import {
  deleteApplication,
  endSupportMail,
  findAddressConflict,
  findSupportMail,
  hasNameConflict,
  insertSeller,
  lockNames,
  lockOpenApplications,
  recordSupportMail,
  type SellerChanges,
  supportMailSentAt,
  updateSeller,
} from './application.store.ts';

const SUPPORT_MAIL_MS = 2 * 24 * 3_600_000;

type Done = { ok: true } | NotDone;

/** Begins an application. Whoever begins it owns the shop. */
export async function beginApplication(
  { db, shop }: SellerService,
  customer: Customer,
): Promise<{ ok: true; sellerId: string } | NotDone> {
  return db.transaction().execute(async (transaction) => {
    if ((await lockOpenApplications(transaction, customer.userId)) >= openApplicationsMaximum)
      return notDone(
        409,
        `You have ${openApplicationsMaximum} applications that are not decided. Finish or discard one of them first.`,
      );
    // A seller has a record, which says what they are.
    await saveUser(transaction, newUser(customer, customer, shop.name), {});
    const sellerId = randomUUID();
    await insertSeller(transaction, sellerId, customer);
    return { ok: true, sellerId };
  });
}

/** The shop as its people see it. */
export async function readOwnSeller(
  { db, now }: Pick<SellerService, 'db' | 'now'>,
  sellerId: string,
  role: SellerRole,
): Promise<OwnSeller | null> {
  const seller = await findSeller(db, sellerId);
  if (!seller) return null;
  const sentAt = await supportMailSentAt(db, sellerId, seller.support_email.toLowerCase(), now());
  return {
    seller_id: seller.seller_id,
    state: seller.state,
    reason: seller.reason,
    name: seller.name ?? '',
    address: seller.address ?? '',
    country: seller.country,
    responsible: seller.responsible,
    sells: seller.sells,
    about: seller.about,
    support_email: seller.support_email,
    support_confirmed: seller.support_email !== '' && isSupportConfirmed(seller),
    support_mail_sent_at: sentAt?.toISOString() ?? null,
    terms_accepted: seller.terms_accepted_at !== null,
    created_at: seller.created_at.toISOString(),
    approved_at: seller.approved_at?.toISOString() ?? null,
    closed_at: seller.closed_at?.toISOString() ?? null,
    role,
    missing: missingOf(seller),
  };
}

/** Saves what is given. Buyers know a shop by its name and address: once it was let in they stay. */
export async function saveSeller(
  service: SellerService,
  sellerId: string,
  customer: Customer,
  given: PutSeller,
): Promise<Done> {
  return service.db.transaction().execute(async (transaction) => {
    if (given.name !== undefined || given.address !== undefined) await lockNames(transaction);
    const seller = await lockOwnSeller(transaction, sellerId, customer.userId);
    const refused = refusalOf(seller.state, given);
    if (refused) return refused;
    const changes = changesOf(seller, customer, given, service.now());
    const conflict = await conflictOf(service, transaction, sellerId, changes);
    if (conflict) return conflict;
    await updateSeller(transaction, sellerId, changes);
    if (!isBeingWritten(seller.state))
      await auditSeller(
        transaction,
        'seller.changed',
        sellerId,
        { by: customer.userId, fields: Object.keys(given).join(', ') },
        undefined,
        changesBetween(seller, writable(changes)),
      );
    return { ok: true };
  });
}

/** The audit log holds no address of a mail box, and nothing that opens a door. */
function writable(changes: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !/mail|token|sha256|_at$/.test(name)));
}

function refusalOf(state: SellerState, given: PutSeller): NotDone | null {
  if (isBeingWritten(state)) return null;
  if (state !== 'approved' && state !== 'suspended') return notDone(409, stateSentence(state));
  if (given.name === undefined && given.address === undefined && given.terms_accepted === undefined) return null;
  return notDone(
    409,
    'Buyers know the shop by its name and address: they stay as they were approved. Ask the marketplace.',
  );
}

function changesOf(seller: StoredSeller, customer: Customer, given: PutSeller, now: Date): SellerChanges {
  const { name, address, terms_accepted: accepts, support_email: email, country, responsible, sells, about } = given;
  return {
    ...(country !== undefined && { country }),
    ...(responsible !== undefined && { responsible }),
    ...(sells !== undefined && { sells }),
    ...(about !== undefined && { about }),
    ...(name !== undefined && { name: name || null, name_skeleton: name ? nameSkeleton(name) : null }),
    ...(address !== undefined && {
      address: address || null,
      address_skeleton: address ? addressSkeleton(address) : null,
    }),
    ...(email !== undefined && {
      support_email: email,
      // A signed-in customer has shown that their own address is theirs.
      ...(email.toLowerCase() === customer.email && { support_confirmed: customer.email }),
    }),
    ...(accepts !== undefined && { terms_accepted_at: accepts ? (seller.terms_accepted_at ?? now) : null }),
  };
}

async function conflictOf(
  { shop }: SellerService,
  transaction: Db,
  sellerId: string,
  { name, name_skeleton, address, address_skeleton }: SellerChanges,
): Promise<NotDone | null> {
  const ofName = name && (nameFault(name, shop.name) ?? foreignNameFault(name) ?? impersonationFault(name, shop.name));
  const fault = ofName || (address && addressFault(address, shop.name));
  if (fault) return notDone(400, fault);
  if (address && address_skeleton) {
    const conflict = await findAddressConflict(transaction, sellerId, address, address_skeleton);
    if (conflict === 'taken') return notDone(409, `The address ${address} is taken. Choose another one.`);
    if (conflict)
      return notDone(409, `The address ${address} looks like that of another shop. Choose one that nobody mistakes.`);
  }
  if (name_skeleton && (await hasNameConflict(transaction, sellerId, name_skeleton)))
    return notDone(409, 'Another shop has a name that looks like this one. Choose one that nobody mistakes.');
  return null;
}

/** Sends the application to the staff, if nothing is missing. */
export async function submitApplication(service: SellerService, sellerId: string, customer: Customer): Promise<Done> {
  return service.db.transaction().execute(async (transaction) => {
    await lockNames(transaction);
    const seller = await lockOwnSeller(transaction, sellerId, customer.userId);
    if (!isBeingWritten(seller.state)) return notDone(409, stateSentence(seller.state));
    const missing = missingOf(seller);
    if (missing.length > 0)
      return notDone(409, `Still missing: ${missing.map(({ message }) => message).join('; ')}. Nothing was submitted.`);
    // Another one may have come before it with the same name.
    const conflict = await conflictOf(service, transaction, sellerId, seller);
    if (conflict) return conflict;
    const moved = await moveSeller(transaction, sellerId, 'submit', { reason: '' });
    if (!moved.ok) return notDone(409, stateSentence(seller.state));
    const { name, address, country, responsible, sells, about, support_email } = seller;
    await submitApproval(transaction, {
      kind: 'application',
      subjectId: sellerId,
      sellerId,
      title: name ?? '',
      content: { name, address, country, responsible, sells, about, support_email },
      baseVersion: null,
      submittedBy: customer.userId,
    });
    await auditSeller(transaction, 'seller.submitted', sellerId, { by: customer.userId });
    await sendMails(
      service,
      transaction,
      applicationReceivedMails(service.shop, await mailedSeller(transaction, seller)),
    );
    return { ok: true };
  });
}

/** Takes an application back that is not decided yet. */
export async function withdrawApplication({ db }: SellerService, sellerId: string, customer: Customer): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    await lockOwnSeller(transaction, sellerId, customer.userId);
    const moved = await moveSeller(transaction, sellerId, 'withdraw');
    if (!moved.ok)
      return moved.state ? notDone(409, stateSentence(moved.state)) : notDone(404, 'There is no such shop.');
    await withdrawApproval(transaction, sellerId);
    await auditSeller(transaction, 'seller.withdrawn', sellerId, { by: customer.userId });
    return { ok: true };
  });
}

/** Gives up an application that is being written: its address is free again. */
export async function discardApplication({ db }: SellerService, sellerId: string, customer: Customer): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    const seller = await lockOwnSeller(transaction, sellerId, customer.userId);
    if (!isBeingWritten(seller.state)) return notDone(409, stateSentence(seller.state));
    await deleteApplication(transaction, sellerId);
    return { ok: true };
  });
}

/** Locks the shop for a member who edits it. Throws a 404 where they may not any more, once it is their turn. */
async function lockOwnSeller(transaction: Db, sellerId: string, by: string): Promise<StoredSeller> {
  const seller = await lockSeller(transaction, sellerId);
  if (!seller) throw notFound('There is no such shop.');
  await assertStillActs(transaction, { sellerId, by }, 'editSeller');
  return seller;
}

/** Asks the support address by mail whether it is theirs. `counted`: the address that this mail was counted for. */
export async function mailSupportAddress(
  service: SellerService,
  sellerId: string,
  { by, counted }: { by: string; counted: string },
): Promise<Done> {
  return service.db.transaction().execute(async (transaction) => {
    const seller = await lockOwnSeller(transaction, sellerId, by);
    if (!isBeingWritten(seller.state) && seller.state !== 'approved') return notDone(409, stateSentence(seller.state));
    const { support_email: to, name } = seller;
    if (to === '') return notDone(409, 'Enter the support address first.');
    if (to !== counted)
      return notDone(409, 'The support address was changed meanwhile. Look at it, and send it again.');
    if (isSupportConfirmed(seller)) return notDone(409, 'This support address is confirmed already.');
    if (!isMailable(to)) return notDone(409, 'No mail can be sent to this address. Enter another one.');
    const token = randomBytes(32).toString('base64url');
    const sentAt = service.now();
    await recordSupportMail(transaction, {
      sellerId,
      email: to.toLowerCase(),
      tokenSha256: tokenHash(token),
      sentAt,
      expiresAt: new Date(sentAt.getTime() + SUPPORT_MAIL_MS),
    });
    await sendMails(service, transaction, [
      supportAddressMail(service.shop, { to, name: isOpenedSeller(seller.state) ? name : null, token }),
    ]);
    return { ok: true };
  });
}

/** Confirms by the link in such an email. Only for people of the shop: others who get it by mistake confirm nothing by looking at it. */
export async function confirmSupportAddress({ db, now }: SellerService, customer: Customer, token: string) {
  return db.transaction().execute(async (transaction) => {
    const given = { tokenSha256: tokenHash(token), accountId: customer.userId, now: now() };
    const mail = await findSupportMail(transaction, given);
    const seller = mail && (await lockSeller(transaction, mail.seller_id));
    // The address may have been changed since the mail.
    if (!mail || !seller || seller.support_email.toLowerCase() !== mail.email) return null;
    await endSupportMail(transaction, seller.seller_id);
    await updateSeller(transaction, seller.seller_id, { support_confirmed: mail.email });
    return { seller_id: seller.seller_id, name: seller.name ?? '', email: seller.support_email, state: seller.state };
  });
}
