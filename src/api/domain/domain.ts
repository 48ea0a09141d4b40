// The shape of a domain of the API: its dependencies, and the things it offers.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Operator } from '#contract/marketplace.ts';
import type { SiteAddress } from '#contract/site-address.ts';
import type { SendMail } from '#mail/mailer.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Authenticate } from '../access/authenticate.ts';
import type { Db, ShopDatabase } from '../schema/db.ts';

/** Given to every domain. */
export type DomainDeps = {
  database: ShopDatabase;
  db: Db;
  authenticate: Authenticate;
  /** Where bytes lie that are too many for the database. */
  storage: Storage;
  secrets: Secrets;
  sendMail: SendMail;
  shop: Operator;
  /** Answers that were read before the last change of the catalogue are not given again. */
  refresh: () => Promise<void>;
  log: Log;
  now: () => Date;
};

/** Starts a job; answers how to stop it, which waits for the turn under way. */
export type StartJob = () => (() => Promise<unknown>) | Promise<() => Promise<unknown>>;

/** Reactions of a domain to events in other parts of the shop. */
type DomainHandlers = {
  /** Accounts that are open no more. Handling the same ones again changes nothing. */
  onAccountsEnded?: (accountIds: string[]) => Promise<void>;
  /** Accounts that exist no more. */
  onAccountsDeleted?: (accountIds: string[]) => Promise<void>;
  /** Why an account cannot be deleted yet, in a sentence for its owner; null: nothing here keeps it. */
  whyAccountStays?: (accountId: string) => Promise<string | null>;
};

export type Domain = {
  mount: (app: OpenAPIHono) => void;
  /** Addresses mounted without `createRoute`, which no parameter of OpenAPI stands for. */
  addresses?: readonly SiteAddress[];
  /** For the whole shop, beside the requests: processes that run jobs take turns at them. */
  jobs: StartJob[];
  /** For the requests of this process: runs wherever visitors are served. */
  forRequests?: StartJob[];
  handlers: DomainHandlers;
};
