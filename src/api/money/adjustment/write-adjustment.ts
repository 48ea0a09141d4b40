// Adjustments of the ledger by the staff: with a reason, beyond what one person may move in a day with a second one, never to or from what is their own,
// and never beyond what an account may hold.

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { GiftRefusal } from '#contract/goods/library/gift.ts';
import type { Marketplace } from '#contract/marketplace.ts';
import type { AdjustmentPreview, MakeAdjustment, PreviewAdjustment } from '#contract/money/adjustment.schema.ts';
import { formatCents } from '#contract/money/amount/money.ts';
import type { RefusalCode } from '#contract/refusal.ts';
import { post } from '#ledger/post.ts';
import { lockAccounts } from '#ledger/posting.store.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../../audit/audit.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { findStaffSeller, listMembers } from '../../selling/ports.ts';
import { mailedName } from '../../text/foreign-words.rules.ts';
import { lockWallet } from '../buyer-wallet/buyer-wallet.store.ts';
import {
  accountById,
  adjustmentProblem,
  balanceProblem,
  buyerOf,
  byHand,
  type LedgerAdjustment,
  sellerOf,
} from '../wallet/posting/adjustment.posting.rules.ts';
import {
  balancesOf,
  decideAdjustment,
  findRequestedAdjustment,
  insertAdjustment,
  isOfSomebody,
  isSideOfAccount,
  lockAdjustment,
  lockMover,
  type StoredAdjustment,
  sumMovedAlone,
  sumMovedTo,
} from './adjustment.store.ts';

export type Moving = {
  db: Db;
  sendMail: SendMail;
  shop: Marketplace;
  /** Limit for one person alone within a day. Beyond it a second one confirms. */
  secondPersonAboveCents: number;
  now: () => Date;
};

export type AdjustmentOutcome =
  | { ok: true; adjustmentId: string }
  | { ok: false; why: 'wrong' | 'conflict' | 'unknown'; message: string; code?: RefusalCode | GiftRefusal };
type Refused = Extract<AdjustmentOutcome, { ok: false }>;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** `by`: who asks, and would move it. */
export async function previewAdjustment(
  moving: Moving,
  given: PreviewAdjustment,
  by: string,
): Promise<AdjustmentPreview | AdjustmentOutcome> {
  const adjustment = await read(moving.db, given);
  if ('ok' in adjustment) return adjustment;
  const own = await ownSide(moving.db, adjustment, by);
  if (own) return own;
  const balances = await balancesOf(moving.db, [given.from, given.to]);
  const [from, to] = [balances.get(given.from) ?? 0, balances.get(given.to) ?? 0];
  return {
    from: { account: given.from, balance: from / 100, after: (from - adjustment.cents) / 100 },
    to: { account: given.to, balance: to / 100, after: (to + adjustment.cents) / 100 },
    problem: (await orderProblem(moving.db, adjustment)) ?? balanceProblem(adjustment, { from, to }),
    needs_second: !(await isWithinDay(moving, moving.db, adjustment, by)),
  };
}

/** At once, or once somebody else has confirmed it. `requestKey`: the same request again answers the same adjustment, and moves nothing more. */
export async function proposeAdjustment(
  moving: Moving,
  given: MakeAdjustment,
  { by, requestKey }: { by: string; requestKey: string },
): Promise<AdjustmentOutcome> {
  const adjustment = await read(moving.db, given);
  if ('ok' in adjustment) return adjustment;
  const row = {
    movement_id: randomUUID(),
    way: adjustment.way,
    from_account: given.from,
    to_account: given.to,
    cents: adjustment.cents,
    reason: given.reason,
    proposed_by: by,
    request_key: requestKey,
  };
  return inTransaction(moving.db, async (transaction) => {
    await lockMover(transaction, by);
    const known = await findRequestedAdjustment(transaction, by, requestKey);
    if (known) return isSame(known, row) ? { ok: true, adjustmentId: known.movement_id } : keyReused;
    const problem = (await ownSide(transaction, adjustment, by)) ?? (await problemNow(transaction, adjustment));
    if (problem) return problem;
    const at = moving.now();
    const isAlone = await isWithinDay(moving, transaction, adjustment, by);
    await insertAdjustment(transaction, {
      ...row,
      proposed_at: at,
      state: isAlone ? 'made' : 'proposed',
      decided_at: isAlone ? at : null,
    });
    await audit(transaction, isAlone ? 'movement.made' : 'movement.proposed', row.movement_id, by, {
      way: row.way,
      from: given.from,
      to: given.to,
      cents: adjustment.cents,
      reason: given.reason,
    });
    if (isAlone) await carryOut(transaction, moving, adjustment, { ...row, confirmedBy: null, at });
    return { ok: true, adjustmentId: row.movement_id };
  });
}

