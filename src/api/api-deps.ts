// Dependencies of the API: stores, settings and other parts of the shop, as main hands them over.
import type { ShopPages } from '#contract/catalogue/shop-pages.ts';
import type { Operator } from '#contract/marketplace.ts';
import type { SendMail, SentMails } from '#mail/mailer.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Authenticate } from './access/authenticate.ts';
import type { CatalogueVersion } from './catalogue/catalogue-version/catalogue-version.ts';
import type { EmbeddingsConfig } from './catalogue/search/meaning/embeddings.ts';
import type { LedgerLimits, SellerLimits } from './config.ts';
import type { GoodsDeps } from './goods/create-goods.ts';
import type { MoneyDeps } from './money/create-money.ts';
import type { StateSource } from './operations/system-status/system-status-source.ts';
import type { PaymentProvider } from './ordering/checkout/payment/provider/payment-provider.ts';
import type { OrderingDeps } from './ordering/create-ordering.ts';
import type { DisputeTimes } from './ordering/dispute/dispute.rules.ts';
import type { PeopleDeps } from './people/create-people.ts';
import type { Db, ShopDatabase } from './schema/db.ts';
import type { CallOptions } from './selling/webhook/webhook-deps.ts';

export type ApiDeps = {
  database: ShopDatabase;
  version: CatalogueVersion;
  /** Reads of products and public reviews: the database's own, or one that knows a replica. */
  catalogue: Db;
  authenticate: Authenticate;
  storage: Storage;
  secrets: Secrets;
  sendMail: SendMail;
  shop: Operator;
  checkout: Pick<OrderingDeps, 'limits' | 'takesBilledOrders'> & {
    provider: PaymentProvider;
    /** Buyers may pay in to wallets, and pay from them. */
    walletIsOpen: boolean;
  };
  connect?: MoneyDeps['connect'];
  balance: MoneyDeps['balance'];
  /** Customers as other parts know them; without accounts another service keeps them. */
  customers: Pick<PeopleDeps, 'accounts'> & { sentMails: SentMails };
  storesCarts: boolean;
  contactMailBox: PeopleDeps['contactMailBox'];
  /** How far sellers may go without being asked. */
  sellers?: SellerLimits;
  /** How far the staff may, in the ledger. */
  ledger?: LedgerLimits;
  /** How long payouts wait after their account was changed, in days; not said: they do not. */
  payouts?: { waitDays: number };
  /** Until when lines are disputed and answered. */
  disputes?: DisputeTimes;
  goods?: GoodsDeps['releases'];
  shopPages?: ShopPages;
  embeddings?: EmbeddingsConfig | null;
  isEnding?: () => boolean;
  sendersBeside?: GoodsDeps['sendersBeside'];
  webhooks: CallOptions;
  /** State of the shop that only other parts know. */
  state?: StateSource;
  receiptFonts?: readonly string[];
  log: Log;
  now?: () => Date;
};
