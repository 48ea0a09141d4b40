import type { ColumnType, Generated } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { ApprovalKind, ApprovalState } from '#contract/selling/listing/approval.ts';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { DraftState, ListingState } from '#contract/selling/listing/listing-labels.ts';
import type { SellerRole, SellerState } from '#contract/selling/seller.ts';
import type { KeyScope } from '#contract/selling/seller-key.ts';
import type { ImportOutcomeWord, ImportPhase, ImportState } from '#contract/selling/staff-import-labels.ts';
import type { PlannedSaleState } from '#contract/selling/staff-product/planned-sale-labels.ts';
import type { DeliveredEvent, OffReason, WebhookEvent } from '#contract/selling/webhook.ts';
import type { Instant, Json, MadeByDatabase } from './column.ts';

/** Numbers of a product of a seller on one day, in UTC. */
type ProductDayTable = {
  seller_id: string;
  day: ColumnType<string, string, string>;
  product_id: string;
  views: Generated<number>;
  adds: Generated<number>;
  orders: Generated<number>;
  shop_orders: Generated<number>;
  quantity: Generated<number>;
  revenue_cents: Generated<number>;
  refunds_cents: Generated<number>;
};

/** Accounts that bought a product on one day, in UTC, and were not paid back. */
type ProductBuyerDayTable = { day: ColumnType<string, string, string>; product_id: string; buyers: number };

/** Days that were counted, and when. */
type BuyerDayTable = { day: ColumnType<string, string, string>; counted_at: Date };

type MostBoughtTable = { product_id: string; product_type: ProductType; buyers: number };

/** Sums of a quarter of an hour; money in cents. */
type ShopCounts = { [Name in 'orders' | 'sales_cents' | 'refunds_cents' | 'customers' | 'views']: Generated<number> };

