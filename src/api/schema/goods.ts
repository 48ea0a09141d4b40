import type { ColumnType, Generated } from 'kysely';
import type { SelectedOption } from '#contract/catalogue/product/product.ts';
import type { HoursEntryKind, SessionState, StopReason } from '#contract/goods/access/hours.ts';
import type { ProvisionCallState, ProvisionCallType } from '#contract/goods/access/provision.ts';
import type { GoodsOfOne } from '#contract/goods/goods.ts';
import type { ProductKeyState } from '#contract/goods/product-key.ts';
import type { Instant, JsonWithDefault, MadeByDatabase } from './column.ts';

/** A key that the shop signs goods with. */
type SigningKeyTable = {
  key_id: string;
  purpose: 'manifest' | 'token';
  public_pem: string;
  /** Null: it signs no more. */
  private_sealed: Uint8Array | null;
  created_at: Instant;
  valid_from: Date;
  valid_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  retired_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type LibraryTokenTable = {
  token_id: string;
  account_id: string;
  name: string;
  /** How the token begins. */
  prefix: string;
  sha256: string;
  created_at: Instant;
  expires_at: Date | null;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
};

/** Bytes in the storage, under goods/OBJECT_ID. */
export type GoodsObjectTable = {
  object_id: string;
  seller_id: string | null;
  size_bytes: number;
  /** Null until it is complete. */
  sha256: ColumnType<string | null, string | null | undefined, string | null>;
  state: Generated<'uploading' | 'complete'>;
  scan: Generated<'waiting' | 'off' | 'clean' | 'refused'>;
  scan_note: Generated<string>;
  /** As the storage dated the bytes when they last had their hash. */
  stored_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  work_at: Instant;
  work_attempts: Generated<number>;
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** A file that is on its way. */
export type UploadTable = {
  object_id: string;
  /** Null: the staff. */
  seller_id: string | null;
  growth: ColumnType<Record<string, unknown>, string | undefined, string>;
  metadata: ColumnType<Record<string, string | null>, string | undefined, string>;
  created_at: Instant;
  expires_at: ColumnType<Date, Date, Date>;
  received_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  lock_holder: Generated<string | null>;
  locked_until: Generated<Date | null>;
  lock_wanted: Generated<boolean>;
};

/** The files of a product at one time. */
export type ReleaseTable = {
  release_id: string;
  product_id: string;
  seller_id: string | null;
  /** '' for the product as a whole; otherwise the key of the variant that it is for. */
  edition: Generated<string>;
  number: number;
  version: string;
  notes: Generated<string>;
  state: Generated<'draft' | 'complete'>;
  commit_sha: ColumnType<string | null, string | null | undefined, string | null>;
  manifest: ColumnType<object | null, string | null | undefined, string | null>;
  created_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type ReleaseFileTable = {
  release_id: string;
  path: string;
  path_folded: string;
  object_id: string;
  size_bytes: number;
  sha256: string | null;
  media_type: Generated<string>;
  sample: Generated<'none' | 'rows' | 'file'>;
  facts: ColumnType<unknown, string | null | undefined, string | null>;
  rows: ColumnType<unknown, string | null | undefined, string | null>;
};

/** The right of somebody to a product, and its origin. */
export type EntitlementTable = {
  entitlement_id: string;
  /** Null once the customer has left. */
  account_id: string | null;
  product_id: string;
  product_name: string;
  seller_id: string | null;
  edition: Generated<string>;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  quantity: number;
  goods: ColumnType<GoodsOfOne, string, never>;
  license: Generated<string>;
  product_version: number | null;
  because: 'order' | 'free' | 'gift';
  order_id: string | null;
  line: number | null;
  /** Number of its machine among those of the line. */
  machine: Generated<number>;
  granted_by: ColumnType<string | null, string | null | undefined, string | null>;
  note: Generated<string>;
  request_key: ColumnType<string | null, string | null | undefined, never>;
  granted_at: Instant;
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  withdrawn_reason: Generated<string>;
};

/** The machine of a shop that sets up purchases which only the shop can; seller_id '' is the operator. */
type ProvisionEndpointTable = {
  seller_id: string;
  url: string;
  /** Sealed; the one before signs beside it until then. */
  secret: Uint8Array;
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<Date | null>;
  last_success_at: Generated<Date | null>;
  failing_since: Generated<Date | null>;
  failures: Generated<number>;
  last_failure: Generated<string | null>;
  paused_until: Generated<Date | null>;
  created_at: Instant;
  updated_at: Instant;
};

type ProvisionCallTable = {
  id: string;
  seller_id: string;
  type: ProvisionCallType;
  entitlement_id: string;
  session_id: string | null;
  body: string;
  promised_at: Date | null;
  give_up_at: Date;
  created_at: Instant;
  state: Generated<ProvisionCallState>;
  attempts: Generated<number>;
  due_at: Instant;
  finished_at: Generated<Date | null>;
  failure: Generated<string | null>;
};

type AccessGrantTable = {
  entitlement_id: string;
  state: 'waiting' | 'ready' | 'withdrawn';
  round: Generated<number>;
  call_id: Generated<string | null>;
  promised_at: Generated<Date | null>;
  ready_at: Generated<Date | null>;
  /** Answer of the endpoint, sealed. */
  answer: Generated<Uint8Array | null>;
  /** When it is over, where a time was bought. Of what waits for its endpoint only when the entitlement itself is. */
  ends_at: Generated<Date | null>;
  late_told_at: Generated<Date | null>;
  money_back_at: Generated<Date | null>;
};

type HoursBalanceTable = {
  /** Since when the machine of these hours is in stock again; null: it is reserved for them. */
  machine_returned_at: Generated<Date | null>;
  entitlement_id: string;
  minutes: number;
  bought: Generated<number>;
  used: Generated<number>;
  /** Taken by refunds of a part of the money. */
  refunded_minutes: Generated<number>;
  expires_at: Generated<Date | null>;
};

/** Minutes that a line of an order has added to the hours of a machine. */
type HoursExtensionTable = {
  order_id: string;
  line: number;
  entitlement_id: string;
  minutes: number;
  /** Those that went with its money; null: none. */
  taken_minutes: ColumnType<number | null, never, number | null>;
  granted_at: Date;
  /** When the machine's own money went back; null: the machine is its buyer's. */
  lost_at: ColumnType<Date | null, never, Date | null>;
  /** Minutes of it that were left then, and went with the machine. */
  lost_minutes: ColumnType<number | null, never, number | null>;
  /** Request of the refund of their share; null: not decided yet. */
  lost_refund_key: ColumnType<string | null, never, string | null>;
};

type MachineSessionTable = {
  session_id: string;
  entitlement_id: string;
  seller_id: string;
  by: 'endpoint' | 'hand';
  state: SessionState;
  requested_at: Date;
  started_at: Generated<Date | null>;
  stopped_at: Generated<Date | null>;
  stop_reason: Generated<StopReason | null>;
  failure: Generated<string | null>;
  counted: Generated<number>;
  returned: Generated<number>;
  fields: Generated<Uint8Array | null>;
  warned_at: Generated<Date | null>;
  to_tell: Generated<'started' | 'low' | 'stopped' | null>;
  shop_to_tell: Generated<'start' | 'stop' | 'extend' | null>;
  shop_told_at: Generated<Date | null>;
  request_key: string | null;
  stop_after_minutes: Generated<number | null>;
  budget_cents: Generated<number | null>;
  budget_minutes: Generated<number | null>;
  template: Generated<string | null>;
  report: Generated<Uint8Array | null>;
  ssh_keys: JsonWithDefault<string[] | null>;
};

type HoursEntryTable = {
  entry_id: MadeByDatabase<number>;
  entitlement_id: string;
  kind: HoursEntryKind;
  minutes: number;
  at: Date;
  session_id: string | null;
  reason: Generated<string>;
  by: string;
};

type HoursOutageTable = {
  outage_id: string;
  seller_id: string;
  product_id: string | null;
  session_id: string | null;
  from_at: Date;
  to_at: Date;
  reason: string;
  by: string;
  created_at: Instant;
  settled_at: Generated<Date | null>;
};

type OutageReturnTable = {
  outage_id: string;
  session_id: string;
  entitlement_id: string;
  minutes: number;
  told_at: Generated<Date | null>;
};

/** Keys of a product, or of a variant that has keys of its own. */
type ProductKeyListTable = {
  product_id: string;
  edition: Generated<string>;
  selected_options: ColumnType<SelectedOption[], string | undefined, string>;
  last_batch: Generated<number>;
  /** How many keys of it are of each state: the table counts them itself (0070-counted-keys.sql). */
  free: Generated<number>;
  given: Generated<number>;
  revoked: Generated<number>;
  low_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  waiting_told_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type ProductKeyTable = {
  key_id: string;
  product_id: string;
  edition: Generated<string>;
  seller_id: string | null;
  source: 'list' | 'signed';
  /** The order in which they are given out. */
  place: Generated<number>;
  /** The text. */
  sealed: Uint8Array;
  digest: Uint8Array;
  state: ProductKeyState;
  batch: Generated<string>;
  entitlement_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Instant;
  given_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Paid, and not given out because there was none. */
type ProductKeyWaitTable = {
  entitlement_id: string;
  product_id: string;
  edition: string;
  missing: number;
  since: Date;
  place: Generated<number>;
};

/** Bytes of a file sent within a day. */
type DownloadTable = {
  download_id: string;
  door: 'link' | 'hub' | 'free';
  entitlement_id: string | null;
  account_id: string | null;
  product_id: string;
  seller_id: string | null;
  release_id: string;
  path: string;
  size_bytes: number;
  started_at: Instant;
  last_at: Instant;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  bytes: Generated<number>;
  /** First and last bytes. */
  parts: JsonWithDefault<Array<[number, number]>>;
  open: Generated<boolean>;
  network: Generated<string>;
  agent: Generated<string>;
};

export type GoodsTables = {
  'api.signing_key': SigningKeyTable;
  'api.goods_object': GoodsObjectTable;
  'api.upload': UploadTable;
  'api.release': ReleaseTable;
  'api.release_file': ReleaseFileTable;
  'api.entitlement': EntitlementTable;
  'api.provision_endpoint': ProvisionEndpointTable;
  'api.provision_call': ProvisionCallTable;
  'api.access_grant': AccessGrantTable;
  'api.hours_balance': HoursBalanceTable;
  'api.hours_extension': HoursExtensionTable;
  'api.machine_session': MachineSessionTable;
  'api.hours_entry': HoursEntryTable;
  'api.hours_outage': HoursOutageTable;
  'api.outage_return': OutageReturnTable;
  'api.product_key_list': ProductKeyListTable;
  'api.product_key': ProductKeyTable;
  'api.product_key_wait': ProductKeyWaitTable;
  'api.library_token': LibraryTokenTable;
  'api.download': DownloadTable;
};
