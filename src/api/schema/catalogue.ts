import type { ColumnType, Generated } from 'kysely';
import type { LicenseFacts } from '#contract/catalogue/license.ts';
import type { ProductType, SelectedOption } from '#contract/catalogue/product/product.ts';
import type { Review } from '#contract/catalogue/review.ts';
import type { ReviewDecision, ReviewReportReason } from '#contract/catalogue/review-report.ts';
import type { Instant, Json, JsonWithDefault, MadeByDatabase } from './column.ts';
import type { Alerts, Searched } from './product.record.ts';
import type { ColumnValue, ProductColumn, productColumns } from './product-columns.rules.ts';

/** Its columns are said in catalogue/product/product-columns.rules.ts. */
export type ProductTable = {
  [Name in ProductColumn]: (typeof productColumns)[Name] extends { madeBy: 'database' }
    ? MadeByDatabase<ColumnValue<Name>>
    : (typeof productColumns)[Name] extends { type: 'timestamp with time zone' }
      ? Instant
      : (typeof productColumns)[Name] extends { type: 'jsonb' }
        ? JsonWithDefault<ColumnValue<Name>>
        : (typeof productColumns)[Name] extends { file: 'required' | 'derived'; type: 'text' | 'bigint' | 'boolean' }
          ? ColumnValue<Name>
          : Generated<ColumnValue<Name>>;
};

export type ReviewTable = {
  review_id: string;
  product_id: string;
  user_email: string;
  rate: number;
  review_text: string;
  created_at: Instant;
  updated_at: Instant;
  helpful_count: number;
  verified_purchase: boolean;
  responses: Json<Review['responses']>;
  show: boolean;
  /** Whose product it is about, from the product; null: the operator's own. */
  seller_id: MadeByDatabase<string | null>;
  /** When the seller first answered it. */
  answered_at: Generated<Date | null>;
  answer_edited_at: Generated<Date | null>;
  /** When and why the staff have hidden it; null and empty while it is shown. */
  hidden_at: Generated<Date | null>;
  hidden_reason: Generated<string>;
};

type ReviewReportTable = {
  report_id: string;
  review_id: string;
  /** Null once the account has left. */
  account_id: string | null;
  reason: ReviewReportReason;
  text: Generated<string>;
  /** Somebody of the shop whose product it is about. */
  by_shop: boolean;
  created_at: Instant;
  resolved_at: Generated<Date | null>;
  decision: Generated<ReviewDecision | null>;
};

/** Reviews that wait for the staff. */
type ReviewQueueTable = {
  review_id: string;
  since: Instant;
  reports: Generated<number>;
  /** By its author, since it was hidden. */
  edited: Generated<boolean>;
};

/** A decision of the staff about a review, with the review as it was then. */
type ReviewDecisionTable = {
  decision_id: Generated<number>;
  review_id: string;
  at: Instant;
  by_account: string;
  action: ReviewDecision;
  reason: string;
  reports: number;
  rate: number;
  review_text: string;
};

/** A hidden review that its author has deleted. */
type HiddenReviewTable = { product_id: string; user_email: string; hidden_at: Date; hidden_reason: string };

type CatalogueChangeTable = { id: Generated<number>; changed_at: Instant };

type SavedProductTable = {
  account_id: string;
  user_id: string;
  product_id: string;
  saved_at: Instant;
  saved_micros: number;
  saved_unit: string;
  alerts: ColumnType<Alerts, string | undefined, string>;
  end_token: string;
};

type AlertLinkTable = { end_token: string; account_id: string; user_id: string; product_id: string };

type SavedSearchTable = {
  search_id: Generated<string>;
  account_id: string;
  user_id: string;
  name: string;
  address: string;
  saved_at: Instant;
  alerts: boolean;
  looked_at: Generated<Date | null>;
  too_many: Generated<boolean>;
  known_ids: Generated<string[]>;
  new_ids: Generated<string[]>;
};

