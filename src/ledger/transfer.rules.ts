/** Why, and by which rule and rate. */
export type TransferDetails = Record<string, string | number | boolean | null>;

/** An account as it is opened. `balance` of a new one is zero. */
export type Account = {
  account_id: string;
  /** Purpose, such as 'order_held'. */
  kind: string;
  currency: string;
  may_be_negative: boolean;
  may_be_positive: boolean;
};

/** Moves `amount` into an account, in the smallest unit of its currency; below zero out of it. */
export type NewEntry = {
  account_id: string;
  amount: number;
  /** Subject, and which part of it, such as an order and a product: statements are filtered by them. */
  about?: string | null;
  item?: string | null;
};

export type NewTransfer = {
  /** The same key is written once. */
  key: string;
  kind: string;
  details: TransferDetails;
  at: Date;
  entries: NewEntry[];
};

export class WrongTransfer extends Error {}

/** Without entries that move nothing. Null where none is left. Throws a WrongTransfer where it cannot be written. */
export function checkedTransfer(transfer: NewTransfer): NewTransfer | null {
  const { key, entries } = transfer;
  if (!key) throw new WrongTransfer(`A transfer '${transfer.kind}' has no key.`);
  if (Number.isNaN(transfer.at.getTime())) throw new WrongTransfer(`Transfer '${key}' has no time.`);
  for (const { account_id, amount } of entries)
    if (!Number.isSafeInteger(amount))
      throw new WrongTransfer(`Transfer '${key}': ${amount} in ${account_id} is no whole amount.`);
  const moved = entries.filter(({ amount }) => amount !== 0);
  if (moved.length === 0) return null;
  // As big integers: the sum of safe integers may be none.
  const sum = moved.reduce((before, { amount }) => before + BigInt(amount), 0n);
  if (sum !== 0n) throw new WrongTransfer(`Transfer '${key}' sums to ${sum}, not to zero.`);
  return { ...transfer, entries: moved };
}
