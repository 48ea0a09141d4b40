// Takes a refund or a disputed payment from each line, from the moment that it is decided: nobody is paid out what is to go back.
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import {
  buyerWallet,
  giveBack,
  outsideOf,
  type RefundedLine,
  refundCameBack,
  refundParts,
  releasedShare,
  returnedShare,
  type Share,
  type TakenLine,
  type Taking,
  take,
  takenArrived,
} from '../../../money/ports.rules.ts';
import type { StoredLine, StoredOrder } from '../../../schema/order.record.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { wasSold } from '../../order/order.rules.ts';
import { recordReleased } from '../../order/order.store.ts';
import {
  insertRefundShares,
  listNamedParts,
  listRefundShares,
  type RefundShare,
  updateRefundShares,
} from '../../order/refund-share.store.ts';
import { takenOf } from './release-earnings.ts';

type Db = Transaction<ApiTables>;

/** In place of a line: what was taken beyond what all lines had left, which the operator bears. */
const NO_LINE = -1;

/**
 * Takes `cents` of an order; of one of which nothing was sold they are still its own. The order must be locked, and in the ledger; what was taken
 * before under this id stays as it is. `line`: all of it is of this one.
 */
export async function takeEarnings(
  db: Db,
  order: StoredOrder,
  cents: number,
  taking: Taking & { line?: number },
): Promise<void> {
  if (!wasSold(order)) return;
  const known = await listRefundShares(db, order.order_id);
  if (known.some(({ refund_id: id }) => id === taking.id)) return;
  const named = await namedParts(db, cents, taking);
  const { parts, beyond } = sharesOf(order, known, named, cents);
  const lines = order.lines.flatMap((line): TakenLine[] => {
    const part = parts.get(line.line) ?? 0;
    if (part <= 0) return [];
    const released = line.released_at !== null;
    const share: Share = released
      ? returnedShare(
          {
            paid: line.released_cents ?? 0,
            discount: line.released_discount_cents ?? 0,
            fee: line.released_fee_cents ?? 0,
            tax: line.released_tax_cents ?? 0,
          },
          line,
          { before: takenAfterRelease(known, line.line), cents: part },
        )
      : { paid: part, discount: 0, fee: 0, tax: 0, seller: part };
    return [{ line, share, released }];
  });
  const taken = lines.map(({ line, share, released }) => ({ line: line.line, released, share }));
  if (beyond > 0)
    taken.push({ line: NO_LINE, released: true, share: { paid: beyond, discount: 0, fee: 0, tax: 0, seller: 0 } });
  await insertRefundShares(
    db,
    taken.map(({ line, released, share }) => ({
      refund_id: taking.id,
      order_id: order.order_id,
      line,
      cents: share.paid,
      released,
      discount_cents: share.discount,
      fee_cents: share.fee,
      tax_cents: share.tax,
    })),
  );
  post(db, take(order, lines, beyond, taking));
}

async function namedParts(db: Db, cents: number, { id, by, line }: Taking & { line?: number }) {
  if (line !== undefined) return new Map([[line, cents]]);
  return by === 'refund' ? listNamedParts(db, id) : new Map<number, number>();
}

/** The money that was taken has gone out, or to the wallet of this account. Also that of an order of which nothing was sold. */
export async function earningsArrived(
  db: Db,
  order: StoredOrder,
  cents: number,
  { wallet = null, ...taking }: Omit<Taking, 'reason'> & { wallet?: string | null },
): Promise<void> {
  await updateRefundShares(db, taking.id, 'arrived');
  // Orders of which nothing was sold had nothing moved apart.
  const arrived = wasSold(order) ? taking : { ...taking, by: 'refund' as const };
  post(db, takenArrived(order, cents, arrived, wallet === null ? outsideOf(order) : buyerWallet(wallet)));
}

/**
 * Returns what was taken to its seller. `cents`: of all that was taken; `cameBack`: it had gone out before.
 */
export async function returnEarnings(
  db: Db,
  order: StoredOrder,
  cents: number,
  { cameBack, ...taking }: Taking & { cameBack: boolean },
): Promise<void> {
  const shares = (await listRefundShares(db, order.order_id)).filter(({ refund_id: id }) => id === taking.id);
  if (cameBack) post(db, refundCameBack(order, cents, taking));
  if (shares.length === 0 || shares.every(({ state }) => state === 'failed')) return;
  await updateRefundShares(db, taking.id, 'failed');
  const lines = shares.flatMap((share): TakenLine[] => {
    const line = order.lines.find((one) => one.line === share.line);
    if (!line) return [];
    // Money that waited in the order for this refund was left out when the rest of the line was released.
    const isLate = !share.released && line.released_at !== null;
    return [
      { line, share: isLate ? lateShare(line, share.cents) : shareOf(share), released: share.released || isLate },
    ];
  });
  await recordLate(db, order, shares, lines);
  const beyond = shares.find(({ line }) => line === NO_LINE)?.cents ?? 0;
  post(db, giveBack(order, lines, beyond, taking));
}

function shareOf({ cents, discount_cents: discount, fee_cents: fee, tax_cents: tax }: RefundShare): Share {
  return { paid: cents, discount, fee, tax, seller: cents + discount - fee - tax };
}

/** Without the fixed fee, which the line has paid. */
function lateShare(line: StoredLine, cents: number): Share {
  return releasedShare(
    { ...line, fee_fixed_cents: 0, tax_cents: line.withheld_tax_cents },
    line.amount_cents - line.discount_cents - cents,
  );
}

async function recordLate(db: Db, order: StoredOrder, shares: readonly RefundShare[], lines: readonly TakenLine[]) {
  const late = lines.filter(
    ({ line, released }) => released && shares.some((share) => share.line === line.line && !share.released),
  );
  await recordReleased(
    db,
    order.order_id,
    late.map(({ line: { line }, share }) => {
      const stored = order.lines.find((one) => one.line === line);
      return {
        line,
        released: {
          at: new Date(stored?.released_at ?? 0),
          paid: (stored?.released_cents ?? 0) + share.paid,
          discount: (stored?.released_discount_cents ?? 0) + share.discount,
          fee: (stored?.released_fee_cents ?? 0) + share.fee,
          tax: (stored?.released_tax_cents ?? 0) + share.tax,
        },
      };
    }),
  );
}

/** Splits among lines at most what is left of each; `beyond` is more than all have. */
function sharesOf(
  order: StoredOrder,
  known: readonly RefundShare[],
  named: ReadonlyMap<number, number>,
  cents: number,
): { parts: Map<number, number>; beyond: number } {
  const lines = order.lines.map(
    (line): RefundedLine => ({
      line: line.line,
      paid: line.amount_cents - line.discount_cents,
      before: takenOf(known, line.line),
      named: named.get(line.line) ?? 0,
    }),
  );
  const left = lines.reduce((sum, { paid, before }) => sum + Math.max(0, paid - before), 0);
  const beyond = Math.max(0, cents - left);
  const parts = cents === beyond ? new Map<number, number>() : refundParts(lines, cents - beyond);
  return { parts, beyond };
}

function takenAfterRelease(shares: readonly RefundShare[], line: number): number {
  return takenOf(
    shares.filter(({ released }) => released),
    line,
  );
}
