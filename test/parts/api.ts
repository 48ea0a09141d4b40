import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { defaultLimits } from '#api/order/order-limits.rules.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { createSecrets } from '#platform/secrets.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createAuthenticate } from '../../src/api/access/authenticate.ts';
import { followCatalogueVersion } from '../../src/api/catalogue-version/catalogue-version.ts';
import type { ApiTables } from '../../src/api/schema.ts';
import { createApi } from '../../src/api/server.ts';
import { staffListSources } from '../../src/api/staff-list/staff-list-sources.ts';
import { approvalListSchema, approvalSchema, decidedSchema, hiddenSchema } from '../../src/contract/approval.schema.ts';
import { auditEntrySchema } from '../../src/contract/audit.schema.ts';
import {
  buyerWalletMovementSchema,
  buyerWalletSchema,
  payInSchema,
  withdrawalSchema,
} from '../../src/contract/buyer-wallet.schema.ts';
import { checkoutSessionSchema, paymentAnswerSchema, quoteSchema } from '../../src/contract/checkout.schema.ts';
import { staffCouponSchema } from '../../src/contract/coupon.schema.ts';
import { disputeListSchema, disputePageSchema, orderDisputesSchema } from '../../src/contract/dispute.schema.ts';
import { downloadLinksSchema, downloadsSchema, productDownloadsSchema } from '../../src/contract/download.schema.ts';
import { problemSchema } from '../../src/contract/errors.ts';
import { figuresSchema } from '../../src/contract/figures.schema.ts';
import { giftSchema, giftsSchema } from '../../src/contract/gift.schema.ts';
import {
  hoursEntriesSchema,
  libraryHoursSchema,
  recordedOutageSchema,
  sellerHoursListSchema,
  sellerHoursSchema,
} from '../../src/contract/hours.schema.ts';
import { invoiceSchema, invoicesSchema } from '../../src/contract/invoice.schema.ts';
import { invoiceDetailsSchema } from '../../src/contract/invoice-details.schema.ts';
import {
  libraryPageSchema,
  libraryReleaseFilesSchema,
  libraryStatesSchema,
} from '../../src/contract/library.schema.ts';
import { libraryTokensSchema, madeLibraryTokenSchema } from '../../src/contract/library-token.schema.ts';
import { licenseSchema, licenseTermsSchema } from '../../src/contract/license.schema.ts';
import {
  boughtVersionSchema,
  bulkAnswerSchema,
  listingDifferencesSchema,
  listingImportSchema,
  listingListSchema,
  listingSchema,
  listingVersionSchema,
  listingVersionsSchema,
  offerAnswerSchema,
  savedDraftSchema,
} from '../../src/contract/listing.schema.ts';
import { offeredReleasesSchema } from '../../src/contract/offered-release.schema.ts';
import { orderSchema } from '../../src/contract/order.schema.ts';
import {
  payoutBatchesSchema,
  payoutBatchSchema,
  payoutDetailSchema,
  payoutLinesSchema,
  payoutSchema,
  payoutSettingsSchema,
  payoutsSchema,
  staffPayoutSchema,
} from '../../src/contract/payout.schema.ts';
import { storedPictureSchema } from '../../src/contract/picture.schema.ts';
import {
  feedPartSchema,
  productListSchema,
  productSchema,
  sitemapPartSchema,
  sitemapPartsSchema,
} from '../../src/contract/product.schema.ts';
import {
  loadedProductKeysSchema,
  ownKeyListsSchema,
  ownProductKeysSchema,
  productKeysSchema,
} from '../../src/contract/product-key.schema.ts';
import {
  endpointStateSchema,
  endpointTestSchema,
  endpointWithSecretSchema,
  libraryAccessSchema,
  moneyBackSchema,
  provisionCallSchema,
  provisionCallsSchema,
} from '../../src/contract/provision.schema.ts';
import {
  missingPostingsSchema,
  providerTransactionsSchema,
  reconciliationSchema,
} from '../../src/contract/reconciliation.schema.ts';
import { releaseListSchema, releaseSchema } from '../../src/contract/release.schema.ts';
import { reviewSchema, reviewSummarySchema } from '../../src/contract/review.schema.ts';
import { staffReviewSchema } from '../../src/contract/review-report.schema.ts';
import {
  alertLinkSchema,
  mergedAnswerSchema,
  savedIdsSchema,
  savedProductSchema,
  savedProductsSchema,
} from '../../src/contract/saved-product.schema.ts';
import { searchResultSchema, suggestionsSchema } from '../../src/contract/search.schema.ts';
import {
  closingSchema,
  confirmedSupportSchema,
  invitationsSchema,
  invitedSchema,
  membersSchema,
  mySellersSchema,
  ownSellerSchema,
  sellerAddressesSchema,
  sellerPageSchema,
  sellerProductsSchema,
} from '../../src/contract/seller.schema.ts';
import { madeSellerKeySchema, sellerKeysSchema } from '../../src/contract/seller-key.schema.ts';
import { shopCheckResultSchema, shopCheckSchema, shopChecksSchema } from '../../src/contract/shop-check.schema.ts';
import { shopFiguresSchema } from '../../src/contract/shop-figures.schema.ts';
import {
  failedDeliveriesSchema,
  operationsGuideSchema,
  sentAgainSchema,
  shopStateSchema,
} from '../../src/contract/shop-state.schema.ts';
import { publishedKeysSchema } from '../../src/contract/signing-key.schema.ts';
import {
  overviewSchema,
  sellerDetailSchema,
  staffListSchema,
  staffMemberSchema,
  staffSelfSchema,
} from '../../src/contract/staff.schema.ts';
import {
  customerDeletionSchema,
  customerEventsSchema,
  customerExportSchema,
  staffCustomerSchema,
} from '../../src/contract/staff-customer.schema.ts';
import {
  staffImportRowsSchema,
  staffImportSchema,
  staffImportsSchema,
} from '../../src/contract/staff-import.schema.ts';
import { staffJobRowsSchema, staffJobSchema } from '../../src/contract/staff-job.schema.ts';
import {
  listCountSchema,
  listRowSchema,
  savedViewSchema,
  savedViewsSchema,
} from '../../src/contract/staff-list/list.schema.ts';
import {
  fulfilledSchema,
  orderEventsSchema,
  staffOrderSchema,
  staffRefundAnswerSchema,
  staffRefundPreviewSchema,
} from '../../src/contract/staff-order.schema.ts';
import { staffProductSchema } from '../../src/contract/staff-product.schema.ts';
import { userSchema } from '../../src/contract/user.schema.ts';
import {
  movementSchema,
  walletMonthSchema,
  walletMonthSumSchema,
  walletSchema,
} from '../../src/contract/wallet.schema.ts';
import {
  deliveriesSchema,
  deliveryDetailSchema,
  deliverySchema,
  webhookSchema,
  webhooksSchema,
  webhookWithSecretSchema,
} from '../../src/contract/webhook.schema.ts';
import { createSentMails } from '../../src/mail/mail.ts';
import type { SendMail } from '../../src/mail/mailer.ts';
import { type Account, type AccountService, anAccountService, audience, issuer } from '../factories/account-service.ts';
import { aShop } from '../factories/shop.ts';