type SearchWatchTable = {
  account_id: string;
  user_id: string;
  turn: Generated<number>;
  looked_at: Generated<Date | null>;
  version: Generated<string | null>;
  mailed_at: Generated<Date | null>;
};

type SearchAlertLinkTable = {
  end_token: string;
  account_id: string;
  user_id: string;
  search_ids: string[];
  created_at: Instant;
};

type WatchedChangeTable = {
  id: Generated<number>;
  product_id: string;
  asked: Generated<boolean>;
  looked_at_until: string | null;
};

type LicenseTable = {
  license_id: string;
  name: string;
  facts: Json<LicenseFacts>;
  sha256: string;
  updated_at: Instant;
};

type SearchPostingTable = { key: string; block: number; offsets: ColumnType<number[], never, never> };

type SearchSpellingTable = { spelling: string; variants: ColumnType<string[], never, never> };

type SearchQueueTable = {
  id: MadeByDatabase<number>;
  position: number;
  before: ColumnType<Searched | null, never, never>;
};

type ProductVectorTable = {
  position: number;
  changes: Generated<number>;
  seen: Generated<number>;
  model: string | null;
  text_hash: Uint8Array | null;
  vector: Uint8Array | null;
  signature: Uint8Array | null;
  number: number | null;
};

type SearchSynonymTable = {
  synonym_id: string;
  words: string;
  means: string;
  is_two_way: boolean;
  created_at: Instant;
  updated_at: Instant;
  updated_by: string;
};

type SearchKeptWordTable = { word: string; created_at: Instant; created_by: string };

type SearchPinTable = { query: string; rank: number; product_id: string; created_at: Instant; created_by: string };

type SearchMissTable = { query: string; searches: number; first_at: Instant; last_at: Instant };

type ProductCountTable = { product_type: ProductType; products: number };

type ProductCountChangeTable = { id: MadeByDatabase<number>; product_type: ProductType; change: number };

/** A picture that lies in the storage. */
export type PictureTable = {
  hash: string;
  /** Null: the staff, for a product of the operator's own. */
  seller_id: string | null;
  width: number;
  height: number;
  size_bytes: number;
  sent_at: Instant;
  checked_at: Instant;
  unused_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

type StockChangeTable = {
  change_id: MadeByDatabase<number>;
  product_id: string;
  at: Instant;
  by_account: string;
  reason: string;
  selected_options: JsonWithDefault<SelectedOption[]>;
  stock_before: number | null;
  stock_after: number | null;
};

export type CatalogueTables = {
  'api.product': ProductTable;
  /** Products for visitors and buyers: those that their sellers, and the operator, want to be sold now. */
  'api.listed_product': ProductTable;
  'api.product_count': ProductCountTable;
  'api.product_count_change': ProductCountChangeTable;
  'api.stock_change': StockChangeTable;
  'api.picture': PictureTable;
  'api.review': ReviewTable;
  'api.review_report': ReviewReportTable;
  'api.review_queue': ReviewQueueTable;
  'api.review_decision': ReviewDecisionTable;
  'api.hidden_review': HiddenReviewTable;
  'api.catalogue_change': CatalogueChangeTable;
  'api.license': LicenseTable;
  'api.license_text': { license_id: string; sha256: string; text: string };
  'api.search_posting': SearchPostingTable;
  'api.search_spelling': SearchSpellingTable;
  'api.search_queue': SearchQueueTable;
  'api.product_vector': ProductVectorTable;
  'api.search_synonym': SearchSynonymTable;
  'api.search_kept_word': SearchKeptWordTable;
  'api.search_pin': SearchPinTable;
  'api.search_vocabulary': { is_only: Generated<boolean>; revision: Generated<number> };
  'api.search_miss': SearchMissTable;
  'api.saved_product': SavedProductTable;
  'api.alert_link': AlertLinkTable;
  'api.saved_search': SavedSearchTable;
  'api.search_watch': SearchWatchTable;
  'api.search_alert_link': SearchAlertLinkTable;
  'api.watched_change': WatchedChangeTable;
};
