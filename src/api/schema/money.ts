import type { ColumnType, Generated } from 'kysely';
import type { ProductType } from '#contract/catalogue/product/product.ts';
import type { AdjustmentWay } from '#contract/money/adjustment.ts';
import type { PayInState, RefundTarget } from '#contract/money/buyer-wallet.ts';
import type { InvoiceKind } from '#contract/money/invoice-labels.ts';
import type { PayoutMethod, PayoutSchedule, PayoutState } from '#contract/money/payout.ts';
import type { Explanation, ProviderTransactionState } from '#contract/money/reconciliation.ts';
import type { BankAccount } from '#contract/store.ts';
import type { Instant, Json, JsonWithDefault } from './column.ts';
import type { InvoicedLine, Pdf } from './invoice.record.ts';

type FeeRuleTable = {
  rule_id: string;
  name: string;
  seller_id: string | null;
  category: ProductType | null;
  rate_bp: number;
  fixed_cents: number;
  returned: boolean;
  from_at: Date;
  until_at: Generated<Date | null>;
  created_at: Instant;
  created_by: string;
};

type HoldingRuleTable = {
  rule_id: string;
  seller_id: string | null;
  category: ProductType | null;
  hours: number;
  from_at: Date;
  until_at: Generated<Date | null>;
  created_at: Instant;
  created_by: string;
};

export type ManualMovementTable = {
  movement_id: string;
  way: AdjustmentWay;
  from_account: string;
  to_account: string;
  cents: number;
  reason: string;
  state: 'proposed' | 'made' | 'refused';
  proposed_by: string;
  proposed_at: Date;
  /** By which the request is known when it is sent again; null of those of before there were keys. */
  request_key: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Date | null>;
  refusal: Generated<string>;
};

/** A transaction of the payment provider, in its words, beside the transfer of the ledger that says the same. Amounts are below zero when they left its balance. */
export type ProviderTransactionTable = {
  transaction_id: string;
  type: string;
  reporting_category: string;
  currency: string;
  amount_cents: number;
  fee_cents: number;
  net_cents: number;
  source: string | null;
  payment_intent: string | null;
  connect_transfer: string | null;
  created_at: Date;
  available_on: Date;
  fetched_at: Date;
  order_id: Generated<string | null>;
  state: Generated<ProviderTransactionState>;
  explanation: Generated<Explanation | null>;
  transfer_id: Generated<number | null>;
  posted_cents: Generated<number>;
  difference_cents: number;
  judged_at: Generated<Date | null>;
  closed_by: Generated<string | null>;
  closed_at: Generated<Date | null>;
  close_reason: Generated<string>;
};

/** Kept by the database. */
type ProviderTransactionSumTable = {
  currency: string;
  type: string;
  state: ProviderTransactionState;
  explanation: Explanation | '';
  transactions: number;
  amount_cents: number;
  posted_cents: number;
  difference_cents: number;
};

/** One row: how far the provider's list was read. */
export type ReconciliationTable = {
  one: Generated<boolean>;
  read_until: Generated<Date | null>;
  pass: Generated<number>;
  is_reading: Generated<boolean>;
  pass_begun_at: Generated<Date | null>;
  pass_from: Generated<Date | null>;
  pass_newest: Generated<Date | null>;
  pass_after: Generated<string | null>;
  fetched_at: Generated<Date | null>;
  failed_at: Generated<Date | null>;
  failure: Generated<string>;
  explained_version: Generated<number>;
};

type ClosedPostingTable = { transfer_id: number; closed_by: string; closed_at: Date; close_reason: string };

type BuyerWalletTable = { account_id: string; monthly_limit_cents: number | null; refunds_to: RefundTarget };

type PayInTable = {
  pay_in_id: string;
  account_id: string;
  /** Null once the customer has left. */
  user_id: string | null;
  amount_cents: number;
  state: Generated<PayInState>;
  session_id: Generated<string | null>;
  checkout_url: Generated<string | null>;
  payment_intent: Generated<string | null>;
  request_key: string;
  created_at: Date;
  expires_at: Date;
  paid_at: Generated<Date | null>;
  next_check_at: Date | null;
  failed_checks: Generated<number>;
};

