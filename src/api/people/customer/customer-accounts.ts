// Port to the account service, for the staff's work on a customer: src/main builds it, as the service is another part.
import type { Actor } from '#platform/audit/audit-log.ts';
import type { Db } from '../../schema/db.ts';

type CustomerAccount = {
  state: string;
  enabled: boolean;
  emailVerified: boolean;
  factors: string[];
  createdAt: Date;
  failures: number;
  blockedUntil: Date | null;
};

type CustomerSignIn = {
  id: string;
  at: Date;
  methods: string[];
  device: string | null;
  endedAt: Date | null;
  expiresAt: Date;
};

/** `by`: the account of the staff that decides, for the audit log. */
export type CustomerAccounts = {
  /** Whose address it is, as they are named there. */
  findByEmail: (email: string) => Promise<{ accountId: string; email: string; nickname: string } | null>;
  find: (accountId: string) => Promise<CustomerAccount | null>;
  /** Newest first. */
  signIns: (accountId: string, limit: number) => Promise<CustomerSignIn[]>;
  /** In the caller's transaction. Whoever is not enabled is signed out everywhere. */
  setEnabled: (transaction: Db, actor: Actor, accountId: string, enabled: boolean, by?: string) => Promise<void>;
  signOut: (actor: Actor, accountId: string, by?: string) => Promise<void>;
  /** In the caller's transaction. Deleting once more changes nothing. */
  remove: (transaction: Db, actor: Actor, accountId: string, by?: string) => Promise<void>;
};
