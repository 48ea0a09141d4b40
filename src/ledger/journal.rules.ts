// Ledger data that is read to be written down elsewhere.
import type { TransferDetails } from './transfer.rules.ts';

/** By the times of transfers: from this one on, and before that. */
export type JournalRange = { from: Date | null; until: Date | null };

export type JournalAccount = { account_id: string; currency: string; before: number; after: number };

export type JournalTransfer = {
  key: string;
  kind: string;
  details: TransferDetails;
  at: Date;
  entries: Array<{ account_id: string; currency: string; amount: number; about: string | null; item: string | null }>;
};

export type JournalPart =
  | { part: 'accounts' | 'opening' | 'closing'; accounts: JournalAccount[] }
  | { part: 'transfers'; transfers: JournalTransfer[] };
