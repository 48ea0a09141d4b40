// Reads the provider's list of what it has moved, newest first, down to what was read before. Each page is stored together with the place where the
// next one begins: whoever dies between two pages is followed by who goes on there, and of two at once the faster one moves the place.
import type { Transaction } from 'kysely';
import { post } from '#ledger/post.ts';
import type { Posting } from '#ledger/posting.rules.ts';
import { inTransaction } from '#platform/database/after-commit.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '../../schema/db.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { processorFee, providerPayout, providerTopUp } from '../wallet/posting/processor.posting.rules.ts';
import { type BalanceProvider, isLostPlace, type TransactionPage } from './balance-provider.ts';
import type { ProviderTransaction } from './provider-transaction.rules.ts';
import { postedBy } from './reconciliation.rules.ts';
import {
  insertTransactions,
  lockReconciliation,
  ordersOfPayments,
  type StoredReconciliation,
  updateReconciliation,
} from './reconciliation.store.ts';

export type Reconciling = {
  db: Db;
  provider: BalanceProvider;
  /** Has the shop ask what became of a payment, as a message of the provider does that it may never have got. */
  handlePayment?: (paymentIntent: string) => Promise<unknown>;
  log: Log;
  now: () => Date;
};

/** Transactions made within so long before the last one read are read again: the provider may report them late. */
const OVERLAP_MS = 3_600_000;

/** Where a pass goes on. */
type Place = { pass: number; from: Date | null; after: string | null };

/** Reads `pages` pages at most, of a pass that was begun or of a new one. Answers whether it has come to its end. */
export async function fetchTransactions(service: Reconciling, pages: number): Promise<boolean> {
  let place: Place | null = await beginPass(service);
  for (let page = 0; place && page < pages; page++) place = await readPage(service, place);
  return place === null;
}

function beginPass({ db, now }: Reconciling): Promise<Place> {
  return inTransaction(db, async (transaction) => {
    const found = await lockReconciliation(transaction);
    if (found.is_reading) return placeOf(found);
    const begun = {
      pass: found.pass + 1,
      is_reading: true,
      pass_begun_at: now(),
      pass_from: found.read_until && new Date(found.read_until.getTime() - OVERLAP_MS),
      pass_newest: null,
      pass_after: null,
    };
    await updateReconciliation(transaction, begun);
    return placeOf({ ...found, ...begun });
  });
}

/** Answers where to go on; null where the pass is over. */
async function readPage(service: Reconciling, place: Place): Promise<Place | null> {
  try {
    const page = await service.provider.listTransactions(place);
    return await storePage(service, place, page);
  } catch (error) {
    if (!isLostPlace(error)) throw error;
    service.log.warn({ part: 'api', after: place.after }, 'the provider’s transactions are read from the newest again');
    return storePlace(service, place, { pass_after: null });
  }
}

function storePage({ db, now }: Reconciling, place: Place, { transactions, hasMore }: TransactionPage) {
  return inTransaction(db, async (transaction) => {
    const found = await lockReconciliation(transaction);
    const known = await insertTransactions(transaction, transactions, now());
    const added = transactions.filter(({ transaction_id: id }) => known.has(id));
    await postAdded(transaction, added.toReversed());
    const last = transactions.at(-1);
    const newest = found.pass_newest ?? transactions[0]?.created_at ?? null;
    const isOver = !hasMore || !last;
    return movePlace(
      transaction,
      found,
      place,
      isOver
        ? {
            is_reading: false,
            pass_after: null,
            read_until: laterOf(found.read_until, earlierOf(newest, now())),
            fetched_at: found.pass_begun_at,
            failed_at: null,
            failure: '',
          }
        : { pass_after: last.transaction_id, pass_newest: newest },
    );
  });
}

function storePlace({ db }: Reconciling, place: Place, change: Partial<StoredReconciliation>) {
  return inTransaction(db, async (transaction) =>
    movePlace(transaction, await lockReconciliation(transaction), place, change),
  );
}

/** Unless somebody else has moved it meanwhile: then their place counts. */
async function movePlace(
  transaction: Transaction<ApiTables>,
  found: StoredReconciliation,
  place: Place,
  change: Partial<StoredReconciliation>,
): Promise<Place | null> {
  if (!found.is_reading || found.pass !== place.pass) return null;
  if (found.pass_after !== place.after) return placeOf(found);
  await updateReconciliation(transaction, change);
  const moved = { ...found, ...change };
  return moved.is_reading ? placeOf(moved) : null;
}

/** Posts the provider's fees, and its transfers to and from the operator's bank. */
async function postAdded(transaction: Transaction<ApiTables>, added: readonly ProviderTransaction[]): Promise<void> {
  const orders = await ordersOfPayments(
    transaction,
    added.flatMap(({ payment_intent: payment }) => payment ?? []),
  );
  for (const one of added) for (const posting of postingsOf(one, orders)) post(transaction, posting);
}

function postingsOf(one: ProviderTransaction, orders: ReadonlyMap<string, string>): Posting[] {
  const { transaction_id, type, created_at: at } = one;
  const order_id = orders.get(one.payment_intent ?? '') ?? null;
  const given = (cents: number) => ({ transaction_id, type, cents, order_id, at });
  const { fee, payout, top_up } = postedBy(one);
  return [
    ...(fee === 0 ? [] : [processorFee(given(fee))]),
    ...(payout === 0 ? [] : [providerPayout(given(payout))]),
    ...(top_up === 0 ? [] : [providerTopUp(given(top_up))]),
  ];
}

function placeOf({ pass, pass_from: from, pass_after: after }: StoredReconciliation): Place {
  return { pass, from, after };
}

/** A clock that was wrong for a while must not hide what is made after it was put right. */
function earlierOf(newest: Date | null, now: Date): Date | null {
  return newest && newest > now ? now : newest;
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}