type PayInRefundTable = {
  pay_in_refund_id: string;
  pay_in_id: string;
  account_id: string;
  origin: 'withdrawal' | 'unwanted' | 'provider' | 'dispute';
  request_key: string | null;
  place: Generated<number>;
  amount_cents: number;
  wallet_cents: number;
  state: Generated<'decided' | 'pending' | 'succeeded' | 'failed'>;
  provider_id: Generated<string | null>;
  failure: Generated<string | null>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  created_at: Date;
};

type ReceiptTable = {
  order_id: string;
  content_hash: string;
  pdf: Uint8Array;
  drawn_at: Generated<Date>;
};

/** Invoices, credit notes and cancellations. Once its PDF is kept a row stays as it is (a trigger). */
type InvoiceTable = {
  invoice_id: string;
  issuer: string;
  kind: InvoiceKind;
  year: number;
  sequence: number;
  number: string;
  order_id: string;
  refund_id: string | null;
  corrects: string | null;
  lines: ColumnType<InvoicedLine[], string, never>;
  total_cents: number;
  tax_cents: number;
  paper: ColumnType<Pdf, string, never>;
  content_hash: string;
  pdf: ColumnType<Uint8Array | null, undefined, Uint8Array>;
  issued_at: Date;
};

/** The last number that was given. */
type InvoiceCounterTable = { issuer: string; kind: InvoiceKind; year: number; last: number; issued_at: Date };

/** Where a shop's money goes to, and when. */
type PayoutSettingsTable = {
  seller_id: string;
  method: PayoutMethod | null;
  schedule: PayoutSchedule;
  day: number | null;
  next_at: Date | null;
  minimum_cents: number;
  bank: Generated<Buffer | null>;
  bank_last4: Generated<string | null>;
  bank_changed_at: Generated<Date | null>;
  /** When the money was last sent to somewhere else than before; null: never. */
  destination_changed_at: Generated<Date | null>;
  destination_changed_by: Generated<string | null>;
  destination_confirmed_by: Generated<string | null>;
  connect_account: Generated<string | null>;
  connect_ready: Generated<boolean>;
  connect_missing: JsonWithDefault<string[]>;
  updated_at: Date;
  updated_by: string;
};

type PayoutTable = {
  payout_id: string;
  seller_id: string;
  request_key: string;
  asked_cents: number | null;
  amount_cents: number;
  state: Generated<PayoutState>;
  method: PayoutMethod;
  from_version: number;
  to_version: number;
  has_left: Generated<boolean>;
  failure: Generated<string | null>;
  hold: string | null;
  released_by: Generated<string | null>;
  bank: Buffer | null;
  bank_last4: string | null;
  connect_account: string | null;
  transfer: Generated<string | null>;
  provider_payout: Generated<string | null>;
  begun_at: Generated<Date | null>;
  refusals: Generated<number>;
  batch_id: Generated<string | null>;
  by_schedule: boolean;
  requested_by: string;
  created_at: Date;
  sent_at: Generated<Date | null>;
  paid_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  next_check_at: Generated<Date | null>;
  stuck_since: Generated<Date | null>;
  stuck_because: Generated<string | null>;
};

type PayoutBatchTable = {
  batch_id: string;
  made_at: Date;
  made_by: string;
  sent_at: Generated<Date | null>;
  sent_by: Generated<string | null>;
  debtor: Json<BankAccount>;
  /** In which its files write texts: `utf8` in those of before, `basic` what every bank takes. */
  charset: Generated<'utf8' | 'basic'>;
};

export type MoneyTables = {
  'api.buyer_wallet': BuyerWalletTable;
  'api.pay_in': PayInTable;
  'api.pay_in_refund': PayInRefundTable;
  'api.payout': PayoutTable;
  'api.payout_batch': PayoutBatchTable;
  'api.payout_settings': PayoutSettingsTable;
  'api.fee_rule': FeeRuleTable;
  'api.holding_rule': HoldingRuleTable;
  'api.manual_movement': ManualMovementTable;
  'api.provider_transaction': ProviderTransactionTable;
  'api.provider_transaction_sum': ProviderTransactionSumTable;
  'api.reconciliation': ReconciliationTable;
  'api.closed_posting': ClosedPostingTable;
  'api.receipt': ReceiptTable;
  'api.invoice': InvoiceTable;
  'api.invoice_counter': InvoiceCounterTable;
};
