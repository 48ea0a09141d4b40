import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Kysely } from 'kysely';
import type { ShopPages } from '#contract/catalogue/shop-pages.ts';
import { isOwnStep } from '#contract/site-address.ts';
import { isMailable, type SendMail, type SentMails } from '#mail/mailer.ts';
import type { Database } from '#platform/database/database.ts';
import type { Part } from '#platform/http/part.ts';
import type { Log } from '#platform/observability/log.ts';
import { observeRequests } from '#platform/observability/observe-requests.ts';
import type { Delivery } from '#platform/outbox/delivery.ts';
import type { OutsideRules } from '#platform/outside/post-outside.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Authenticate } from './access/authenticate.ts';
import { createReadKey } from './access/read-key.ts';
import { catalogueItems } from './catalogue/catalogue-file/catalogue-items.ts';
import type { CatalogueVersion } from './catalogue/catalogue-version/catalogue-version.ts';
import { acceptLicenses } from './catalogue/license/accept-licenses.ts';
import { mountLicenses } from './catalogue/license/license.routes.ts';
import { mountStaffLicenses } from './catalogue/license/staff-license.routes.ts';
import { createKeepPicture } from './catalogue/picture/keep-picture.ts';
import { mountPictures } from './catalogue/picture/picture.routes.ts';
import type { KeepPicture } from './catalogue/picture/picture.rules.ts';
import { createListProducts } from './catalogue/product/list-products.ts';
import { mountProducts } from './catalogue/product/product.routes.ts';
import { reviewKinds } from './catalogue/review/decide-many-reviews.ts';
import { mountReviews } from './catalogue/review/review.routes.ts';
import { reviewWrites } from './catalogue/review/review-limits.rules.ts';
import { mountReviewReports } from './catalogue/review/review-report.routes.ts';
import { mountSellerReviews } from './catalogue/review/seller-review.routes.ts';
import { mountAlertLinks } from './catalogue/saved-product/alert-link.routes.ts';
import { mountSavedProducts } from './catalogue/saved-product/saved-product.routes.ts';
import { mountSearch } from './catalogue/search/search.routes.ts';
import { mountShopPages } from './catalogue/shop-page/shop-page.routes.ts';
import { defaultAloneDollars, type LedgerLimits, type SellerLimits } from './config.ts';
import { mountDocs } from './docs/docs.routes.ts';
import { createCheckObject } from './goods/download/check-object.ts';
import { mountDownloads } from './goods/download/download.routes.ts';
import { createSendFile, type SendersBeside } from './goods/download/send-file.ts';
import { createTransfers } from './goods/download/transfers.ts';
import { mountLibrary } from './goods/entitlement/library.routes.ts';
import type { StateReaders } from './goods/entitlement/read-states.ts';
import { mountStaffGifts } from './goods/entitlement/staff-gift.routes.ts';
import { mountFileFormats } from './goods/file-format/file-format.routes.ts';
import { inspectFile } from './goods/file-format/inspect-file.ts';
import { mountHours } from './goods/hours/hours.routes.ts';
import type { HoursService } from './goods/hours/hours-service.ts';
import { keepHoursRegularly } from './goods/hours/keep-hours.ts';
import { giveUpMachine, hearMachine } from './goods/hours/machine.ts';
import { mountSellerHours } from './goods/hours/seller-hours.routes.ts';
import { tellHours } from './goods/hours/tell-hours.ts';
import { createHub, type Hub } from './goods/hub/hub.ts';
import { ownNamespace, repoIdText, repoNameOf } from './goods/hub/hub-name.rules.ts';
import { mountLibraryTokens } from './goods/hub/library-token.routes.ts';
import { mountSigningKeys } from './goods/manifest/manifest.routes.ts';
import { createSignProductToken, createSignRevokedKeys } from './goods/manifest/sign-product-token.ts';
import { createSignRelease } from './goods/manifest/sign-release.ts';
import { keysTold, listOwnKeyTexts, readOwnKeys } from './goods/product-key/own-keys.ts';
import { mountProductKeys } from './goods/product-key/product-key.routes.ts';
import { mountStaffProductKeys } from './goods/product-key/staff-product-key.routes.ts';
import { mountAccess } from './goods/provision/access.routes.ts';
import { createProvisionDelivery } from './goods/provision/deliver-calls.ts';
import { mountProvisionEndpoint } from './goods/provision/endpoint.routes.ts';
import { keepPromisesRegularly } from './goods/provision/keep-promises.ts';
import { provisionOutbox } from './goods/provision/provision-outbox.ts';
import { mountStaffEndpoint } from './goods/provision/staff-endpoint.routes.ts';
import { type AccessReads, tellAccess } from './goods/provision/tell-access.ts';
import { createTellShop } from './goods/provision/tell-shop.ts';
import type { InspectFile, SignRelease } from './goods/release/complete-release.ts';
import { defaultGoodsLimits, type GoodsLimits } from './goods/release/goods-limits.rules.ts';
import { mountReleases } from './goods/release/release.routes.ts';
import { createHashStates } from './goods/release/upload/hash-states.ts';
import type { Scanner } from './goods/release/upload/scan-object.ts';
import type { Settling as SettlingObjects } from './goods/release/upload/settle-object.ts';
import { mountUploads } from './goods/release/upload/upload.routes.ts';
import { createGoodsKinds, createGoodsSettlers } from './goods-kinds.ts';
import type { Fault } from './http/answer-problems.ts';
import { createApp } from './http/create-app.ts';
import { RefusalAnswer } from './http/refusal-answer.ts';
import type { RequestEnv } from './http/request-context.ts';
import { createWriteRateLimit } from './http/write-rate-limit.ts';
import { mountBuyerWallets } from './money/buyer-wallet/buyer-wallet.routes.ts';
import { findKeptCents, findWallet } from './money/buyer-wallet/buyer-wallet.store.ts';
import type { BuyerWalletService } from './money/buyer-wallet/buyer-wallet-service.ts';
import { hearPayIn, reconcileWallets } from './money/buyer-wallet/hear-pay-in.ts';
import { leaveWallet, whyWalletStays } from './money/buyer-wallet/leave-wallet.ts';
import { settlePayIn } from './money/buyer-wallet/settle-pay-in.ts';
import { walletWrites } from './money/buyer-wallet/wallet-limits.rules.ts';
import { mountInvoices } from './money/invoice/invoice.routes.ts';
import { createInvoices, type Invoices } from './money/invoice/invoices.ts';
import { mountManualMovements } from './money/manual-movement/manual-movement.routes.ts';
import { createConnectPayouts } from './money/payout/connect/connect-payouts.ts';
import type { ConnectProvider } from './money/payout/connect/connect-provider.ts';
import { payRegularly } from './money/payout/pay-by-schedule.ts';
import { mountPayouts } from './money/payout/payout.routes.ts';
import type { PayoutService } from './money/payout/payout-service.ts';
import { mountStaffPayouts } from './money/payout/staff-payout.routes.ts';
import { createPaperDrawer, DrawerBusy } from './money/receipt/paper-drawer.ts';
import { createReceipts, type Receipts } from './money/receipt/receipts.ts';
import type { BalanceProvider } from './money/reconciliation/balance-provider.ts';
import { reconcileProvider, reconcileProviderRegularly } from './money/reconciliation/reconcile-provider.ts';
import { mountReconciliation } from './money/reconciliation/reconciliation.routes.ts';
import { mountSaleTerms } from './money/sale-terms/sale-terms.routes.ts';
import { mountStaffLedger } from './money/wallet/staff-ledger.routes.ts';
import { unpaidCents } from './money/wallet/unpaid.ts';
import { mountWallets } from './money/wallet/wallet.routes.ts';
import { mountAuditEntries } from './operations/audit-entry/audit-entry.routes.ts';
import { mountChecks } from './operations/check/check.routes.ts';
import { type CheckRunner, createCheckRunner } from './operations/check/run-checks.ts';
import { mountHealth } from './operations/health/health.routes.ts';
import type { JobKind } from './operations/staff-job/job-kind.store.ts';
import { createJobRunner, type JobRunner } from './operations/staff-job/run-jobs.ts';
import { mountStaffJobs } from './operations/staff-job/staff-job.routes.ts';
import { jobPreviews } from './operations/staff-job/staff-job-limits.rules.ts';
import { mountStaffLists } from './operations/staff-list/staff-list.routes.ts';
import { mountStaffViews } from './operations/staff-list/staff-view.routes.ts';
import { mountState } from './operations/state/state.routes.ts';
import type { StateSource } from './operations/state/state-source.ts';
import { mountCarts } from './ordering/cart/cart.routes.ts';
import { cancelOrders, cancelOrdersOfSuspended } from './ordering/checkout/cancel-order.ts';
import { mountCheckout } from './ordering/checkout/checkout.routes.ts';
import type { CheckoutService } from './ordering/checkout/checkout-service.ts';
import { deliverGoods } from './ordering/checkout/delivery/deliver-goods.ts';
import { deliverLines } from './ordering/checkout/delivery/deliver-lines.ts';
import { mailBuyer } from './ordering/checkout/delivery/mail-buyer.ts';
import {
  isProviderAway,
  isProviderRefusal,
  type PaymentProvider,
} from './ordering/checkout/payment/provider/payment-provider.ts';
import { syncPayment } from './ordering/checkout/payment/sync-payment.ts';
import { mountWebhook } from './ordering/checkout/payment/webhook.routes.ts';
import { createCheckoutQueue } from './ordering/checkout/placing/checkout-queue.ts';
import { refundLines } from './ordering/checkout/refund/refund-lines.ts';
import { refundWholeLine } from './ordering/checkout/refund/refund-whole-line.ts';
import { staffOrderActs } from './ordering/checkout/staff-order-acts.ts';
import { couponKinds } from './ordering/coupon/end-many-coupons.ts';
import { mountStaffCoupons } from './ordering/coupon/staff-coupon.routes.ts';
import { mountDisputes } from './ordering/dispute/dispute.routes.ts';
import { type DisputeTimes, defaultDisputeTimes } from './ordering/dispute/dispute.rules.ts';
import { disputeWrites } from './ordering/dispute/dispute-limits.rules.ts';
import { decideDispute, withdrawDispute } from './ordering/dispute/end-dispute.ts';
import { openDispute } from './ordering/dispute/open-dispute.ts';
import { writeInDispute } from './ordering/dispute/write-in-dispute.ts';
import { mountInvoiceDetails } from './ordering/invoice-details/invoice-details.routes.ts';
import { mountBoughtVersions } from './ordering/order/bought-version.routes.ts';
import { mountOrders } from './ordering/order/order.routes.ts';
import { findOrder, hasPaidFor, lockOrder } from './ordering/order/order.store.ts';
import { mountSellerOrders } from './ordering/seller-order/seller-order.routes.ts';
import type { Settling } from './ordering/seller-order/settle-sale.ts';
import { mountStaffSales } from './ordering/seller-order/staff-sale.routes.ts';
import { mountStaffOrders } from './ordering/staff-order/staff-order.routes.ts';
import { staffOrderPreviews, staffOrderWrites } from './ordering/staff-order/staff-order-limits.rules.ts';
import { mountContact } from './people/contact/contact.routes.ts';
import type { CustomerAccounts } from './people/customer/customer-accounts.ts';
import { deletedCustomerMail } from './people/customer/customer-mails.rules.ts';
import { mountDataExports } from './people/customer/data-export.routes.ts';
import { dataExportLimit } from './people/customer/data-export-limit.rules.ts';
import { createDataExports, type DataExports } from './people/customer/make-data-exports.ts';
import { mountStaffCustomers } from './people/customer/staff-customer.routes.ts';
import { mountReports } from './people/message/report.routes.ts';
import { mountThreads } from './people/message/thread.routes.ts';
import { leaveStaff, whyStayOnStaff } from './people/staff/leave-staff.ts';
import { mountStaff } from './people/staff/staff.routes.ts';
import { deleteUser } from './people/user/delete-user.ts';
import { mountUsers } from './people/user/user.routes.ts';
import type { ApiTables } from './schema/schema.ts';
import { mountApprovals } from './selling/approval/approval.routes.ts';
import { listingKinds } from './selling/approval/hide-many-listings.ts';
import { type CountSeen, createCountSeen } from './selling/figures/count-seen.ts';
import { mountFigures } from './selling/figures/figures.routes.ts';
import { foldShopFiguresRegularly } from './selling/figures/fold-shop-figures.ts';
import { mountShopFigures } from './selling/figures/shop-figures.routes.ts';
import { publishListing, returnListing } from './selling/listing/draft/publish-listing.ts';
import { mountListingFiles } from './selling/listing/file/listing-file.routes.ts';
import { mountListings } from './selling/listing/listing.routes.ts';
import { listingWrites } from './selling/listing/listing-limits.rules.ts';
import { mountListingVersions } from './selling/listing/version/listing-version.routes.ts';
import { mountApplications } from './selling/seller/application/application.routes.ts';
import { mountClosing } from './selling/seller/closing/closing.routes.ts';
import { countOpen } from './selling/seller/closing/closing.store.ts';
import { leaveSellers } from './selling/seller/closing/leave-sellers.ts';
import { createMailLimit } from './selling/seller/member/mail-limit.ts';
import { mountMembers } from './selling/seller/member/member.routes.ts';
import { listClosingWith, listOwnedAlone } from './selling/seller/member/member.store.ts';
import { mountOperatedSellers } from './selling/seller/operated/operated-seller.routes.ts';
import { mountSellerPages } from './selling/seller/page/seller-page.routes.ts';
import { decideApplication } from './selling/seller/seller.store.ts';
import {
  applicantMails,
  invitationsOf,
  sellerMails,
  sellerWrites,
  supportMailsTo,
} from './selling/seller/seller-limits.rules.ts';
import { applicationDecidedMails } from './selling/seller/seller-mails.rules.ts';
import type { SellerService } from './selling/seller/seller-service.ts';
import { mountStaffSellers } from './selling/seller/suspension/staff-seller.routes.ts';
import { mountSellerKeys } from './selling/seller-key/seller-key.routes.ts';
import { createImportRunner, type ImportRunner } from './selling/staff-import/run-imports.ts';
import { mountStaffImports } from './selling/staff-import/staff-import.routes.ts';
import { ownProductKinds } from './selling/staff-product/many-own-products.ts';
import { mountStaffProducts } from './selling/staff-product/staff-product.routes.ts';
import { turnSalesRegularly } from './selling/staff-product/turn-sales.ts';
import { createWebhookDelivery } from './selling/webhook/deliver-webhooks.ts';
import { mountSellerWebhooks } from './selling/webhook/webhook.routes.ts';
import { webhookOutbox } from './selling/webhook/webhook-outbox.ts';
import { createChecks } from './shop-checks.ts';
import { createStaffImporter } from './staff-importer.ts';
import { staffListSources } from './staff-list-sources.ts';