export function confirmAdjustment(moving: Moving, adjustmentId: string, by: string): Promise<AdjustmentOutcome> {
  return inTransaction(moving.db, async (transaction): Promise<AdjustmentOutcome> => {
    const stored = await waiting(transaction, adjustmentId);
    if ('ok' in stored) return stored;
    if (stored.proposed_by === by)
      return {
        ok: false,
        why: 'conflict',
        message: 'You have proposed this adjustment: somebody else must confirm it.',
      };
    const adjustment = adjustmentOf(stored);
    const problem = (await ownSide(transaction, adjustment, by)) ?? (await problemNow(transaction, adjustment));
    if (problem) return problem;
    const at = moving.now();
    await decideAdjustment(transaction, adjustmentId, { state: 'made', decided_by: by, decided_at: at, refusal: '' });
    await audit(transaction, 'movement.made', adjustmentId, by, {
      cents: adjustment.cents,
      proposed_by: stored.proposed_by,
    });
    await carryOut(transaction, moving, adjustment, { ...stored, confirmedBy: by, at });
    return { ok: true, adjustmentId };
  });
}

/** By somebody else, or taken back by who has proposed it. */
export function refuseAdjustment(
  moving: Moving,
  adjustmentId: string,
  { by, reason }: { by: string; reason: string },
): Promise<AdjustmentOutcome> {
  return inTransaction(moving.db, async (transaction): Promise<AdjustmentOutcome> => {
    const stored = await waiting(transaction, adjustmentId);
    if ('ok' in stored) return stored;
    const own = stored.proposed_by === by ? null : await ownSide(transaction, adjustmentOf(stored), by);
    if (own) return own;
    const decision = { state: 'refused' as const, decided_by: by, decided_at: moving.now(), refusal: reason };
    await decideAdjustment(transaction, adjustmentId, decision);
    await audit(transaction, 'movement.refused', adjustmentId, by, { reason });
    return { ok: true, adjustmentId };
  });
}

const keyReused: Refused = {
  ok: false,
  why: 'conflict',
  code: 'request_key_reused',
  message: 'A request with this key was another adjustment. Send each adjustment with a key of its own.',
};

const contents = ['way', 'from_account', 'to_account', 'cents', 'reason'] as const;

function isSame(known: StoredAdjustment, row: Pick<StoredAdjustment, (typeof contents)[number]>): boolean {
  return contents.every((name) => String(known[name]) === String(row[name]));
}

const ownSides = {
  own_account: 'This is your own wallet: somebody else moves money to and from it.',
  own_shop: 'You belong to this shop: somebody else moves its money.',
  own_order: 'You are a side of this order: somebody else moves its money.',
};

/** Why this person neither moves it nor decides about it: it would be to, or from, what is theirs. */
async function ownSide(db: Db, { from, to }: LedgerAdjustment, person: string): Promise<Refused | null> {
  const refused = (code: keyof typeof ownSides): Refused => ({
    ok: false,
    why: 'conflict',
    code,
    message: ownSides[code],
  });
  for (const account of [from, to]) {
    if (buyerOf(account) === person) return refused('own_account');
    if (await isSideOfAccount(db, person, account.account_id))
      return refused(account.kind === 'order_held' ? 'own_order' : 'own_shop');
  }
  return null;
}

/** With what they have moved in the last 24 hours it is no more than one person moves alone. */
async function isWithinDay(
  { secondPersonAboveCents, now }: Moving,
  db: Db,
  { cents }: LedgerAdjustment,
  person: string,
): Promise<boolean> {
  const moved = await sumMovedAlone(db, person, new Date(now().getTime() - DAY_MS));
  return moved + cents <= secondPersonAboveCents;
}

