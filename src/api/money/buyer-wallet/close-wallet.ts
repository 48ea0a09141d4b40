// An account goes only when nothing is in its wallet any more: nobody could get it out afterwards.
import type { Kysely } from 'kysely';
import { RefusalAnswer } from '../../http/refusal-answer.ts';
import { refusalTerms } from '../../http/refusal-terms.rules.ts';
import type { ApiTables } from '../../schema/schema.ts';
import { refusalText } from '../../text/refusal-text.rules.ts';
import { findKeptCents, lockWallet } from './buyer-wallet.store.ts';

/** Throws where it is not empty. Nothing is taken from it, and no order placed with it, until the transaction ends. */
export async function closeWallet(transaction: Kysely<ApiTables>, accountId: string): Promise<void> {
  await lockWallet(transaction, accountId);
  const balanceCents = await findKeptCents(transaction, accountId);
  if (balanceCents <= 0) return;
  const refusal = { code: 'wallet_not_empty', balanceCents } as const;
  throw new RefusalAnswer(refusal, refusalTerms(refusal));
}

/** Why the account stays, for its owner; null where its wallet is empty. */
export async function whyWalletStays(db: Kysely<ApiTables>, accountId: string): Promise<string | null> {
  const balanceCents = await findKeptCents(db, accountId);
  return balanceCents > 0 ? refusalText({ code: 'wallet_not_empty', balanceCents }) : null;
}
