// Needs of this domain that domains above it meet (account-reads.ts); server.ts hands them over.
import type { Db } from '../schema/db.ts';

export type SellerReads = {
  /** Names of the shops that others work in too and that only this account owns. */
  listOwnedAlone: (db: Db, accountId: string) => Promise<string[]>;
  /** Shops that nobody would be left in. */
  listClosingWith: (db: Db, accountId: string) => Promise<Array<{ seller_id: string; name: string | null }>>;
  countOpen: (db: Db, sellerId: string) => Promise<{ openOrders: number }>;
  /** In cents: what a shop has earned and has not been paid. */
  unpaidCents: (db: Db, sellerId: string) => Promise<number>;
  /** Takes an account out of the shops that it belongs to. Doing it again changes nothing. */
  removeMembersOfAccounts: (db: Db, who: { accountId: string }) => Promise<void>;
};

export type WalletReads = {
  findWallet: (db: Db, accountId: string, now: Date) => Promise<{ balance: number }>;
  /** In cents: what is in a wallet, and what may still come back to it. */
  findKeptCents: (db: Db, accountId: string) => Promise<number>;
  /** Throws where there is money in the wallet of the account. */
  closeWallet: (transaction: Db, accountId: string) => Promise<void>;
  /** Reason for its owner why an account stays; null: it need not. */
  whyWalletStays: (db: Db, accountId: string) => Promise<string | null>;
};
