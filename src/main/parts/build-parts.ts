// Every part of the shop, with what it works with. Parts ask each other by requests.

import { join } from 'node:path';
import type { Payments } from '@hearth/payment-sandbox';
import { createAdmin } from '#admin/server.ts';
import { createCatalogueReads } from '#api/catalogue/catalogue-version/catalogue-reads.ts';
import { createPictureFiles } from '#api/catalogue/picture/picture-files.ts';
import { type Api, createApi } from '#api/server.ts';
import { shopPageNames } from '#contract/catalogue/shop-pages.ts';
import type { PageSettings } from '#contract/store-settings.ts';
import { createSentMails } from '#mail/mail.ts';
import { openFileCache } from '#platform/cache/file-cache.ts';
import type { Part } from '#platform/http/part.ts';
import { forgetOldCounts } from '#platform/http/rate-limiter.ts';
import { isolatedPage, securityHeaders } from '#platform/http/security-headers.ts';
import { createStaticFiles } from '#platform/http/static-files.ts';
import { handOn, observeRequests } from '#platform/observability/observe-requests.ts';
import { runPartitionJob } from '#platform/partitions/run-partition-job.ts';
import { createStorefront } from '#storefront/server.ts';
import { CLOSE_MS, type Closing } from '../closing.ts';
import { dividedTables } from '../divided-tables.ts';
import type { Stores } from '../open-stores.ts';
import type { Pages } from '../pages.ts';
import { root, type Shop } from '../shop.ts';
import { shopState } from '../system-status.ts';
import { browserAccounts, openAccounts } from './account-service.ts';
import { type BackgroundWork, createBackgroundWork } from './background-work.ts';
import { checkoutShop } from './checkout-shop.ts';
import { customerAccounts } from './customer-accounts.ts';
import { openMail } from './mail-service.ts';
import { openPayments } from './payment-service.ts';

/** Some six thousand pictures for links. */
const PICTURE_BYTES = 256 * 1024 * 1024;

export type Parts = {
  api: Api;
  /** Purchases, for the tools made for the Hugging Face Hub. */
  hub: Part;
  storefront: Part;
  /** Those that sellers have sent. */
  pictures: Part;
  /** The back office. */
  admin: Part;
  files: Part;
  identity: Part | null;
  /** The page of a trial's mails, and where it is; null where there is none. */
  outbox: (Part & { address: string }) | null;
  /** Jobs and deliveries, as far as they are this process's. */
  work: BackgroundWork;
  /** Somebody was shown the page of a product. */
  recordView: Api['selling']['seen']['recordView'];
  /** Somebody was shown the results of a search. */
  recordSearch: Api['catalogue']['misses']['recordSearch'];
  /** The embedded payment sandbox; null where a provider takes the cards. */
  sandbox: Payments | null;
  /** Where a trial's board of that sandbox is opened; null where there is none. */
  board: string | null;
};

