// Money that the staff move by hand: with a reason, above a limit with a second person, and never beyond what an account may hold.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { MakeMovement, MovementPreview, PreviewMovement } from '#contract/manual-movement.schema.ts';
import { formatCents } from '#contract/money.ts';
import { post } from '#ledger/post.ts';
import { lockAccounts } from '#ledger/posting.store.ts';
import { isMailable, type SendMail } from '#mail/mailer.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import { recordAudit } from '../audit.ts';
import { lockWallet } from '../buyer-wallet/buyer-wallet.store.ts';
import type { Db } from '../db.ts';
import { mailedName } from '../foreign-words/foreign-words.rules.ts';
import type { ApiTables } from '../schema.ts';
import { findSeller, listMembers } from '../staff/staff-seller.store.ts';
import {
  accountById,
  balanceProblem,
  buyerOf,
  byHand,
  type HandMovement,
  movementProblem,
  sellerOf,
} from '../wallet/by-hand.posting.rules.ts';
import {
  balancesOf,
  decideMovement,
  insertMovement,
  isOfSomebody,
  lockMovement,
  type StoredMovement,
} from './manual-movement.store.ts';

export type Moving = {
  db: Db;
  sendMail: SendMail;
  shop: { name: string; origin: string };
  /** Above it a second person confirms. */
  secondPersonAboveCents: number;
  now: () => Date;
};

export type MovementOutcome =
  | { ok: true; movementId: string }
  | { ok: false; why: 'wrong' | 'conflict' | 'unknown'; message: string };

export async function previewMovement(
  moving: Moving,
  given: PreviewMovement,
): Promise<MovementPreview | MovementOutcome> {
  const movement = await read(moving.db, given);
  if ('ok' in movement) return movement;
  const balances = await balancesOf(moving.db, [given.from, given.to]);
  const [from, to] = [balances.get(given.from) ?? 0, balances.get(given.to) ?? 0];
  return {
    from: { account: given.from, balance: from / 100, after: (from - movement.cents) / 100 },
    to: { account: given.to, balance: to / 100, after: (to + movement.cents) / 100 },
    problem: balanceProblem(movement, { from, to }),
    needs_second: movement.cents > moving.secondPersonAboveCents,
  };
}

/** At once, or once somebody else has confirmed it. */
export async function proposeMovement(moving: Moving, given: MakeMovement, by: string): Promise<MovementOutcome> {
  const movement = await read(moving.db, given);
  if ('ok' in movement) return movement;
  const at = moving.now();
  const isAlone = movement.cents <= moving.secondPersonAboveCents;
  const row = {
    movement_id: randomUUID(),
    way: movement.way,
    from_account: given.from,
    to_account: given.to,
    cents: movement.cents,
    reason: given.reason,
    proposed_by: by,
    proposed_at: at,
  };
  return inTransaction(moving.db, async (transaction) => {
    const problem = await problemNow(transaction, movement);
    if (problem) return { ok: false, why: 'conflict', message: problem };
    await insertMovement(transaction, {
      ...row,
      state: isAlone ? 'made' : 'proposed',
      decided_at: isAlone ? at : null,
    });
    await audit(transaction, isAlone ? 'movement.made' : 'movement.proposed', row.movement_id, by, {
      way: row.way,
      from: given.from,
      to: given.to,
      cents: movement.cents,
      reason: given.reason,
    });
    if (isAlone) await carryOut(transaction, moving, movement, { ...row, confirmedBy: null, at });
    return { ok: true, movementId: row.movement_id };
  });
}

export function confirmMovement(moving: Moving, movementId: string, by: string): Promise<MovementOutcome> {
  return inTransaction(moving.db, async (transaction): Promise<MovementOutcome> => {
    const stored = await waiting(transaction, movementId);
    if ('ok' in stored) return stored;
    if (stored.proposed_by === by)
      return { ok: false, why: 'conflict', message: 'You have proposed this movement: somebody else must confirm it.' };
    const movement = movementOf(stored);
    const problem = await problemNow(transaction, movement);
    if (problem) return { ok: false, why: 'conflict', message: problem };
    const at = moving.now();
    await decideMovement(transaction, movementId, { state: 'made', decided_by: by, decided_at: at, refusal: '' });
    await audit(transaction, 'movement.made', movementId, by, {
      cents: movement.cents,
      proposed_by: stored.proposed_by,
    });
    await carryOut(transaction, moving, movement, { ...stored, confirmedBy: by, at });
    return { ok: true, movementId };
  });
}

