import type { AccountsConfig } from '#contract/people/accounts.ts';

/** Data that the server writes into the page of Admin; anybody may know it. */
export type PageData = { storeName: string; accounts: AccountsConfig };
