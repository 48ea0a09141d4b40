import type { ColumnType, Generated } from 'kysely';
import type { DataExport } from '#contract/people/data-export.ts';
import type { ReportDecision, ThreadBlocker, ThreadSide } from '#contract/people/message.ts';
import type { SshKeyType } from '#contract/people/ssh-key.ts';
import type { StaffRole } from '#contract/people/staff.ts';
import type { User } from '#contract/people/user.ts';
import type { Instant } from './column.ts';

export type UserTable = {
  user_id: string;
  username: string;
  profile_pic: Generated<string>;
  user_type: Generated<User['user_type']>;
  phone: Generated<string>;
  addresses: ColumnType<string[], string | undefined, string>;
  /** The account service's own id of the owner; null until they come. */
  account_id: Generated<string | null>;
  /** When the token was issued by which that account took the record. */
  account_since: Generated<Date | null>;
  /** Rights of a member of the staff (access/access.rules.ts); null for everybody else. */
  staff_role: Generated<StaffRole | null>;
  created_at: Instant;
};

type ThreadTable = {
  thread_id: string;
  seller_id: string;
  /** The buyer; null once they have left. */
  account_id: string | null;
  product_id: string | null;
  product_name: string | null;
  order_id: string | null;
  created_at: Instant;
  /** When the buyer began it, and when the shop first answered that. */
  asked_at: Generated<Date | null>;
  answered_at: Generated<Date | null>;
  last_at: Instant;
  last_side: ThreadSide;
  buyer_unread: Generated<number>;
  seller_unread: Generated<number>;
  /** A mail has said that there are unread ones. */
  buyer_told: Generated<boolean>;
  seller_told: Generated<boolean>;
};

type MessageTable = {
  message_id: string;
  thread_id: string;
  side: ThreadSide;
  account_id: string | null;
  text: string;
  created_at: Instant;
};

/** Sides of threads that want no more messages of the other. */
type ThreadBlockTable = { seller_id: string; account_id: string; side: ThreadBlocker; created_at: Instant };

type ReportTable = {
  report_id: string;
  thread_id: string;
  side: ThreadSide;
  reason: string;
  created_at: Instant;
  resolved_at: Generated<Date | null>;
  resolved_by: Generated<string | null>;
  decision: Generated<ReportDecision>;
  note: Generated<string>;
  told: Generated<string>;
};

/** Customers who may not sign in at the moment. */
type EndedAccountTable = {
  account_id: string;
  ended_at: Date;
  /** Since when there is money in its wallet that came after. */
  money_since: Generated<Date | null>;
};

type SuspendedCustomerTable = {
  account_id: string;
  reason: string;
  suspended_at: Generated<Date>;
  suspended_by: string | null;
};

export type DataExportTable = {
  account_id: string;
  state: Exclude<DataExport['state'], 'none'>;
  requested_at: Date;
  due_at: Date;
  attempts: Generated<number>;
  round: Generated<number>;
  ready_at: Date | null;
  expires_at: Date | null;
  /** A bigint: the driver tells it as text where it is a server's. */
  size_bytes: string | number | null;
};

/** Packed, each by itself. */
type DataExportPartTable = { account_id: string; round: number; part: number; content: Uint8Array };

type SshKeyTable = {
  ssh_key_id: Generated<string>;
  account_id: string;
  name: string;
  type: SshKeyType;
  base64: string;
  fingerprint: string;
  created_at: Instant;
};

export type PeopleTables = {
  'api.user': UserTable;
  'api.suspended_customer': SuspendedCustomerTable;
  'api.ended_account': EndedAccountTable;
  'api.thread': ThreadTable;
  'api.message': MessageTable;
  'api.thread_block': ThreadBlockTable;
  'api.report': ReportTable;
  'api.data_export': DataExportTable;
  'api.data_export_part': DataExportPartTable;
  'api.ssh_key': SshKeyTable;
};