type Headers = Record<string, string>;
type Checkout = Parameters<typeof createApi>[0]['checkout'];

export const testSecrets = createSecrets([new Uint8Array(32).fill(5)]);

/** For tests that buy nothing. */
const noCheckout: Checkout = {
  provider: {
    createSession: unreachable,
    createPayInSession: unreachable,
    findSession: unreachable,
    findLostSession: unreachable,
    findPayment: unreachable,
    expireSession: unreachable,
    refund: unreachable,
    findCard: unreachable,
    readEvent: unreachable,
  },
  sendMail: unreachable,
  shop: aShop(),
  limits: defaultLimits,
  takesBilledOrders: false,
  walletIsOpen: true,
};

/** Its key takes longer to make than most tests take. */
let sharedAccounts: Promise<AccountService> | undefined;

function shareAccounts(): Promise<AccountService> {
  sharedAccounts ??= anAccountService();
  return sharedAccounts;
}

function unreachable(): never {
  throw new Error('this test has no payment provider');
}

/**
 * The API over a test database, with an account service that signs in whom a test names. Every answer is checked
 * against the schema that the route promises.
 */
export async function startApi(
  database: Database<ApiTables>,
  given: {
    log?: Log;
    accounts?: Pick<AccountService, 'fetchKeys' | 'idToken'>;
    checkout?: Checkout;
    sendMail?: SendMail;
    customerAccounts?: Parameters<typeof createApi>[0]['customers']['accounts'];
    endAccounts?: Parameters<typeof createApi>[0]['customers']['endAccounts'];
    storage?: Storage;
    webhooks?: Partial<Parameters<typeof createApi>[0]['webhooks']>;
    sendersBeside?: Parameters<typeof createApi>[0]['sendersBeside'];
    now?: () => Date;
    staffSecondFactor?: 'optional' | 'required' | 'pool';
    sellers?: Parameters<typeof createApi>[0]['sellers'];
    goods?: Parameters<typeof createApi>[0]['goods'];
    connect?: Parameters<typeof createApi>[0]['connect'];
    balance?: Parameters<typeof createApi>[0]['balance'];
    state?: Parameters<typeof createApi>[0]['state'];
  } = {},
) {
  const log = given.log ?? createLog('silent');
  const accounts = given.accounts ?? (await shareAccounts());
  const version = await followCatalogueVersion(database, { log });
  const authenticate = createAuthenticate({
    issuer,
    audience,
    fetchKeys: accounts.fetchKeys,
    ...(given.staffSecondFactor && { staffSecondFactor: given.staffSecondFactor }),
  });
  // Makes nothing until something is put.
  const storage = given.storage ?? openFolderStorage(join(tmpdir(), `hearth-storage-${randomUUID()}`));
  const api = createApi({
    database,
    version,
    catalogue: database.kysely,
    authenticate,
    storage,
    checkout: given.checkout ?? { ...noCheckout, sendMail: given.sendMail ?? unreachable },
    connect: given.connect ?? null,
    balance: given.balance ?? { listTransactions: unreachable, readBalance: unreachable },
    customers: {
      accounts: given.customerAccounts ?? null,
      sentMails: createSentMails(given.webhooks?.secrets ?? testSecrets),
      endAccounts: given.endAccounts ?? (async () => {}),
    },
    storesCarts: true,
    contactMailBox: 'support@example.com',
    webhooks: { secrets: testSecrets, isTrial: true, ...given.webhooks },
    state: given.state ?? { readGuide: async () => '# How the shop is run' },
    shopPages: { terms: { title: 'Terms of sale', text: 'Who sells: **we**.' } },
    log,
    ...(given.now && { now: given.now }),
    ...(given.sellers && { sellers: given.sellers }),
    ...(given.goods && { goods: given.goods }),
    ...(given.sendersBeside && { sendersBeside: given.sendersBeside }),
  });

  async function send(method: string, path: string, headers: Headers, body: BodyInit | null = null) {
    const response = await api.fetch(
      new Request(`http://shop.test/api${path}`, { method, headers, body, duplex: 'half' } as RequestInit),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = text === '' ? null : isJson ? JSON.parse(text) : text;
    checkAnswer(`${method} ${path}`, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** The calls of somebody whose every request has these headers. */
  function caller(own: Headers) {
    return {
      async get(path: string, headers: Headers = {}) {
        // A test may have written into the tables itself.
        await version.refresh();
        return send('GET', path, { ...own, ...headers });
      },
      post: (path: string, body: unknown, headers: Headers = {}) =>
        send('POST', path, { 'content-type': 'application/json', ...own, ...headers }, JSON.stringify(body)),
      put: (path: string, body: unknown) =>
        send('PUT', path, { 'content-type': 'application/json', ...own }, JSON.stringify(body)),
      delete: (path: string) => send('DELETE', path, own),
      send: (method: string, path: string, headers: Headers = {}, body?: BodyInit) =>
        send(method, path, { ...own, ...headers }, body),
    };
  }

  return {
    ...caller({}),
    version,
    storage,
    fetch: api.fetch,
    hub: api.hub,
    checkout: api.checkout,
    receipts: api.receipts,
    invoices: api.invoices,
    webhooks: api.webhooks,
    objects: api.objects,
    provision: api.provision,
    payouts: api.payouts,
    carryOutPayouts: api.carryOutPayouts,
    reconcileProvider: api.reconcileProvider,
    provisioning: api.provisioning,
    seen: api.seen,
    close: api.close,
    openapi: api.openapi,
    staffJobs: api.staffJobs,
    routes: api.routes,
    async signIn(account: Account, claims: Record<string, unknown> = {}) {
      const authorization = `Bearer ${await accounts.idToken(account, claims)}`;
      return { ...caller({ authorization }), authorization };
    },
  };
}

function checkAnswer(call: string, status: number, body: unknown) {
  // 502: the payment provider refuses an order. 500 would be a fault of the shop's own.
  expect(
    [200, 201, 202, 204, 303, 400, 401, 404, 405, 409, 410, 412, 413, 429, 502, 503, 507],
    `${call} answered ${JSON.stringify(body)}`,
  ).toContain(status);
  if (status >= 400) return problemSchema.parse(body);
  if (status === 204 || status === 303) return expect(body).toBeNull();
  const [path = ''] = call.split('?');
  const shape = shapes.find(([pattern]) => pattern.test(path.replace(/\/$/, '')))?.[1];
  return shape?.parse(body);
}

const shapes = [
  ...staffListSources('Hearth').map(
    ({ list, own }) =>
      [
        new RegExp(`^GET /admin/${list.name}$`),
        z.union([listRowSchema(list, own).array(), listCountSchema, z.string()]),
      ] as const,
  ),
  [/^(POST \/admin\/job(\/[^/]+\/(confirm|stop|undo))?|GET \/admin\/job\/[^/]+)$/, staffJobSchema],
  [/^GET \/admin\/job\/[^/]+\/row$/, z.union([staffJobRowsSchema, z.string()])],
  [/^(GET|PUT) \/invoice-details$/, invoiceDetailsSchema],
  [/^GET \/admin\/state$/, shopStateSchema],
  [/^GET \/admin\/state\/outbox\/[^/]+\/failed$/, failedDeliveriesSchema],
  [/^POST \/admin\/state\/outbox\/[^/]+\/send-again$/, sentAgainSchema],
  [/^GET \/admin\/check$/, shopChecksSchema],
  [/^GET \/admin\/check\/[^/]+$/, shopCheckResultSchema],
  [/^POST \/admin\/check\/[^/]+(\/repair)?$/, shopCheckSchema],
  [/^GET \/admin\/operations$/, operationsGuideSchema],
  [/^(GET|PUT) \/buyer-wallet$/, buyerWalletSchema],
  [/^GET \/buyer-wallet\/movement(\?|$)/, buyerWalletMovementSchema.array()],
  [/^(POST|GET) \/buyer-wallet\/pay-in(\/[^/]+)?$/, payInSchema],
  [/^POST \/buyer-wallet\/withdrawal$/, withdrawalSchema],
  [/^GET \/admin\/audit\/[^/]+$/, auditEntrySchema],
  [/^(GET \/admin\/customer\/[^/]+|POST \/admin\/customer\/[^/]+\/(suspend|restore|sign-out))$/, staffCustomerSchema],
  [/^GET \/admin\/customer\/[^/]+\/event(\?|$)/, customerEventsSchema],
  [/^POST \/admin\/customer\/[^/]+\/export$/, customerExportSchema],
  [/^GET \/admin\/customer\/[^/]+\/deletion$/, customerDeletionSchema],
  [/^GET \/admin\/customer\/[^/]+\/gift$/, giftsSchema],
  [/^POST \/admin\/customer\/[^/]+\/gift(\/[^/]+\/withdraw)?$/, giftSchema],
  [/^GET \/(order|admin\/order|seller\/[^/]+\/order)\/[^/]+\/invoice$/, invoicesSchema],
  [/^GET \/seller\/[^/]+\/invoice$/, invoiceSchema.array()],
  [/^(GET|PUT) \/seller\/[^/]+\/payout-settings$/, payoutSettingsSchema],
  [/^GET \/seller\/[^/]+\/payout$/, payoutsSchema],
  [/^POST \/seller\/[^/]+\/payout$/, payoutSchema],
  [/^GET \/seller\/[^/]+\/payout\/[^/]+$/, payoutDetailSchema],
  [/^GET \/seller\/[^/]+\/payout\/[^/]+\/line$/, payoutLinesSchema],
  [/^POST \/admin\/payout\/[^/]+\/(paid|failed|hold|release)$/, staffPayoutSchema],
  [/^GET \/admin\/payout-batch$/, payoutBatchesSchema],
  [/^POST \/admin\/payout-batch(\/[^/]+\/sent)?$/, payoutBatchSchema],
  [/^(GET \/admin\/reconciliation|POST \/admin\/reconciliation\/.+)$/, reconciliationSchema],
  [/^GET \/admin\/reconciliation\/transaction$/, providerTransactionsSchema],
  [/^GET \/admin\/reconciliation\/missing$/, missingPostingsSchema],
  [/^(GET \/admin\/review\/[^/]+|POST \/admin\/review\/[^/]+\/(hide|show|dismiss))$/, staffReviewSchema],
  [/^GET (\/seller\/[^/]+\/listing|\/admin\/product)\/[^/]+\/release$/, releaseListSchema],
  [/^(GET|POST|PUT|DELETE) (\/seller\/[^/]+\/listing|\/admin\/product)\/[^/]+\/release(\/.+)?$/, releaseSchema],
  [/^GET \/admin\/import$/, staffImportsSchema],
  [/^GET \/admin\/import\/[^/]+\/row$/, z.union([staffImportRowsSchema, z.string()])],
  [/^(GET|PUT|POST) \/admin\/import(\/.+)?$/, staffImportSchema],
  [/^POST \/admin\/product-picture$/, storedPictureSchema],
  [/^GET \/admin\/product\/[^/]+\/key$/, ownKeyListsSchema],
  [/^POST \/admin\/product\/[^/]+\/key$/, loadedProductKeysSchema],
  [/^(GET|PUT|POST) \/admin\/product\/[^/]+(\/[a-z/-]+)?$|^POST \/admin\/product$/, staffProductSchema],
  [/^(GET|PUT) \/admin\/coupon\/[^/]+$|^POST \/admin\/coupon(\/[^/]+\/end)?$/, staffCouponSchema],
  [/^GET \/admin\/approval$/, approvalListSchema],
  [/^GET \/admin\/approval\/[^/]+$/, approvalSchema],
  [/^POST \/admin\/approval\/[^/]+\/(approve|return)$/, decidedSchema],
  [/^POST \/admin\/listing\/[^/]+\/(un)?hide$/, hiddenSchema],
  [/^GET \/order\/[^/]+\/dispute$/, orderDisputesSchema],
  [/^GET \/(dispute|seller\/[^/]+\/dispute|admin\/dispute)$/, disputeListSchema],
  [
    /^(POST \/order\/[^/]+\/dispute|GET \/dispute\/[^/]+|POST \/dispute\/[^/]+\/(message|file|withdraw)|POST \/admin\/dispute\/[^/]+\/decide)$/,
    disputePageSchema,
  ],
  [/^(GET|POST|DELETE) \/admin\/order\/[^/]+(\/(cancel|paid|accept|receipt|note)(\/[^/]+)?)?$/, staffOrderSchema],
  [/^GET \/admin\/order\/[^/]+\/event(\?|$)/, orderEventsSchema],
  [/^POST \/admin\/order\/[^/]+\/refund\/preview$/, staffRefundPreviewSchema],
  [/^POST \/admin\/order\/[^/]+\/refund$/, staffRefundAnswerSchema],
  [/^POST \/admin\/order\/[^/]+\/fulfil$/, fulfilledSchema],
  [/^GET \/product$/, productListSchema],
  [/^GET \/product\/all$/, productSchema.array()],
  [/^GET \/sitemap$/, sitemapPartsSchema],
  [/^GET \/sitemap\/part$/, sitemapPartSchema],
  [/^GET \/feed\/part$/, feedPartSchema],
  [/^GET \/goods\/keys$/, publishedKeysSchema],
  [/^GET \/license$/, licenseTermsSchema],
  [/^GET \/license\/[^/]+$/, licenseSchema],
  [/^GET \/search$/, searchResultSchema],
  [/^GET \/search\/suggestions$/, suggestionsSchema],
  [/^GET \/product\/[^/]+$/, productSchema],
  [/^GET \/product\/[^/]+\/release$/, offeredReleasesSchema],
  [/^GET \/review\/product\/[^/]+$/, reviewSchema.array()],
  [/^GET \/review\/product\/[^/]+\/summary$/, reviewSummarySchema],
  [/^POST \/library\/[^/]+\/download$/, downloadLinksSchema],
  [/^GET \/library\/[^/]+\/download$/, downloadsSchema],
  [/^GET \/seller\/[^/]+\/listing\/[^/]+\/download$/, productDownloadsSchema],
  [/^POST \/seller\/[^/]+\/picture$/, storedPictureSchema],
  [/^POST \/review$/, reviewSchema],
  [/^POST \/user$/, userSchema],
  [/^GET \/user\/[^/]+$/, userSchema],
  [/^GET \/library$/, libraryPageSchema],
  [/^GET \/library\/state$/, libraryStatesSchema],
  [/^GET \/library\/[^/]+\/release\/[^/]+$/, libraryReleaseFilesSchema],
  [/^GET \/saved-product$/, savedProductsSchema],
  [/^GET \/saved-product\/ids$/, savedIdsSchema],
  [/^POST \/saved-product$/, mergedAnswerSchema],
  [/^PUT \/saved-product\/[^/]+$/, savedProductSchema],
  [/^GET \/saved-product\/alerts\/[^/]+$/, alertLinkSchema],
  [/^GET \/seller\/[^/]+\/key$/, sellerKeysSchema],
  [/^POST \/seller\/[^/]+\/key$/, madeSellerKeySchema],
  [/^GET \/library\/token$/, libraryTokensSchema],
  [/^POST \/library\/token$/, madeLibraryTokenSchema],
  [/^GET \/seller\/[^/]+\/figures$/, figuresSchema],
  [/^GET \/seller\/[^/]+\/wallet$/, walletSchema],
  [/^GET \/seller\/[^/]+\/wallet\/movements$/, movementSchema.array()],
  [/^GET \/seller\/[^/]+\/wallet\/months$/, walletMonthSchema.array()],
  [/^GET \/seller\/[^/]+\/wallet\/months\/[^/]+$/, walletMonthSumSchema],
  [/^GET \/seller\/[^/]+\/webhook$/, webhooksSchema],
  [/^(POST \/seller\/[^/]+\/webhook|POST \/seller\/[^/]+\/webhook\/[^/]+\/rotate)$/, webhookWithSecretSchema],
  [/^(GET|PUT) \/seller\/[^/]+\/webhook\/[^/]+$/, webhookSchema],
  [/^POST \/seller\/[^/]+\/webhook\/.+\/(test|resend)$/, deliverySchema],
  [/^GET \/seller\/[^/]+\/webhook\/[^/]+\/delivery$/, deliveriesSchema],
  [/^GET \/seller\/[^/]+\/webhook\/[^/]+\/delivery\/[^/]+$/, deliveryDetailSchema],
  [/^GET \/(seller\/[^/]+|admin)\/provision-endpoint$/, endpointStateSchema],
  [/^(PUT|POST) \/(seller\/[^/]+|admin)\/provision-endpoint(\/rotate)?$/, endpointWithSecretSchema],
  [/^POST \/(seller\/[^/]+|admin)\/provision-endpoint\/test$/, endpointTestSchema],
  [/^GET \/seller\/[^/]+\/provision-endpoint\/call$/, provisionCallsSchema],
  [/^POST \/seller\/[^/]+\/provision-endpoint\/call\/[^/]+\/repeat$/, provisionCallSchema],
  [/^GET \/seller\/[^/]+\/hours$/, sellerHoursListSchema],
  [/^POST \/(seller\/[^/]+|admin)\/hours\/outage$/, recordedOutageSchema],
  [/^POST \/seller\/[^/]+\/hours\/[^/]+\/(started|stopped)$/, sellerHoursSchema],
  [/^GET \/library\/[^/]+\/access$/, libraryAccessSchema],
  [/^POST \/library\/[^/]+\/money-back$/, moneyBackSchema],
  [/^GET \/library\/[^/]+\/hours\/entry$/, hoursEntriesSchema],
  [/^(GET \/library\/[^/]+\/hours|POST \/library\/[^/]+\/hours\/(start|stop))$/, libraryHoursSchema],
  [/^GET \/seller\/mine$|^POST \/seller\/invitation\/[^/]+\/accept$/, mySellersSchema],
  [/^GET \/seller\/page$/, sellerAddressesSchema],
  [/^GET \/seller\/page\/[^/]+$/, sellerPageSchema],
  [/^GET \/seller\/page\/[^/]+\/products$/, sellerProductsSchema],
  [/^POST \/seller\/support-confirmation$/, confirmedSupportSchema],
  [/^GET \/seller\/invitation\/[^/]+$/, invitedSchema],
  [/^(POST \/seller|(GET|PUT) \/seller\/[^/]+|POST \/seller\/[^/]+\/(submit|withdraw|support-mail))$/, ownSellerSchema],
  [/^GET \/seller\/[^/]+\/closing$|^POST \/seller\/[^/]+\/(close|reopen|finish)$/, closingSchema],
  [/^(GET|PUT) \/seller\/[^/]+\/member(\/[^/]+)?$/, membersSchema],
  [/^(GET|POST) \/seller\/[^/]+\/invitation(\/[^/]+\/resend)?$/, invitationsSchema],
  [/^GET \/seller\/mine$/, mySellersSchema],
  [/^GET \/seller\/[^/]+\/listing$/, listingListSchema],
  [/^POST \/seller\/[^/]+\/listing\/bulk$/, bulkAnswerSchema],
  [/^POST \/seller\/[^/]+\/listing\/import$/, listingImportSchema],
  [/^PUT \/seller\/[^/]+\/listing\/[^/]+\/draft$/, savedDraftSchema],
  [/^PUT \/seller\/[^/]+\/listing\/[^/]+\/offer$/, offerAnswerSchema],
  [/^GET \/seller\/[^/]+\/listing\/[^/]+\/key$/, productKeysSchema],
  [/^POST \/seller\/[^/]+\/listing\/[^/]+\/key$/, loadedProductKeysSchema],
  [/^GET \/seller\/[^/]+\/listing\/[^/]+\/version$/, listingVersionsSchema],
  [/^GET \/seller\/[^/]+\/listing\/[^/]+\/version\/\d+$/, listingVersionSchema],
  [/^GET \/seller\/[^/]+\/listing\/[^/]+\/difference$/, listingDifferencesSchema],
  [/^GET \/seller\/[^/]+\/listing\/(?!export$)[^/]+$/, listingSchema],
  [/^(POST|DELETE) \/seller\/[^/]+\/listing(\/.*)?$/, listingSchema],
  [/^GET \/library\/[^/]+\/key$/, ownProductKeysSchema],
  [/^GET \/order\/[^/]+\/line\/\d+\/version$/, boughtVersionSchema],
  [/^POST \/cart\/quote$/, quoteSchema],
  [/^POST \/checkout-session$/, checkoutSessionSchema],
  [/^GET \/success$/, paymentAnswerSchema],
  [/^GET \/order\/user\/[^/]+$/, orderSchema.array()],
  [/^(GET \/order\/[^/]+|POST \/order(\/[^/]+\/cancel)?)$/, orderSchema],
  [/^GET \/admin\/me$/, staffSelfSchema],
  [/^GET \/admin\/overview$/, overviewSchema],
  [/^GET \/admin\/figures$/, shopFiguresSchema],
  [/^(GET \/admin\/seller\/[^/]+|POST \/admin\/seller\/[^/]+\/(suspend|reinstate))$/, sellerDetailSchema],
  [/^GET \/admin\/staff$/, staffListSchema],
  [/^PUT \/admin\/staff$/, staffMemberSchema],
  [/^GET \/admin\/list\/[^/]+\/view$/, savedViewsSchema],
  [/^POST \/admin\/list\/[^/]+\/view$/, savedViewSchema],
  [/^PUT \/admin\/view\/[^/]+$/, savedViewSchema],
] as const;