export type Api = Part & {
  openapi: () => object;
  /** What was bought, at addresses beside those of /api: for the tools made for the Hugging Face Hub. */
  hub: Hub;
  checkout: CheckoutService;
  receipts: Receipts;
  /** Issues invoices by itself, once it is told to. */
  invoices: Invoices;
  /** Everything that is mounted, also what the document does not tell of. */
  routes: Array<{ method: string; path: string }>;
  /** Delivers events to the machines of sellers, once it is started. */
  webhooks: Delivery;
  /** What hashes and scans the files of releases. */
  objects: SettlingObjects;
  /** Calls the endpoints of shops for what only they can set up, once it is started. */
  provision: Delivery;
  /** What is looked at now and then of access and hours. */
  provisioning: Provisioning;
  /** What shops are paid, which is done by itself once it is started (payRegularly). */
  payouts: PayoutService;
  /** Asks the provider for what it is to pay, and what became of it. */
  carryOutPayouts: () => Promise<void>;
  payRegularly: () => () => Promise<void>;
  /** Compares what the provider has moved with the ledger, once; answers whether all was read. */
  reconcileProvider: () => Promise<boolean>;
  reconcileProviderRegularly: () => () => Promise<void>;
  foldFiguresRegularly: () => () => Promise<void>;
  /** Does what the staff ask for with many rows. */
  staffJobs: JobRunner;
  /** Checks and imports the catalogue files that the staff have sent. */
  staffImports: ImportRunner;
  dataExports: DataExports;
  /** Makes the checks that the staff ask for, and each once a day. */
  checks: CheckRunner;
  /** Begins and ends planned sales; answers how to stop. */
  turnSalesRegularly: () => () => Promise<void>;
  /** Counts views of products, which come to the edge of the site. */
  seen: CountSeen;
  close: () => Promise<void>;
};

