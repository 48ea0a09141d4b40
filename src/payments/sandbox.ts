import type { Db } from './schema.ts';

/** What the parts of the sandbox share. */
export type Sandbox = {
  db: Db;
  /** Where its pages are reached, without a trailing slash. */
  origin: string;
  /** Whom the customers of the pages pay. */
  shopName: string;
  now: () => Date;
};
