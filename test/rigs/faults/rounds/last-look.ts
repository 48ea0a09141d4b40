import { findMissing, type Missing } from '../acknowledged.ts';
import { readOrderBooks, readPeopleBooks, readReviewBooks } from '../books.ts';
import type { Ledger } from '../ledger.ts';
import type { Place } from '../place.ts';
import type { Finding } from './finding.ts';

/** Everything that was acknowledged, asked of the open shop, and then of its tables; `end` ends the shop in between. */
export async function lookAtAll(
  place: Place,
  ledger: Ledger,
  end: () => Promise<unknown>,
): Promise<Pick<Finding, 'acknowledged' | 'lost' | 'doubled' | 'faults'>> {
  const missing = sentencesOf(await findMissing(place, ledger));
  await end();
  const database = await place.openDatabase();
  const books = [
    await readOrderBooks(database.kysely, ledger, new Set()),
    await readPeopleBooks(database.kysely, ledger),
    await readReviewBooks(database.kysely, ledger),
  ];
  await database.close();
  const lost = [...new Set([...missing, ...books.flatMap((each) => each.lost)])];
  const doubled = books.flatMap((each) => each.doubled);
  return {
    acknowledged: ledger.accounts.size + ledger.orders.size + ledger.reviews.size,
    lost: lost.length,
    doubled: doubled.length,
    faults: [...lost, ...doubled],
  };
}

function sentencesOf({ accounts, orders, reviews }: Missing): string[] {
  return [...accounts, ...orders, ...reviews];
}