type ApiDeps = {
  database: Database<ApiTables>;
  version: CatalogueVersion;
  /** What products and public reviews are read through: the database's own, or one that knows a replica. */
  catalogue: Kysely<ApiTables>;
  authenticate: Authenticate;
  /** Where bytes lie that are too many for the database. */
  storage: Storage;
  checkout: {
    provider: PaymentProvider;
    sendMail: SendMail;
    shop: CheckoutService['shop'];
    limits: CheckoutService['limits'];
    takesBilledOrders: boolean;
    /** Whether buyers pay in to wallets, and pay from them. */
    walletIsOpen: boolean;
  };
  /** The provider's accounts of shops; null: it has none, and shops are paid by the bank. */
  connect?: ConnectProvider | null;
  /** The provider's book of what it has moved. */
  balance: BalanceProvider;
  /** What other parts know of customers; without accounts another service keeps them. */
  customers: {
    accounts: CustomerAccounts | null;
    sentMails: SentMails;
    /** What follows the end of accounts that are open no more. */
    endAccounts: (accountIds: string[]) => Promise<void>;
  };
  /** Whether carts are stored for accounts. */
  storesCarts: boolean;
  /** The support mail box that messages of the contact form go to; null: they are not taken. */
  contactMailBox: string | null;
  /** How far sellers may go without being asked. */
  sellers?: SellerLimits;
  /** How far the staff may, in the ledger. */
  ledger?: LedgerLimits;
  /** How long payouts wait after their account was changed, in days; not said: they do not. */
  payouts?: { waitDays: number };
  /** Until when lines are disputed and answered. */
  disputes?: DisputeTimes;
  /** How files of releases are taken, looked into and signed. */
  goods?: { limits?: GoodsLimits; scanner?: Scanner | null; inspectFile?: InspectFile; signRelease?: SignRelease };
  /** The operator's own pages. */
  shopPages?: ShopPages;
  /** The process has been told to end: it still answers, and is no longer ready. */
  isEnding?: () => boolean;
  /** Who else sends the bytes of files; unset: nobody. */
  sendersBeside?: SendersBeside;
  /** How events reach the machines of sellers. */
  webhooks: {
    secrets: Secrets;
    /** Where the shop is tried out, machines beside it may be called. */
    isTrial: boolean;
    resolve?: OutsideRules['resolve'];
    certificates?: string;
    patienceMs?: number;
  };
  /** What other parts know of the state of the shop. */
  state?: StateSource;
  /** A font file of the operator's for receipts, for what the shop's own fonts cannot write. */
  receiptFonts?: readonly string[];
  log: Log;
  now?: () => Date;
};