export type SellerTable = {
  seller_id: string;
  name: string | null;
  /** Address of its page: /sellers/{address}. */
  address: string | null;
  /** Skeleton of the address, which no other one may have. */
  address_skeleton: string | null;
  /** Skeleton of the name, which no other one may have. */
  name_skeleton: ColumnType<string | null, string | null | undefined, string | null>;
  state: Generated<SellerState>;
  /** Which its rights follow: a suspended shop stays so while it closes. */
  acting_state: ColumnType<SellerState, never, never>;
  country: Generated<string>;
  responsible: Generated<string>;
  sells: Generated<string>;
  about: Generated<string>;
  support_email: Generated<string>;
  /** The support address that was shown to be theirs; empty: none was. */
  support_confirmed: Generated<string>;
  terms_accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: Generated<string>;
  created_at: Instant;
  updated_at: Instant;
  approved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type SellerMemberTable = {
  seller_id: string;
  account_id: string;
  /** Where mails of the shop go to. */
  user_id: string;
  role: SellerRole;
  joined_at: Instant;
  role_since: Instant;
};

export type SellerInvitationTable = {
  invitation_id: string;
  seller_id: string;
  email: string;
  token_sha256: string;
  role: SellerRole;
  invited_by: string;
  created_at: Instant;
  expires_at: Date;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type SellerSupportMailTable = {
  seller_id: string;
  email: string;
  token_sha256: string;
  sent_at: Date;
  expires_at: Date;
};

/** A product as its seller sees it; its row in api.product begins with the first approval. */
export type ListingTable = {
  product_id: string;
  seller_id: string;
  version: ColumnType<number | null, number | null | undefined, number | null>;
  draft: ColumnType<ListingContent | null, string | null | undefined, string | null>;
  draft_revision: Generated<number>;
  draft_state: ColumnType<DraftState | null, DraftState | null | undefined, DraftState | null>;
  /** The revision of the draft that waits for a decision. */
  submitted_revision: ColumnType<number | null, number | null | undefined, number | null>;
  /** How many things the draft lacks before it can be submitted. */
  missing: Generated<number>;
  return_reason: Generated<string>;
  paused: Generated<boolean>;
  archived: Generated<boolean>;
  archived_by_closing: Generated<boolean>;
  hidden_reason: ColumnType<string | null, string | null | undefined, string | null>;
  state: MadeByDatabase<ListingState>;
  attention: MadeByDatabase<number>;
  name: Generated<string>;
  name_folded: Generated<string>;
  price_micros: Generated<number>;
  stock: ColumnType<number | null, number | null | undefined, number | null>;
  sold: Generated<number>;
  views: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
};

type ProductVersionTable = {
  product_id: string;
  version: number;
  content: Json<ListingContent>;
  approval_id: string | null;
  approved_by: string | null;
  approved_at: Instant;
};

export type ApprovalTable = {
  approval_id: string;
  kind: ApprovalKind;
  /** The seller of an application, otherwise the product. */
  subject_id: string;
  seller_id: string;
  title: string;
  content: Json<object>;
  base_version: number | null;
  state: Generated<ApprovalState>;
  reason: Generated<string>;
  submitted_by: string;
  submitted_at: Instant;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type SellerKeyTable = {
  key_id: string;
  seller_id: string;
  name: string;
  /** How the key begins. */
  prefix: string;
  sha256: string;
  scopes: Json<KeyScope[]>;
  /** The account that made it, and the one that answers for it now. */
  created_by: string;
  kept_by: string;
  created_at: Instant;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
};

type WebhookTable = {
  webhook_id: string;
  seller_id: string;
  url: string;
  events: Json<WebhookEvent[]>;
  /** An account, or `key:` and the id of a key. */
  created_by: Generated<string | null>;
  enabled: Generated<boolean>;
  off_reason: Generated<OffReason | null>;
  /** Sealed; the one before signs beside it until then. */
  secret: Uint8Array;
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<Date | null>;
  failing_since: Generated<Date | null>;
  failures: Generated<number>;
  paused_until: Generated<Date | null>;
  created_at: Instant;
  updated_at: Instant;
};

type WebhookDeliveryTable = {
  id: string;
  webhook_id: string;
  seller_id: string;
  event_id: string;
  type: DeliveredEvent;
  body: string;
  created_at: Instant;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  due_at: Instant;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

type WebhookAttemptTable = {
  attempt_id: MadeByDatabase<number>;
  delivery_id: string;
  at: Instant;
  url: string;
  request_headers: Json<Record<string, string>>;
  status: number | null;
  answer: string;
  duration_ms: number;
  error: string | null;
};

type OwnProductTable = {
  product_id: string;
  paused: Generated<boolean>;
  archived: Generated<boolean>;
  updated_at: Instant;
};

export type ImportCounts = Record<'rows' | 'new' | 'changed' | 'same' | 'refused' | 'adjusted' | 'bytes_read', number>;

export type StaffImportTable = {
  import_id: string;
  name: string;
  size_bytes: number;
  storage_key: string;
  format: 'csv' | 'jsonl';
  found: ColumnType<Array<{ name: string; samples: string[] }>, string, never>;
  columns: ColumnType<Record<string, string | null>, string, string>;
  replace: Generated<boolean>;
  state: ImportState;
  check_counts: ColumnType<Partial<ImportCounts>, string | undefined, string>;
  import_counts: ColumnType<Partial<ImportCounts>, string | undefined, string>;
  message: Generated<string>;
  asked_by: string;
  created_at: Instant;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  worker: Generated<string | null>;
  leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type StaffImportRowTable = {
  import_id: string;
  phase: ImportPhase;
  number: number;
  line: number;
  product_id: string;
  outcome: Exclude<ImportOutcomeWord, 'same'>;
  told: ColumnType<
    {
      changes: Array<{ field: string; before: string; after: string }>;
      remarks: Array<{ field: string; reason: string }>;
    },
    string,
    never
  >;
};

export type PlannedSaleTable = {
  sale_id: string;
  product_id: string;
  state: Generated<PlannedSaleState>;
  starts_at: Date;
  ends_at: Date;
  percent: number | null;
  sale_price_micros: number | null;
  note: Generated<string>;
  by_account: string;
  created_at: Instant;
};

export type SellingTables = {
  'api.seller': SellerTable;
  'api.seller_member': SellerMemberTable;
  'api.seller_invitation': SellerInvitationTable;
  'api.seller_support_mail': SellerSupportMailTable;
  'api.own_product': OwnProductTable;
  'api.planned_sale': PlannedSaleTable;
  'api.staff_import': StaffImportTable;
  'api.staff_import_row': StaffImportRowTable;
  'api.listing': ListingTable;
  'api.product_version': ProductVersionTable;
  'api.approval': ApprovalTable;
  'api.seller_key': SellerKeyTable;
  'api.webhook': WebhookTable;
  'api.product_day': ProductDayTable;
  'api.product_buyer_day': ProductBuyerDayTable;
  'api.buyer_day': BuyerDayTable;
  'api.most_bought': MostBoughtTable;
  'api.shop_quarter': ShopCounts & { quarter: Date };
  'api.shop_change': ShopCounts & { change_id: MadeByDatabase<number>; quarter: Date };
  'api.shop_views_from': { one: Generated<boolean>; at: Generated<Date> };
  /** Kept by a trigger of orders. */
  'api.order_given_back': { given_back_id: MadeByDatabase<number>; order_id: string; at: Date; cents: number };
  'api.webhook_delivery': WebhookDeliveryTable;
  'api.webhook_attempt': WebhookAttemptTable;
};
