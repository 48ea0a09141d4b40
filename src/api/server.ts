import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Kysely } from 'kysely';
import type { ShopPages } from '#contract/shop-pages.ts';
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
import { mountApprovals } from './approval/approval.routes.ts';
import { listingKinds } from './approval/hide-many-listings.ts';
import { mountBuyerWallets } from './buyer-wallet/buyer-wallet.routes.ts';
import type { BuyerWalletService } from './buyer-wallet/buyer-wallet-service.ts';
import { hearPayIn, reconcileWallets } from './buyer-wallet/hear-pay-in.ts';
import { leaveWallet, whyWalletStays } from './buyer-wallet/leave-wallet.ts';
import { settlePayIn } from './buyer-wallet/settle-pay-in.ts';
import { walletWrites } from './buyer-wallet/wallet-limits.rules.ts';
import { mountCarts } from './cart/cart.routes.ts';
import { catalogueItems } from './catalogue/catalogue-items.ts';
import type { CatalogueVersion } from './catalogue-version/catalogue-version.ts';
import { mountChecks } from './check/check.routes.ts';
import { type CheckRunner, createCheckRunner } from './check/run-checks.ts';
import { cancelOrders, cancelOrdersOfSuspended } from './checkout/cancel-order.ts';
import { mountCheckout } from './checkout/checkout.routes.ts';
import { createCheckoutQueue } from './checkout/checkout-queue.ts';
import type { CheckoutService } from './checkout/checkout-service.ts';
import { deliverGoods } from './checkout/deliver-goods.ts';
import { deliverLines } from './checkout/deliver-lines.ts';
import { decideDispute, withdrawDispute } from './checkout/dispute/end-dispute.ts';
import { openDispute } from './checkout/dispute/open-dispute.ts';
import { writeInDispute } from './checkout/dispute/write-in-dispute.ts';
import { mailBuyer } from './checkout/mail-buyer.ts';
import { isProviderAway, isProviderRefusal, type PaymentProvider } from './checkout/payment/payment-provider.ts';
import { syncPayment } from './checkout/payment/sync-payment.ts';
import { mountWebhook } from './checkout/payment/webhook.routes.ts';
import { refundLines } from './checkout/refund/refund-lines.ts';
import { refundWholeLine } from './checkout/refund/refund-whole-line.ts';
import { staffOrderActs } from './checkout/staff-order-acts.ts';
import { defaultAloneDollars, type LedgerLimits, type SellerLimits } from './config.ts';
import { mountContact } from './contact/contact.routes.ts';
import { couponKinds } from './coupon/end-many-coupons.ts';
import { mountStaffCoupons } from './coupon/staff-coupon.routes.ts';
import type { CustomerAccounts } from './customer/customer-accounts.ts';
import { deletedCustomerMail } from './customer/customer-mails.rules.ts';
import { mountDataExports } from './customer/data-export.routes.ts';
import { dataExportLimit } from './customer/data-export-limit.rules.ts';
import { createDataExports, type DataExports } from './customer/make-data-exports.ts';
import { mountStaffCustomers } from './customer/staff-customer.routes.ts';
import { mountDisputes } from './dispute/dispute.routes.ts';
import { type DisputeTimes, defaultDisputeTimes } from './dispute/dispute.rules.ts';
import { disputeWrites } from './dispute/dispute-limits.rules.ts';
import { mountDocs } from './docs/docs.routes.ts';
import { createCheckObject } from './download/check-object.ts';
import { mountDownloads } from './download/download.routes.ts';
import { createSendFile, type SendersBeside } from './download/send-file.ts';
import { createTransfers } from './download/transfers.ts';
import { mountLibrary } from './entitlement/library.routes.ts';
import type { StateReaders } from './entitlement/read-states.ts';
import { mountStaffGifts } from './entitlement/staff-gift.routes.ts';
import { type CountSeen, createCountSeen } from './figures/count-seen.ts';
import { mountFigures } from './figures/figures.routes.ts';
import { foldShopFiguresRegularly } from './figures/fold-shop-figures.ts';
import { mountShopFigures } from './figures/shop-figures.routes.ts';
import { mountFileFormats } from './file-format/file-format.routes.ts';
import { inspectFile } from './file-format/inspect-file.ts';
import { createGoodsKinds, createGoodsSettlers } from './goods-kinds.ts';
import { mountHealth } from './health/health.routes.ts';
import { mountHours } from './hours/hours.routes.ts';
import type { HoursService } from './hours/hours-service.ts';
import { keepHoursRegularly } from './hours/keep-hours.ts';
import { giveUpMachine, hearMachine } from './hours/machine.ts';
import { mountSellerHours } from './hours/seller-hours.routes.ts';
import { tellHours } from './hours/tell-hours.ts';
import type { Fault } from './http/answer-problems.ts';
import { createApp } from './http/create-app.ts';
import { RefusalAnswer } from './http/refusal-answer.ts';
import type { RequestEnv } from './http/request-context.ts';
import { createWriteRateLimit } from './http/write-rate-limit.ts';
import { createHub, type Hub } from './hub/hub.ts';
import { ownNamespace, repoIdText, repoNameOf } from './hub/hub-name.rules.ts';
import { mountLibraryTokens } from './hub/library-token.routes.ts';
import { mountInvoices } from './invoice/invoice.routes.ts';
import { createInvoices, type Invoices } from './invoice/invoices.ts';
import { mountInvoiceDetails } from './invoice-details/invoice-details.routes.ts';
import { acceptLicenses } from './license/accept-licenses.ts';
import { mountLicenses } from './license/license.routes.ts';
import { mountStaffLicenses } from './license/staff-license.routes.ts';
import { mountBoughtVersions } from './listing/bought-version.routes.ts';
import { mountListings } from './listing/listing.routes.ts';
import { mountListingFiles } from './listing/listing-file.routes.ts';
import { listingWrites } from './listing/listing-limits.rules.ts';
import { mountListingVersions } from './listing/listing-version.routes.ts';
import { publishListing, returnListing } from './listing/publish-listing.ts';
import { mountSigningKeys } from './manifest/manifest.routes.ts';
import { createSignProductToken, createSignRevokedKeys } from './manifest/sign-product-token.ts';
import { createSignRelease } from './manifest/sign-release.ts';
import { mountManualMovements } from './manual-movement/manual-movement.routes.ts';
import { mountReports } from './message/report.routes.ts';
import { mountThreads } from './message/thread.routes.ts';
import { mountOrders } from './order/order.routes.ts';
import { createConnectPayouts } from './payout/connect/connect-payouts.ts';
import type { ConnectProvider } from './payout/connect/connect-provider.ts';
import { payRegularly } from './payout/pay-by-schedule.ts';
import { mountPayouts } from './payout/payout.routes.ts';
import type { PayoutService } from './payout/payout-service.ts';
import { mountStaffPayouts } from './payout/staff-payout.routes.ts';
import { createKeepPicture } from './picture/keep-picture.ts';
import { mountPictures } from './picture/picture.routes.ts';
import type { KeepPicture } from './picture/picture.rules.ts';
import { createListProducts } from './product/list-products.ts';
import { mountProducts } from './product/product.routes.ts';
import { keysTold, listOwnKeyTexts, readOwnKeys } from './product-key/own-keys.ts';
import { mountProductKeys } from './product-key/product-key.routes.ts';
import { mountStaffProductKeys } from './product-key/staff-product-key.routes.ts';
import { mountAccess } from './provision/access.routes.ts';
import { createProvisionDelivery } from './provision/deliver-calls.ts';
import { mountProvisionEndpoint } from './provision/endpoint.routes.ts';
import { keepPromisesRegularly } from './provision/keep-promises.ts';
import { mountStaffEndpoint } from './provision/staff-endpoint.routes.ts';
import { type AccessReads, tellAccess } from './provision/tell-access.ts';
import { createTellShop } from './provision/tell-shop.ts';
import { createPaperDrawer, DrawerBusy } from './receipt/paper-drawer.ts';
import { createReceipts, type Receipts } from './receipt/receipts.ts';
import type { BalanceProvider } from './reconciliation/balance-provider.ts';
import { reconcileProvider, reconcileProviderRegularly } from './reconciliation/reconcile-provider.ts';
import { mountReconciliation } from './reconciliation/reconciliation.routes.ts';
import type { InspectFile, SignRelease } from './release/complete-release.ts';
import { defaultGoodsLimits, type GoodsLimits } from './release/goods-limits.rules.ts';
import { createHashStates } from './release/hash-states.ts';
import { mountReleases } from './release/release.routes.ts';
import type { Scanner } from './release/scan-object.ts';
import type { Settling as SettlingObjects } from './release/settle-object.ts';
import { mountUploads } from './release/upload.routes.ts';
import { reviewKinds } from './review/decide-many-reviews.ts';
import { mountReviews } from './review/review.routes.ts';
import { reviewWrites } from './review/review-limits.rules.ts';
import { mountReviewReports } from './review/review-report.routes.ts';
import { mountSellerReviews } from './review/seller-review.routes.ts';
import { mountSaleTerms } from './sale-terms/sale-terms.routes.ts';
import { mountAlertLinks } from './saved-product/alert-link.routes.ts';
import { mountSavedProducts } from './saved-product/saved-product.routes.ts';
import type { ApiTables } from './schema.ts';
import { mountSearch } from './search/search.routes.ts';
import { mountApplications } from './seller/application.routes.ts';
import { mountClosing } from './seller/closing.routes.ts';
import { leaveSellers } from './seller/leave-sellers.ts';
import { createMailLimit } from './seller/mail-limit.ts';
import { mountMembers } from './seller/member.routes.ts';
import { mountOperatedSellers } from './seller/operated-seller.routes.ts';
import { decideApplication } from './seller/seller.store.ts';
import {
  applicantMails,
  invitationsOf,
  sellerMails,
  sellerWrites,
  supportMailsTo,
} from './seller/seller-limits.rules.ts';
import { applicationDecidedMails } from './seller/seller-mails.rules.ts';
import { mountSellerPages } from './seller/seller-page.routes.ts';
import type { SellerService } from './seller/seller-service.ts';
import { unpaidCents } from './seller/unpaid.ts';
import { mountSellerKeys } from './seller-key/seller-key.routes.ts';
import { mountSellerOrders } from './seller-order/seller-order.routes.ts';
import type { Settling } from './seller-order/settle-sale.ts';
import { mountStaffSales } from './seller-order/staff-sale.routes.ts';
import { createChecks } from './shop-checks.ts';
import { mountShopPages } from './shop-page/shop-page.routes.ts';
import { mountAuditEntries } from './staff/audit-entry.routes.ts';
import { leaveStaff, whyStayOnStaff } from './staff/leave-staff.ts';
import { mountStaff } from './staff/staff.routes.ts';
import { mountStaffSellers } from './staff/staff-seller.routes.ts';
import { createImportRunner, type ImportRunner } from './staff-import/run-imports.ts';
import { mountStaffImports } from './staff-import/staff-import.routes.ts';
import { createStaffImporter } from './staff-importer.ts';
import type { JobKind } from './staff-job/job-kind.store.ts';
import { createJobRunner, type JobRunner } from './staff-job/run-jobs.ts';
import { mountStaffJobs } from './staff-job/staff-job.routes.ts';
import { jobPreviews } from './staff-job/staff-job-limits.rules.ts';
import { mountStaffLists } from './staff-list/staff-list.routes.ts';
import { staffListSources } from './staff-list/staff-list-sources.ts';
import { mountStaffViews } from './staff-list/staff-view.routes.ts';
import { mountStaffOrders } from './staff-order/staff-order.routes.ts';
import { staffOrderPreviews, staffOrderWrites } from './staff-order/staff-order-limits.rules.ts';
import { ownProductKinds } from './staff-product/many-own-products.ts';
import { mountStaffProducts } from './staff-product/staff-product.routes.ts';
import { turnSalesRegularly } from './staff-product/turn-sales.ts';
import { mountState } from './state/state.routes.ts';
import type { StateSource } from './state/state-source.ts';
import { deleteUser } from './user/delete-user.ts';
import { mountUsers } from './user/user.routes.ts';
import { mountStaffLedger } from './wallet/staff-ledger.routes.ts';
import { mountWallets } from './wallet/wallet.routes.ts';
import { createWebhookDelivery } from './webhook/deliver-webhooks.ts';
import { mountSellerWebhooks } from './webhook/webhook.routes.ts';

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
    findCard: service.provider.findCard,
    log: deps.log,
  });
  const invoices = createInvoices({
    db,
    issuers: service.shop.invoices,
    operator: service.shop,
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
  mountReviews(app, { db, catalogue, version, authenticate, allowWrite, shopName: service.shop.name });
  const judging = { db, sendMail: service.sendMail, shop: service.shop, now, refresh: version.refresh };
  mountReviewReports(app, { database: deps.database, judging, authenticate });
  mountSellerReviews(app, { db, version, authenticate, allowWrite, sendMail: service.sendMail, shop: service.shop });
  const { customers } = deps;
  const deleting = {
    db,
    endOrders: (orderIds: string[]) => cancelOrders(service, orderIds),
    leaveStaff: (accountId: string) => leaveStaff(db, accountId),
    leaveSellers: (who: { accountId: string }) => leaveSellers(db, who),
    leaveWallet,
    leaveMails: customers.sentMails.forget,
  };
  mountUsers(app, {
    ...{ ...deleting, version, authenticate, allowWrite, unpaidCents, whyWalletStays, whyStayOnStaff },
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
    unpaidCents,
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
  mountInvoices(app, { database: deps.database, authenticate, invoices });
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
  mountState(app, { database: deps.database, authenticate, now, ...(deps.state && { source: deps.state }) });
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
  const hours: HoursService = { db, secrets, tellBuyer, tellShop, log, now };
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
  const sellers: SellerService = { db, sendMail: service.sendMail, shop: service.shop, log: deps.log, now };
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