/**
 * The product API (docs/specification, group E), under /api, with and without a trailing slash. Callers say who
 * they are by bearer token alone, never by cookie: a foreign site cannot make a browser send one, so the anti-forgery
 * header of clients (X-XSRF-TOKEN) is welcome and not needed.
 */
export function createApi(deps: ApiDeps): Api {
  const { version, catalogue } = deps;
  const db = deps.database.kysely;
  const { takesBilledOrders, ...buying } = deps.checkout;
  const now = deps.now ?? (() => new Date());
  const readKey = createReadKey({ database: deps.database, now });
  const authenticate: Authenticate = Object.assign((request: Request) => deps.authenticate(request), { readKey });
  const service: CheckoutService = {
    db,
    actor: { kind: 'customer' },
    ...buying,
    inQueue: createCheckoutQueue(),
    acceptLicenses,
    settleGoods: createGoodsKinds(buying),
    hearPayouts: async (news) => payouts.connect?.hear(news),
    payIns: payInsOf(() => wallets),
    log: deps.log,
    now,
  };
  const wallets = toWalletService(service);
  const drawer = createPaperDrawer({ fonts: deps.receiptFonts ?? [] });
  const payouts = createPayouts(deps, service);
  const carryOutPayouts = async () => payouts.connect?.carryOutDue();
  const hearPayment = (paymentIntent: string) => syncPayment(service, paymentIntent);
  const reconciling = { db, provider: deps.balance, hearPayment, log: deps.log, now };
  const receipts = createReceipts({
    db,
    drawer,
    seller: service.shop,
    findOrder,
    findCard: service.provider.findCard,
    log: deps.log,
  });
  const invoices = createInvoices({
    db,
    issuers: service.shop.invoices,
    operator: service.shop,
    lockOrder,
    draw: drawer.draw,
    log: deps.log,
    now,
  });
  const app = createApp({ log: deps.log, faultOf });

  mountProducts(app, { db: catalogue, listProducts: createListProducts(catalogue, version) });
  const ownRepos = ownNamespace(service.shop.name, isOwnStep);
  mountFileFormats(app, {
    db: catalogue,
    shop: {
      ...{ origin: service.shop.origin, name: service.shop.name },
      repoOf: (productId, address) => repoIdText({ namespace: address ?? ownRepos, name: repoNameOf(productId) }),
    },
  });
  mountSearch(app, { db: catalogue });
  const allowWrite = createWriteRateLimit(deps.database, reviewWrites);
  mountReviews(app, { db, catalogue, version, authenticate, allowWrite, hasPaidFor, shopName: service.shop.name });
  const judging = { db, sendMail: service.sendMail, shop: service.shop, now, refresh: version.refresh };
  mountReviewReports(app, { database: deps.database, judging, authenticate });
  mountSellerReviews(app, { db, version, authenticate, allowWrite, sendMail: service.sendMail, shop: service.shop });
  const { customers } = deps;
  const sellers = { listOwnedAlone, listClosingWith, countOpen, unpaidCents };
  const deleting = {
    db,
    sellers,
    endOrders: (orderIds: string[]) => cancelOrders(service, orderIds),
    leaveStaff: (accountId: string) => leaveStaff(db, accountId),
    leaveSellers: (who: { accountId: string }) => leaveSellers(db, who),
    leaveWallet,
    leaveMails: customers.sentMails.forget,
  };
  mountUsers(app, {
    ...{ ...deleting, refresh: version.refresh, authenticate, allowWrite, whyWalletStays, whyStayOnStaff },
    shopName: service.shop.name,
    tellDeleted: customers.accounts
      ? null
      : async (transaction, email) => {
          if (isMailable(email)) await service.sendMail(transaction, deletedCustomerMail(service.shop, email));
        },
  });
  mountStaffCustomers(app, {
    db,
    endOrders: deleting.endOrders,
    deleteUser: (who, deletion) => deleteUser(deleting, who, deletion),
    sellers,
    wallets: { findWallet, findKeptCents },
    authenticate,
    accounts: customers.accounts,
    sentMails: customers.sentMails,
    endAccount: (accountId) => customers.endAccounts([accountId]),
    sendMail: service.sendMail,
    shop: service.shop,
    refresh: version.refresh,
    now,
  });
  const dataExports = createDataExports({ ...customers, ...service, log: deps.log, now });
  mountDataExports(app, {
    ...{ db, authenticate, now },
    allowExport: createWriteRateLimit(deps.database, dataExportLimit),
    ...{ wake: dataExports.wake, shopName: service.shop.name },
  });
  mountStaffGifts(app, {
    ...{ db, authenticate, sendMail: service.sendMail, shop: service.shop, now },
    kinds: createGoodsSettlers(buying),
    refresh: version.refresh,
  });
  mountInvoiceDetails(app, { db, authenticate, allowWrite });
  mountBuyerWallets(app, {
    service: wallets,
    authenticate,
    allowWrite: createWriteRateLimit(deps.database, walletWrites),
    database: deps.database,
    perNetwork: service.limits.placedPerNetwork,
  });
  mountOrders(app, { database: deps.database, authenticate, receiptOf: receipts.of, bank: service.shop.bank });
  mountInvoices(app, { database: deps.database, authenticate, invoices, findOrder });
  mountCheckout(app, { service, database: deps.database, authenticate, takesBilledOrders });
  mountWebhook(app, { service });
  mountSavedProducts(app, { db, authenticate });
  mountAlertLinks(app, { db, shop: service.shop });
  const seen = createCountSeen({ db, log: deps.log, now });
  const webhooks = toWebhookService(deps, now);
  const keepPicture = createKeepPicture({ db, storage: deps.storage });
  mountMarketplace(app, { ...deps, authenticate, keepPicture }, service);
  const kinds: JobKind[] = [
    ...reviewKinds(judging),
    ...couponKinds({ now }),
    ...listingKinds(judging),
    ...ownProductKinds(judging),
  ];
  const staffJobs = createJobRunner({ db, kinds, log: deps.log, now });
  mountStaffJobs(app, {
    ...{ db, authenticate, kinds, now },
    sources: staffListSources(service.shop.name),
    allowPreview: createWriteRateLimit(deps.database, jobPreviews),
    wake: staffJobs.wake,
  });
  const importer = createStaffImporter(db);
  const staffImports = createImportRunner({
    ...{ db, storage: deps.storage, importer, log: deps.log, now },
    refresh: version.refresh,
  });
  mountStaffImports(app, {
    ...{ db, authenticate, storage: deps.storage, importer, now },
    wake: staffImports.wake,
  });
  const checks = createCheckRunner({ db, checks: createChecks({ db, storage: deps.storage }), log: deps.log });
  mountChecks(app, { db, authenticate, wake: checks.wake });
  const objects = mountGoods(app, { ...deps, authenticate }, service);
  mountSellerKeys(app, { db, authenticate, now });
  mountSigningKeys(app, { db });
  mountLibraryTokens(app, { db, authenticate, now });
  mountSellerWebhooks(app, { ...webhooks, db, authenticate });
  mountPayouts(app, { ...payouts, authenticate, draw: drawer.draw });
  mountStaffPayouts(app, { service: payouts.service, authenticate, draw: drawer.draw });
  mountReconciliation(app, { ...reconciling, authenticate });
  const provisioning = createProvisioning(service, deps.webhooks.secrets);
  mountProvisionEndpoint(app, { ...webhooks, db, authenticate });
  mountStaffEndpoint(app, { ...webhooks, db, authenticate });
  const ownKeys = {
    db,
    secrets: deps.webhooks.secrets,
    signToken: createSignProductToken({ secrets: deps.webhooks.secrets, shop: service.shop.origin, now }),
    now,
  };
  // A text that gives access may name the keys that go with it.
  const keysOf: AccessReads['keysOf'] & {} = async ({ account_id: accountId, entitlement_id: entitlementId }) =>
    accountId ? await listOwnKeyTexts(ownKeys, { accountId, entitlementId }) : [];
  const accessReads = { ...provisioning.access, keysOf };
  mountAccess(app, { ...accessReads, authenticate });
  mountHours(app, { ...provisioning.hours, authenticate });
  mountSellerHours(app, { ...provisioning.hours, authenticate });
  mountFigures(app, { db, authenticate, seen, now });
  mountShopFigures(app, { db, authenticate, now });
  mountState(app, {
    ...{ database: deps.database, authenticate, now },
    source: { ...deps.state, outboxes: [...(deps.state?.outboxes ?? []), webhookOutbox(db), provisionOutbox(db)] },
  });
  mountWallets(app, { db, authenticate, draw: drawer.draw, shop: service.shop, now });
  const { storage, log, sendersBeside } = deps;
  const checkObject = createCheckObject({ db, log });
  const sendFile = createSendFile({ log, checkObject, storage, ...(sendersBeside && { beside: sendersBeside }) });
  const transfers = createTransfers({ database: deps.database, storage, sendFile, log, now });
  const { secrets } = deps.webhooks;
  const redirects = sendersBeside?.bucket === true && storage.presign !== undefined;
  const links = { secrets, origin: service.shop.origin, redirects, now };
  mountDownloads(app, { database: deps.database, authenticate, transfers, ...links });
  // Behind what has a name of its own under /library.
  const namespace = ownNamespace(service.shop.name, isOwnStep);
  const repoOf = ({ productId, shop }: { productId: string; shop: string | null }) =>
    repoIdText({ namespace: shop ?? namespace, name: repoNameOf(productId) });
  const states: StateReaders = {
    keys: (accountId, entitlementId) =>
      readOwnKeys(ownKeys, { accountId, entitlementId }, { after: 0, limit: keysTold }),
    access: (accountId, entitlementId) => tellAccess(accessReads, accountId, entitlementId),
    hours: (accountId, entitlementId) => tellHours(provisioning.hours, accountId, entitlementId),
  };
  mountLibrary(app, { db, authenticate, now, repoOf, states });
  const hub = createHub({
    database: deps.database,
    ...{ storage, sendFile, transfers, shop: service.shop, isOwnStep, log, now },
  });
  if (deps.storesCarts) mountCarts(app, { db, authenticate });
  if (deps.contactMailBox)
    mountContact(app, {
      database: deps.database,
      mailBox: { sendMail: service.sendMail, shopName: service.shop.name, deliverTo: deps.contactMailBox },
    });
  mountLicenses(app, { db: catalogue });
  mountShopPages(app, { shopPages: deps.shopPages ?? {} });
  mountHealth(app, { db, isEnding: deps.isEnding ?? (() => false) });

  const document = mountDocs(app, { origin: service.shop.origin });

  return {
    ...observeRequests('api', deps.log, (request, seen, peer) => {
      const env: RequestEnv = { seen, peer: peer?.address };
      return app.fetch(request, env);
    }),
    openapi: document,
    hub,
    checkout: service,
    receipts,
    invoices,
    webhooks: createWebhookDelivery(webhooks),
    objects,
    provision: createProvisionDelivery({
      ...webhooks,
      deliverGoods: (orderId) => deliverGoods(service, orderId),
      machines: {
        answered: (call, answer) => hearMachine(provisioning.hours, call, answer),
        givenUp: (call, reason) => giveUpMachine(provisioning.hours, call, reason),
      },
    }),
    provisioning,
    payouts: payouts.service,
    carryOutPayouts,
    payRegularly: () => payRegularly(payouts.service, carryOutPayouts),
    reconcileProvider: () => reconcileProvider(reconciling),
    reconcileProviderRegularly: () => reconcileProviderRegularly(reconciling),
    foldFiguresRegularly: () => foldShopFiguresRegularly({ db, log: deps.log }),
    staffJobs,
    staffImports,
    dataExports,
    checks,
    turnSalesRegularly: () => turnSalesRegularly({ db, log: deps.log, now, refresh: version.refresh }),
    seen,
    close: async () => {
      await Promise.all([seen.close(), drawer.close(), transfers.settled()]);
    },
    routes: app.routes,
  };
}