async function read(db: Db, given: PreviewAdjustment): Promise<LedgerAdjustment | Refused> {
  const [from, to] = [accountById(given.from), accountById(given.to)];
  const missing = from ? (to ? null : given.to) : given.from;
  if (!from || !to)
    return { ok: false, why: 'wrong', message: `There is no adjustment from or to an account ${missing}.` };
  const adjustment = { way: given.way, from, to, cents: Math.round(given.amount * 100) };
  const problem = adjustmentProblem(adjustment);
  if (problem) return { ok: false, why: 'wrong', message: problem };
  for (const { account_id } of [from, to])
    if (!(await isOfSomebody(db, account_id)))
      return { ok: false, why: 'wrong', message: `There is nobody, or no order, that ${account_id} would be of.` };
  return adjustment;
}

async function waiting(transaction: Transaction<ApiTables>, adjustmentId: string): Promise<StoredAdjustment | Refused> {
  const stored = await lockAdjustment(transaction, adjustmentId);
  if (!stored) return { ok: false, why: 'unknown', message: 'There is no such adjustment.' };
  if (stored.state !== 'proposed')
    return { ok: false, why: 'conflict', message: `This adjustment is ${stored.state} already.` };
  return stored;
}

function adjustmentOf({ way, from_account, to_account, cents }: StoredAdjustment): LedgerAdjustment {
  const [from, to] = [accountById(from_account), accountById(to_account)];
  if (!from || !to) throw new Error(`An adjustment names ${from_account} and ${to_account}`);
  return { way, from, to, cents };
}

/** Explains why an order's account can't pay this. Its payment goes to its sellers or back: only adjustments to it can be taken out. */
async function orderProblem(db: Db, { from, cents }: LedgerAdjustment): Promise<string | null> {
  if (from.kind !== 'order_held') return null;
  const moved = await sumMovedTo(db, from.account_id);
  if (cents <= moved) return null;
  return `What was paid for an order goes to its sellers or back to its buyer: of ${from.account_id} only what was moved to it by hand can be taken, ${formatCents(moved)}.`;
}

/** The accounts stay locked until the end. */
async function problemNow(transaction: Transaction<ApiTables>, adjustment: LedgerAdjustment): Promise<Refused | null> {
  const { from, to } = adjustment;
  // Whatever takes from a wallet holds its lock: what an order has seen there stays until it is posted.
  const buyer = buyerOf(from);
  if (buyer) await lockWallet(transaction, buyer);
  const balances = await lockAccounts(transaction, [from, to]);
  const message =
    (await orderProblem(transaction, adjustment)) ??
    balanceProblem(adjustment, { from: balances.get(from.account_id) ?? 0, to: balances.get(to.account_id) ?? 0 });
  return message === null ? null : { ok: false, why: 'conflict', message };
}

async function carryOut(
  transaction: Transaction<ApiTables>,
  { sendMail, shop }: Moving,
  adjustment: LedgerAdjustment,
  given: { movement_id: string; reason: string; proposed_by: string; confirmedBy: string | null; at: Date },
): Promise<void> {
  const { movement_id: id, reason, proposed_by: by, confirmedBy, at } = given;
  post(transaction, byHand(adjustment, { id, reason, by, confirmedBy, at }));
  const sellerId = sellerOf(adjustment.from) ?? sellerOf(adjustment.to);
  const seller = sellerId === null ? undefined : await findStaffSeller(transaction, sellerId);
  if (!sellerId || !seller) return;
  const owners = (await listMembers(transaction, sellerId)).filter(({ role }) => role === 'owner');
  const message = {
    subject: `${shop.name} has changed the balance of ${mailedName(seller.name ?? '', 'your shop')}`,
    heading: `${formatCents(adjustment.cents)}: ${whatHappened(adjustment)}`,
    paragraphs: [`Why: ${reason}`, 'Answer this mail when you think that we are wrong.'],
    action: {
      label: 'See your wallet',
      url: `${shop.origin}/profile/wallet?${new URLSearchParams({ seller: seller.address ?? '' })}`,
    },
  };
  for (const { email } of owners) if (isMailable(email)) await sendMail(transaction, { to: email, ...message });
}

function whatHappened({ way, to }: LedgerAdjustment): string {
  if (way === 'hold_back') return 'held back from your balance for a time';
  if (way === 'write_off') return 'you owe so much less';
  return sellerOf(to) ? 'added to your balance' : 'taken from your balance';
}

function audit(
  transaction: Transaction<ApiTables>,
  action: 'movement.proposed' | 'movement.made' | 'movement.refused',
  id: string,
  by: string,
  details: Record<string, string | number>,
): Promise<void> {
  const subject = { kind: 'movement' as const, id };
  return recordAudit(transaction, { kind: 'customer' }, { action, subject, details: { by, ...details } });
}
