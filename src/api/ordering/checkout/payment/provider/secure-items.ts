// The last look before items are sold: whatever was said about the stock since they were held.
import type { Kysely } from 'kysely';
import { type Choice, countedAs } from '../../../../catalogue/ports.rules.ts';
import { findOffers, holdItems, type Offer } from '../../../../catalogue/ports.ts';
import { findExtendable } from '../../../../goods/ports.ts';
import type { StoredLine, StoredOrder } from '../../../../schema/order.record.ts';
import type { ApiTables } from '../../../../schema/schema.ts';
import { recordCounted } from '../../../order/holding.store.ts';
import { canExtend } from '../../placing/extension.rules.ts';
import { canBeHad } from '../../placing/quote.rules.ts';

/**
 * Makes sure that the items of an order that was paid in time are there for its buyer, and holds those that are counted only
 * since it was placed. Answers the order with its lines as they are counted now, or null where something cannot be had. To
 * be called in the transaction that sells the items: their products are locked.
 */
export async function secureItems(db: Kysely<ApiTables>, order: StoredOrder, now: Date): Promise<StoredOrder | null> {
  const ids = order.lines.map((line) => line.product_id);
  const offers = await findOffers(db, ids, { lock: true });
  const extended = order.lines.flatMap((line) => line.extends ?? []);
  const machines = await findExtendable(db, order.account_id, extended, { lock: true, now });
  if (order.lines.some((line) => line.extends && !canExtend(line, machines, offers.get(line.product_id)))) return null;
  const decided = order.lines.map((line) => {
    if (line.extends) return { line, decision: 'not counted' as const };
    const choice = choiceOf(line, offers);
    const wanted = wantedOf(order, line, offers);
    return { line, decision: line.counted ? ofHeld(choice, wanted) : ofUncounted(choice, wanted) };
  });
  if (decided.some(({ decision }) => decision === 'gone')) return null;
  await holdItems(
    db,
    decided.filter(({ decision }) => decision === 'to hold').map(({ line }) => line),
  );
  const lines = decided.map(({ line, decision }) => ({ ...line, counted: decision !== 'not counted' }));
  return recordCounted(db, order, lines);
}

type Decision = 'held' | 'to hold' | 'not counted' | 'gone';
type Offers = ReadonlyMap<string, Offer>;

/** Held items may be more than there are by now; a product that is not sold any more was promised before. */
function ofHeld(choice: Choice | null, wanted: number): Decision {
  return !choice || canBeHad(choice.stock, wanted) ? 'held' : 'gone';
}

function ofUncounted(choice: Choice | null, wanted: number): Decision {
  if (!choice || choice.free === null) return 'not counted';
  return canBeHad(choice.free, wanted) ? 'to hold' : 'gone';
}

function choiceOf(line: StoredLine, offers: Offers): Choice | null {
  const offer = offers.get(line.product_id);
  return offer ? countedAs(offer, line) : null;
}

/** How many the order wants of the stock of this line, held or not as this is: lines that differ in wishes alone are of one. */
function wantedOf(order: StoredOrder, line: StoredLine, offers: Offers): number {
  const key = choiceOf(line, offers)?.stock_key;
  const alike = order.lines.filter(
    (other) => other.counted === line.counted && choiceOf(other, offers)?.stock_key === key,
  );
  return key === undefined ? line.taken : alike.reduce((sum, { taken }) => sum + taken, 0);
}