/** What shops are paid: by the bank, and where the provider has accounts for them, by it. */
function createPayouts({ webhooks, connect, payouts }: ApiDeps, { db, sendMail, shop, log, now }: CheckoutService) {
  const waitDays = payouts?.waitDays ?? 0;
  const service: PayoutService = { db, secrets: webhooks.secrets, sendMail, shop, log, waitDays, now };
  return { service, connect: connect ? createConnectPayouts({ ...service, connect }) : null };
}

/** The same database and provider, for what buyers have with the shop. */
function toWalletService({ db, actor, provider, walletIsOpen, log, now }: CheckoutService) {
  const asked = { ...provider, isRefusal: isProviderRefusal, isAway: isProviderAway };
  const service: BuyerWalletService = { db, actor, provider: asked, isOpen: walletIsOpen === true, log, now };
  return service;
}

function payInsOf(wallets: () => BuyerWalletService): NonNullable<CheckoutService['payIns']> {
  return {
    settle: (id, session) => settlePayIn(wallets(), id, session),
    hear: (id, payment) => hearPayIn(wallets(), id, payment),
    reconcile: () => reconcileWallets(wallets()),
  };
}

type Provisioning = ReturnType<typeof createProvisioning>;

/** What access and hours work with, and what happens to them by itself. */
function createProvisioning(service: CheckoutService, secrets: Secrets) {
  const { db, log, now } = service;
  const tellBuyer: HoursService['tellBuyer'] = (transaction, order, mail) =>
    mailBuyer(transaction, service, order, mail);
  const tellShop = createTellShop(service);
  const hours: HoursService = { db, secrets, lockOrder, tellBuyer, tellShop, log, now };
  const access = {
    ...hours,
    refundWholeLine: (given: Parameters<typeof refundWholeLine>[1]) => refundWholeLine(service, given),
  };
  /** Answers how to stop. */
  const keepRegularly = () => {
    const stops = [keepPromisesRegularly(access), keepHoursRegularly(hours)];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  };
  return { hours, access, keepRegularly };
}

