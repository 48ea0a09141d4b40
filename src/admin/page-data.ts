import type { AccountsConfig } from '#contract/people/accounts.ts';

/** What the server writes into the page of the back office; anybody may know it. */
export type PageData = { storeName: string; accounts: AccountsConfig };
