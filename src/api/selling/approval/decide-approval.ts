import type { Transaction } from 'kysely';
import type { ApprovalState } from '#contract/selling/listing/approval.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import { isMailable, type Message, type SendMail } from '#mail/mailer.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { lockSellers } from '../listing/listed.store.ts';
import { lockSeller } from '../seller/seller.store.ts';
import {
  type ApprovalWithSeller,
  findApproval,
  findListed,
  listMailBoxes,
  lockApproval,
  recordDecision,
} from './approval.store.ts';
import { approvedMail, type MailingShop, returnedMail } from './approval-mails.rules.ts';
import type { ApprovalRefusal } from './approval-refusals.rules.ts';

export type Decision = { decision: 'approved'; reason: '' } | { decision: 'returned'; reason: string };

/** Actions of the topics on a decision, in its transaction. */
type Deciders = {
  /** Answers what the owners are told, or why it cannot be done. */
  decideApplication: (
    transaction: Transaction<ApiTables>,
    given: { sellerId: string; decision: Decision['decision']; reason: string; by: string },
  ) => Promise<{ ok: true; mails: Message[] } | { ok: false; state: SellerState | null }>;
  /** Puts what was asked for on sale. */
  publishListing: (
    transaction: Transaction<ApiTables>,
    given: { approval: ApprovalWithSeller; by: string },
  ) => Promise<{ version: number } | RefusedListing>;
  /** The seller finds the reason on the product, and what they wrote. */
  returnListing: (
    transaction: Transaction<ApiTables>,
    given: { approval: ApprovalWithSeller; reason: string },
  ) => Promise<{ returned: true } | RefusedListing>;
};

/** It cannot be sold any more, or does not wait any more. */
type RefusedListing = { refused: { message: string } };

export type DecideDeps = {
  db: Db;
  deciders: Deciders;
  sendMail: SendMail;
  shop: MailingShop;
  now: () => Date;
};

/** Those of a shop who write its products. */
export const mailedRoles: readonly SellerRole[] = ['owner', 'editor'];

/** Decisions of somebody else within this time were made a moment ago. */
const RECENT_MS = 10 * 60 * 1_000;

type Decided = { approvalId: string; state: ApprovalState } | { refused: ApprovalRefusal };

/**
 * Approves what waits, or returns it with a reason: what is asked for is put into force, its seller told and the audit log written, all or none of it.
 * The first of two simultaneous decisions counts, and nobody decides on what is of their own shop.
 */
export function decideApproval(
  deps: DecideDeps,
  approvalId: string,
  decision: Decision,
  accountId: string,
): Promise<Decided> {
  return inTransaction(deps.db, async (transaction): Promise<Decided> => {
    const approval = await lock(transaction, approvalId, accountId);
    const refused = refusalOf(approval, deps.now());
    if (!approval || refused) return { refused: refused ?? { code: 'no_such_approval' } };
    const carriedOut = await carryOut(deps, transaction, approval, decision, accountId);
    if ('refused' in carriedOut) return carriedOut;
    const { decision: state, reason } = decision;
    const step = state === 'approved' ? 'approve' : 'return';
    await recordDecision(transaction, approvalId, { step, reason, decidedBy: accountId, at: deps.now() });
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
 * Nobody else decides on it, and its seller does not take it back, until the transaction ends. Everybody locks the shop first and then what waits:
 * two that wait for each other would both fail.
 */
async function lock(transaction: Db, approvalId: string, accountId: string): Promise<ApprovalWithSeller | null> {
  const asked = await findApproval(transaction, approvalId, accountId);
  if (!asked) return null;
  if (asked.kind === 'application') await lockSeller(transaction, asked.seller_id);
  else await lockSellers(transaction, { sellerId: asked.seller_id });
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
  transaction: Transaction<ApiTables>,
  approval: ApprovalWithSeller,
  { decision, reason }: Decision,
  by: string,
): Promise<{ mails: Message[] } | { refused: ApprovalRefusal }> {
  const { kind, subject_id: productId, seller_id: sellerId } = approval;
  if (kind === 'application') {
    const decided = await deciders.decideApplication(transaction, { sellerId, decision, reason, by });
    return decided.ok ? decided : { refused: { code: 'application_moved', state: decided.state } };
  }
  const isNew = kind === 'product';
  const product = { productId, name: approval.title, sellerAddress: approval.seller.address };
  const to = await listMailBoxes(transaction, sellerId, mailedRoles);
  const done =
    decision === 'returned'
      ? await deciders.returnListing(transaction, { approval, reason })
      : await deciders.publishListing(transaction, { approval, by });
  if ('refused' in done) return { refused: { code: 'cannot_decide', message: done.refused.message } };
  const isListed = await findListed(transaction, productId);
  const mail =
    decision === 'returned'
      ? returnedMail(shop, product, { isNew, reason })
      : approvedMail(shop, product, { isNew, isListed });
  return { mails: to.map((address) => ({ to: address, ...mail })) };
}