/** By somebody else, or taken back by who has proposed it. */
export function refuseMovement(
  moving: Moving,
  movementId: string,
  { by, reason }: { by: string; reason: string },
): Promise<MovementOutcome> {
  return inTransaction(moving.db, async (transaction): Promise<MovementOutcome> => {
    const stored = await waiting(transaction, movementId);
    if ('ok' in stored) return stored;
    const decision = { state: 'refused' as const, decided_by: by, decided_at: moving.now(), refusal: reason };
    await decideMovement(transaction, movementId, decision);
    await audit(transaction, 'movement.refused', movementId, by, { reason });
    return { ok: true, movementId };
  });
}

async function read(db: Db, given: PreviewMovement): Promise<HandMovement | Extract<MovementOutcome, { ok: false }>> {
  const [from, to] = [accountById(given.from), accountById(given.to)];
  const missing = from ? (to ? null : given.to) : given.from;
  if (!from || !to)
    return { ok: false, why: 'wrong', message: `Nothing is moved by hand from or to an account ${missing}.` };
  const movement = { way: given.way, from, to, cents: Math.round(given.amount * 100) };
  const problem = movementProblem(movement);
  if (problem) return { ok: false, why: 'wrong', message: problem };
  for (const { account_id } of [from, to])
    if (!(await isOfSomebody(db, account_id)))
      return { ok: false, why: 'wrong', message: `There is nobody, or no order, that ${account_id} would be of.` };
  return movement;
}

async function waiting(
  transaction: Transaction<ApiTables>,
  movementId: string,
): Promise<StoredMovement | Extract<MovementOutcome, { ok: false }>> {
  const stored = await lockMovement(transaction, movementId);
  if (!stored) return { ok: false, why: 'unknown', message: 'There is no such movement.' };
  if (stored.state !== 'proposed')
    return { ok: false, why: 'conflict', message: `This movement is ${stored.state} already.` };
  return stored;
}

function movementOf({ way, from_account, to_account, cents }: StoredMovement): HandMovement {
  const [from, to] = [accountById(from_account), accountById(to_account)];
  if (!from || !to) throw new Error(`A movement names ${from_account} and ${to_account}`);
  return { way, from, to, cents };
}

/** The accounts stay locked until the end. */
async function problemNow(transaction: Transaction<ApiTables>, movement: HandMovement): Promise<string | null> {
  const { from, to } = movement;
  // Whatever takes from a wallet holds its lock: what an order has seen there stays until it is posted.
  const buyer = buyerOf(from);
  if (buyer) await lockWallet(transaction, buyer);
  const balances = await lockAccounts(transaction, [from, to]);
  return balanceProblem(movement, {
    from: balances.get(from.account_id) ?? 0,
    to: balances.get(to.account_id) ?? 0,
  });
}

async function carryOut(
  transaction: Transaction<ApiTables>,
  { sendMail, shop }: Moving,
  movement: HandMovement,
  given: { movement_id: string; reason: string; proposed_by: string; confirmedBy: string | null; at: Date },
): Promise<void> {
  const { movement_id: id, reason, proposed_by: by, confirmedBy, at } = given;
  post(transaction, byHand(movement, { id, reason, by, confirmedBy, at }));
  const sellerId = sellerOf(movement.from) ?? sellerOf(movement.to);
  const seller = sellerId === null ? undefined : await findSeller(transaction, sellerId);
  if (!sellerId || !seller) return;
  const owners = (await listMembers(transaction, sellerId)).filter(({ role }) => role === 'owner');
  const message = {
    subject: `${shop.name} has changed the balance of ${mailedName(seller.name ?? '', 'your shop')}`,
    heading: `${formatCents(movement.cents)}: ${whatHappened(movement)}`,
    paragraphs: [`Why: ${reason}`, 'Answer this mail when you think that we are wrong.'],
    action: {
      label: 'See your wallet',
      url: `${shop.origin}/profile/wallet?${new URLSearchParams({ seller: seller.address ?? '' })}`,
    },
  };
  for (const { email } of owners) if (isMailable(email)) await sendMail(transaction, { to: email, ...message });
}

function whatHappened({ way, to }: HandMovement): string {
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