/** What sellers do, what buyers and sellers do with each other, and what the staff decides. */
function mountMarketplace(
  app: OpenAPIHono,
  deps: ApiDeps & { keepPicture: KeepPicture },
  service: CheckoutService,
): void {
  const { version, authenticate } = deps;
  const { db, now } = service;
  const sellers: SellerService = {
    ...{ db, sendMail: service.sendMail, shop: service.shop, unpaidCents },
    ...{ log: deps.log, now },
  };
  const forSellers = {
    service: sellers,
    authenticate,
    allowChange: createWriteRateLimit(deps.database, sellerWrites),
    allowMail: createWriteRateLimit(deps.database, sellerMails),
    allowSupportMailTo: createMailLimit(deps.database, supportMailsTo),
    allowInvitationOf: createMailLimit(deps.database, invitationsOf),
    allowApplicantMail: createWriteRateLimit(deps.database, applicantMails),
  };
  // What has a name of its own comes before what has a seller's id in that place.
  mountMembers(app, forSellers);
  mountSellerPages(app, { db: deps.catalogue });
  mountApplications(app, forSellers);
  mountClosing(app, forSellers);
  const listings = {
    db,
    authenticate,
    priceWaitPercent: deps.sellers?.priceWaitPercent ?? null,
    allowWrite: createWriteRateLimit(deps.database, listingWrites),
    version,
    readItems: (content: AsyncIterable<Uint8Array>) =>
      catalogueItems({ name: 'file', givesIds: true, read: () => content }),
  };
  // Its addresses are no ids of products.
  mountListingFiles(app, listings);
  mountListings(app, listings);
  mountListingVersions(app, listings);
  const { secrets } = deps.webhooks;
  const loading = {
    ...{ db, secrets },
    deliverGoods: (orderId: string) => deliverGoods({ ...service, actor: { kind: 'job' } }, orderId),
  };
  mountStaffProductKeys(app, { ...loading, authenticate, refresh: version.refresh });
  mountProductKeys(app, {
    ...listings,
    ...loading,
    signToken: createSignProductToken({ secrets, shop: service.shop.origin, now }),
    signRevoked: createSignRevokedKeys({ secrets, shop: service.shop.origin, now }),
    now,
  });
  mountBoughtVersions(app, { db, authenticate });
  mountPictures(app, { database: deps.database, db, keepPicture: deps.keepPicture, authenticate });
  const settling: Settling = {
    db,
    deliverLines: (given) => deliverLines(service, given),
    refundLines: (given) => refundLines(service, given),
  };
  mountSellerOrders(app, { ...settling, authenticate, now });
  mountStaffSales(app, { ...settling, authenticate, now });
  mountStaffOrders(app, {
    ...{ db, authenticate, now },
    acts: staffOrderActs(service),
    allowPreview: createWriteRateLimit(deps.database, staffOrderPreviews),
    allowWrite: createWriteRateLimit(deps.database, staffOrderWrites),
    shopName: service.shop.name,
    walletIsOpen: service.walletIsOpen === true,
  });
  const times = deps.disputes ?? defaultDisputeTimes;
  mountDisputes(app, {
    ...{ db, authenticate, storage: deps.storage, times, now },
    allowWrite: createWriteRateLimit(deps.database, disputeWrites),
    acts: {
      open: (given) => openDispute(service, { ...given, times }),
      write: (given) => writeInDispute(service, given),
      withdraw: (given) => withdrawDispute(service, given),
      decide: (given) => decideDispute(service, given),
    },
  });
  const messages = { db, sendMail: service.sendMail, shop: service.shop };
  mountThreads(app, { database: deps.database, messages, authenticate });
  mountReports(app, { messages, authenticate, now });
  mountApprovals(app, {
    db,
    authenticate,
    version,
    sendMail: service.sendMail,
    shop: service.shop,
    now,
    deciders: {
      async decideApplication(transaction, { sellerId, decision, reason, by }) {
        const decided = await decideApplication(transaction, { sellerId, decision, reason, by });
        if (!decided.ok) return decided;
        return { ok: true, mails: applicationDecidedMails(service.shop, decided.seller, decision, reason) };
      },
      publishListing,
      returnListing,
    },
  });
  mountSaleTerms(app, { db, authenticate, now });
  mountManualMovements(app, {
    db,
    authenticate,
    sendMail: service.sendMail,
    shop: service.shop,
    secondPersonAboveCents: deps.ledger?.secondPersonAboveCents ?? defaultAloneDollars * 100,
    now,
  });
  mountStaffLedger(app, { db, authenticate });
  mountStaffProducts(app, {
    ...{ db, authenticate, now, keepPicture: deps.keepPicture, log: deps.log },
    refresh: () => deps.version.refresh(),
  });
  mountStaffCoupons(app, { db, authenticate, now });
  mountStaffLicenses(app, { db, authenticate, refresh: () => deps.version.refresh() });
  mountStaff(app, { db, authenticate, now, sendMail: service.sendMail, shop: service.shop });
  mountAuditEntries(app, { db, authenticate });
  mountStaffLists(app, { db, authenticate }, staffListSources(service.shop.name));
  mountStaffViews(app, { db, authenticate, now });
  mountOperatedSellers(app, {
    db,
    authenticate,
    findByEmail: deps.customers.accounts?.findByEmail ?? null,
    marketplace: service.shop.name,
    refresh: version.refresh,
  });
  mountStaffSellers(app, {
    db,
    authenticate,
    suspending: {
      db,
      sendMail: service.sendMail,
      shop: service.shop,
      endOrders: () => cancelOrdersOfSuspended(service),
      refresh: version.refresh,
    },
  });
}

