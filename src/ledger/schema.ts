// The tables of this room, as its stores see them. They are made by migrations/.
import type { ColumnType } from 'kysely';
import type { TransferDetails } from './transfer.rules.ts';

/** Written by functions and triggers of the database alone. */
type Kept<T> = ColumnType<T, never, never>;

type AccountTable = {
  account_id: Kept<string>;
  kind: Kept<string>;
  currency: Kept<string>;
  may_be_negative: Kept<boolean>;
  may_be_positive: Kept<boolean>;
  balance: Kept<number>;
  version: Kept<number>;
  last_at: Kept<Date | null>;
};

type TransferTable = {
  transfer_id: Kept<number>;
  key: Kept<string>;
  kind: Kept<string>;
  details: Kept<TransferDetails>;
  at: Kept<Date>;
  posted_at: Kept<Date>;
};

type EntryTable = {
  account_id: Kept<string>;
  version: Kept<number>;
  transfer_id: Kept<number>;
  amount: Kept<number>;
  balance: Kept<number>;
  at: Kept<Date>;
  kind: Kept<string>;
  about: Kept<string | null>;
  item: Kept<string | null>;
};

export type LedgerTables = {
  'ledger.account': AccountTable;
  'ledger.transfer': TransferTable;
  'ledger.entry': EntryTable;
};
