// Rows that the shop has acknowledged: whatever stands here must be there after any fault.

export type Account = {
  email: string;
  /** Visitor's address as the shop sees it, so that limits by address are as in life. */
  peer: string;
  confirmed: boolean;
  /** The ID token of the last sign-in. */
  token: string | null;
};

/** `paid`: the card page has said so; `verified`: the shop too. */
export type Order = {
  id: string;
  account: Account;
  session: string;
  state: 'placed' | 'paid' | 'verified' | 'cancelled';
};

export type Review = {
  account: Account;
  product: string;
  /** Text that was acknowledged last. */
  text: string;
  /** Sent after that, and not answered: it may stand there, too. */
  perhaps: string[];
};

export type Ledger = {
  /** By address. */
  accounts: Map<string, Account>;
  /** By id. */
  orders: Map<string, Order>;
  /** By address and product. */
  reviews: Map<string, Review>;
};

export function openLedger(): Ledger {
  return { accounts: new Map(), orders: new Map(), reviews: new Map() };
}

export function isPaid({ state }: Order): boolean {
  return state === 'paid' || state === 'verified';
}

export function countPaid({ orders }: Ledger): number {
  return [...orders.values()].filter(isPaid).length;
}