/** Files of releases: how they come, and what becomes of them. */
function mountGoods(app: OpenAPIHono, deps: ApiDeps, service: CheckoutService) {
  const { storage, authenticate, log, webhooks, goods = {} } = deps;
  const { db, now, shop } = service;
  const signRelease = createSignRelease({ secrets: webhooks.secrets, shop: shop.origin, now });
  const scanner = goods.scanner ?? null;
  const objects: SettlingObjects = { db, storage, hashes: createHashStates(), scanner, log };
  mountUploads(app, {
    database: deps.database,
    authenticate,
    limits: goods.limits ?? defaultGoodsLimits,
    settling: objects,
    log,
    now,
  });
  mountReleases(app, {
    db,
    authenticate,
    completing: {
      db,
      storage,
      inspectFile: goods.inspectFile ?? inspectFile,
      signRelease: goods.signRelease ?? signRelease,
      isScanning: scanner !== null,
      onUnreadable: (path, error) =>
        log.warn({ part: 'api', path, error: String(error) }, 'a file of a release could not be looked into'),
    },
  });
  return objects;
}

function toWebhookService({ database, checkout, log, ...deps }: ApiDeps, now: () => Date) {
  const { secrets, isTrial, resolve, certificates, patienceMs } = deps.webhooks;
  const { sendMail, shop } = checkout;
  const own = new URL(shop.origin);
  const ownPort = Number(own.port || (own.protocol === 'https:' ? 443 : 80));
  return {
    database,
    secrets,
    address: { isTrial, origin: shop.origin },
    outside: {
      ownMachine: isTrial ? { exceptPort: ownPort } : null,
      ...(resolve && { resolve }),
      ...(certificates && { certificates }),
    },
    sendMail,
    shop,
    ...(patienceMs && { patienceMs }),
    log,
    now,
  };
}

/** What errors of the topics are answered with, beside those that say it themselves. */
function faultOf(error: Error): Fault | null {
  if (error instanceof RefusalAnswer) {
    const { status, message, retryAfterSeconds, refusal, current } = error;
    return { status, message, retryAfterSeconds, refusal: refusal.code, current };
  }
  if (error instanceof DrawerBusy)
    return {
      status: 503,
      message: 'Many receipts and invoices are drawn at the moment. Try again in a few seconds.',
      log: 'warn',
    };
  return null;
}