export async function buildParts(shop: Shop, stores: Stores, pages: Pages, closing: Closing): Promise<Parts> {
  // Mails, accounts and payments are built before the API, and speak to it once visitors come.
  const { promise: builtApi, resolve: apiIsBuilt } = Promise.withResolvers<Api>();
  const { mail, outbox } = openMail(shop, stores, { receipt: async (id) => (await builtApi).money.receipts.find(id) });
  const onAccountEnded = async (ids: string[]) => (await builtApi).onAccountsEnded(ids);
  const onAccountDeleted = async (ids: string[]) => (await builtApi).onAccountsDeleted(ids);
  const whyStay = async (accountId: string) => (await builtApi).whyAccountStays(accountId);
  const { sendMail } = mail;
  const accounts = await openAccounts(shop, stores, { sendMail, whyStay, onAccountEnded, onAccountDeleted });
  const { identity, authenticate } = accounts;
  const deliver = handOn(async (request) => (await builtApi).fetch(request));
  const { provider, connect, balance, sandbox, board } = openPayments(shop, stores, deliver);
  const { database, replica, version } = stores;
  const { config, store, settings, log } = shop;
  const api = createApi({
    database,
    version,
    catalogue: replica ? createCatalogueReads({ primary: database.kysely, replica, version, log }) : database.kysely,
    authenticate,
    storage: stores.storage,
    secrets: stores.secrets,
    sendMail,
    shop: checkoutShop(store, shop.origin, settings.invoices),
    checkout: {
      provider,
      limits: config.orders,
      takesBilledOrders: settings.billingForm === 'order',
      walletIsOpen: settings.buyerWallet === 'on',
    },
    connect,
    balance,
    customers: {
      accounts: customerAccounts(config.accounts, database),
      sentMails: createSentMails(stores.secrets),
    },
    storesCarts: settings.cart === 'account',
    sellers: config.sellers,
    ledger: config.ledger,
    payouts: config.payouts,
    disputes: config.disputes,
    goods: config.goods,
    sendersBeside: config.files,
    isEnding: closing.hasBegun,
    webhooks: { isTrial: shop.isTrial },
    state: shopState(shop, stores, { isSandbox: sandbox !== null }),
    receiptFonts: config.receiptFonts,
    shopPages: shop.pages,
    embeddings: config.embeddings,
    contactMailBox: settings.contactForm === 'deliver' ? store.contact.email : null,
    log,
  });
  apiIsBuilt(api);
  closing.add(api.close);
  const work = createBackgroundWork(config.role, {
    jobs: [
      ...accounts.jobs,
      ...api.jobs,
      () => forgetOldCounts(database.kysely, log),
      () => runPartitionJob(database, Object.values(dividedTables), log),
    ],
    deliveries: [mail, ...(sandbox ? [sandbox] : []), api.selling.delivery, api.goods.delivery],
    forRequests: api.forRequests,
  });
  // The jobs' last messages are still delivered, and a receipt that goes along still drawn.
  closing.add(() => work.closeDeliveries(CLOSE_MS));
  closing.add(() => Promise.all([accounts.close(), work.stop()]));
  const storefront = await buildStorefront(shop, { api, pages, isSandbox: sandbox !== null });
  const admin = createAdmin({
    data: { storeName: store.name, accounts: browserAccounts(config.accounts) },
    assets: pages.admin,
    headers: { ...securityHeaders, ...isolatedPage(shop.origin) },
    notFound: storefront.fetch,
    observe: (answer) => observeRequests('admin', log, answer),
    ...(pages.development && { development: true }),
  });
  const files = createStaticFiles({ built: join(root, 'build/client'), given: join(root, 'public') }, log);
  const pictures = createPictureFiles({ storage: stores.storage, log });
  return {
    api,
    hub: api.goods.hub,
    storefront,
    pictures,
    admin,
    files,
    identity,
    outbox,
    sandbox,
    board,
    work,
    recordView: api.selling.seen.recordView,
    recordSearch: api.catalogue.misses.recordSearch,
  };
}

/** Which of them pages need to know. */
function pageSettings({ staffSecondFactor: _staff, invoices: _issuers, ...settings }: Shop['settings']): PageSettings {
  return settings;
}

async function buildStorefront(shop: Shop, { api, pages, isSandbox }: { api: Api; pages: Pages; isSandbox: boolean }) {
  const { config, origin, log } = shop;
  // Only who has an order to pay needs to know where to, and is told with the order.
  const { bank: _bank, tax: _tax, ...store } = shop.store;
  return createStorefront({
    apiFetch: handOn(api.fetch),
    store,
    origin,
    accounts: browserAccounts(config.accounts),
    payments: { publicKey: config.payments.publicKey, sandbox: isSandbox },
    settings: pageSettings(shop.settings),
    shopPages: shopPageNames.filter((name) => shop.pages[name]),
    log,
    pictures: await openFileCache({ folder: join(config.dataDir, 'pictures'), maxBytes: PICTURE_BYTES, log }),
    observe: (answer) => observeRequests('storefront', log, answer),
    headers: securityHeaders,
    pageHeaders: isolatedPage(origin),
    ...pages,
  });
}
