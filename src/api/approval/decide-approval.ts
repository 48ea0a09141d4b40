import type { ApprovalState } from '#contract/approval.ts';
import type { ListingContent } from '#contract/listing.ts';
import type { SellerRole, SellerState } from '#contract/seller.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import { recordAudit } from '../audit.ts';
import type { Db } from '../db.ts';
import { lockSellers } from '../listing/listed.store.ts';
import { lockSeller } from '../seller/seller.store.ts';
import {
  type ApprovalWithSeller,
  findApproval,
  listMailBoxes,
  lockApproval,
  lockListing,
  noteDecision,
} from './approval.store.ts';
import { approvedMail, type MailingShop, returnedMail } from './approval-mails.rules.ts';
import type { ApprovalRefusal } from './approval-refusals.rules.ts';

export type Decision = { decision: 'approved'; reason: '' } | { decision: 'returned'; reason: string };

/** What the topics of what is decided do about it, in the transaction of the decision. */
export type Deciders = {
  /** Answers what the owners are told, or why it cannot be done. */
  decideApplication: (
    transaction: Db,
    given: { sellerId: string; decision: Decision['decision']; reason: string; by: string },
  ) => Promise<{ ok: true; mails: Message[] } | { ok: false; state: SellerState | null }>;
  /** Puts a version on sale. Answers whether visitors see it now. */
  publishListing: (
    transaction: Db,
    given: { productId: string; approvalId: string; content: ListingContent; by: string },
  ) => Promise<{ isListed: boolean }>;
  /** The seller finds the reason on the product, and what they wrote. */
  returnListing: (transaction: Db, given: { productId: string; reason: string }) => Promise<void>;
};

export type DecideDeps = {
  db: Db;
  deciders: Deciders;
  sendMail: SendMail;
  shop: MailingShop;
  now: () => Date;
};

/** Those of a shop who write its products. */
export const mailedRoles: readonly SellerRole[] = ['owner', 'editor'];

/** What somebody else has decided within this time was decided a moment ago. */
const RECENT_MS = 10 * 60 * 1_000;

type Decided = { approvalId: string; state: ApprovalState } | { refused: ApprovalRefusal };

/**
 * Approves what waits, or returns it with a reason: what is asked for is put into force, its seller told and the audit log written, all or none of it.
 * What two people decide at once is decided by the first, and nobody decides on what is of their own shop.
 */
export function decideApproval(
  deps: DecideDeps,
  approvalId: string,
  decision: Decision,
  accountId: string,
): Promise<Decided> {
  return deps.db.transaction().execute(async (transaction) => {
    const approval = await lock(transaction, approvalId, accountId);
    const refused = refusalOf(approval, deps.now());
    if (!approval || refused) return { refused: refused ?? { code: 'no_such_approval' } };
    const carriedOut = await carryOut(deps, transaction, approval, decision, accountId);
    if ('refused' in carriedOut) return carriedOut;
    const { decision: state, reason } = decision;
    await noteDecision(transaction, approvalId, { state, reason, decidedBy: accountId, at: deps.now() });
    await recordAudit(
      transaction,
      { kind: 'customer' },
      {
        action: `approval.${state}`,
        subject: { kind: 'approval', id: approvalId },
        details: { by: accountId, kind: approval.kind, of: approval.subject_id, seller: approval.seller_id },
      },
    );
    for (const mail of carriedOut.mails) if (isMailable(mail.to)) await deps.sendMail(transaction, mail);
    return { approvalId, state };
  });
}

/**
 * Nobody else decides on it, and its seller does not change what it is about, until the transaction ends. That is locked first, as sellers lock it: two
 * that wait for each other would both fail.
 */
async function lock(transaction: Db, approvalId: string, accountId: string): Promise<ApprovalWithSeller | null> {
  const asked = await findApproval(transaction, approvalId, accountId);
  if (!asked) return null;
  const { seller_id: sellerId, subject_id: productId } = asked;
  if (asked.kind === 'application') await lockSeller(transaction, sellerId);
  else {
    await lockSellers(transaction, { sellerId });
    await lockListing(transaction, { sellerId, productId });
  }
  return lockApproval(transaction, approvalId, accountId);
}

function refusalOf(approval: ApprovalWithSeller | null, now: Date): ApprovalRefusal | null {
  if (!approval) return { code: 'no_such_approval' };
  if (approval.own) return { code: 'own_shop' };
  const { state, decided_at: at } = approval;
  if (state === 'waiting') return null;
  return { code: 'approval_ended', state, isRecent: at !== null && now.getTime() - at.getTime() < RECENT_MS };
}

async function carryOut(
  { deciders, shop }: DecideDeps,
  transaction: Db,
  approval: ApprovalWithSeller,
  { decision, reason }: Decision,
  by: string,
): Promise<{ mails: Message[] } | { refused: ApprovalRefusal }> {
  const { kind, approval_id: approvalId, subject_id: productId, seller_id: sellerId } = approval;
  if (kind === 'application') {
    const decided = await deciders.decideApplication(transaction, { sellerId, decision, reason, by });
    return decided.ok ? decided : { refused: { code: 'application_moved', state: decided.state } };
  }
  const isNew = kind === 'product';
  const product = { productId, name: approval.title, sellerAddress: approval.seller.address };
  const to = await listMailBoxes(transaction, sellerId, mailedRoles);
  if (decision === 'returned') {
    await deciders.returnListing(transaction, { productId, reason });
    const mail = returnedMail(shop, product, { isNew, reason });
    return { mails: to.map((address) => ({ to: address, ...mail })) };
  }
  const content = approval.content as ListingContent;
  const { isListed } = await deciders.publishListing(transaction, { productId, approvalId, content, by });
  const mail = approvedMail(shop, product, { isNew, isListed });
  return { mails: to.map((address) => ({ to: address, ...mail })) };
}
