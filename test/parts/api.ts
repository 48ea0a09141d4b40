import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultUnpaidOrderLimits } from '#api/ordering/order/unpaid-order-limits.rules.ts';
import type { ApiTables } from '#api/schema/schema.ts';
import { createAddressTable } from '#contract/site-address.ts';
import type { Database } from '#platform/database/database.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { createSecrets } from '#platform/secrets.ts';
import { openFolderStorage } from '#platform/storage/folder-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createAuthenticate } from '../../src/api/access/authenticate.ts';
import { followCatalogueVersion } from '../../src/api/catalogue/catalogue-version/catalogue-version.ts';
import { createApi } from '../../src/api/server.ts';
import { createSentMails } from '../../src/mail/mail.ts';
import type { SendMail } from '../../src/mail/mailer.ts';
import { type Account, type AccountService, anAccountService, audience, issuer } from '../factories/account-service.ts';
import { aShop } from '../factories/shop.ts';
import { type ApiDocument, createCheckAnswer } from './check-answer.ts';
import { recordOpened } from './opened-apis.ts';

type Headers = Record<string, string>;
type Deps = Parameters<typeof createApi>[0];
type Checkout = Deps['checkout'] & Pick<Deps, 'sendMail' | 'shop'>;

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
  limits: defaultUnpaidOrderLimits,
  takesBilledOrders: false,
  walletIsOpen: true,
};

/** Its key takes longer to make than most tests take. */
let sharedAccounts: Promise<AccountService> | undefined;

function shareAccounts(): Promise<AccountService> {
  sharedAccounts ??= anAccountService();
  return sharedAccounts;
}

/** The document takes a moment to make, and its schemas to compile. */
const checksOfRoutes = new Map<string, ReturnType<typeof createCheckAnswer>>();

function unreachable(): never {
  throw new Error('this test has no payment provider');
}

/**
 * The API over a test database, with an account service that signs in whom a test names. Every answer is checked
 * against what the OpenAPI document promises of it.
 */
export async function startApi(
  database: Database<ApiTables>,
  given: {
    log?: Log;
    accounts?: Pick<AccountService, 'fetchKeys' | 'idToken'>;
    checkout?: Checkout;
    sendMail?: SendMail;
    customerAccounts?: Deps['customers']['accounts'];
    storage?: Storage;
    webhooks?: Partial<Deps['webhooks'] & Pick<Deps, 'secrets'>>;
    sendersBeside?: Deps['sendersBeside'];
    now?: () => Date;
    staffSecondFactor?: 'optional' | 'required' | 'pool';
    sellers?: Deps['sellers'];
    goods?: Deps['goods'];
    connect?: Deps['connect'];
    balance?: Deps['balance'];
    state?: Deps['state'];
    embeddings?: Deps['embeddings'];
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
  const { sendMail, shop, ...checkout } = given.checkout ?? { ...noCheckout, sendMail: given.sendMail ?? unreachable };
  const { secrets = testSecrets, ...webhooks } = given.webhooks ?? {};
  const api = createApi({
    ...{ secrets, sendMail, shop, checkout },
    database,
    version,
    catalogue: database.kysely,
    authenticate,
    storage,
    connect: given.connect ?? null,
    balance: given.balance ?? { listTransactions: unreachable, readBalance: unreachable },
    customers: {
      accounts: given.customerAccounts ?? null,
      sentMails: createSentMails(secrets),
    },
    storesCarts: true,
    contactMailBox: 'support@example.com',
    webhooks: { isTrial: true, ...webhooks },
    state: given.state ?? { readGuide: async () => '# How the shop is run' },
    shopPages: { terms: { title: 'Terms of sale', text: 'Who sells: **we**.' } },
    log,
    ...(given.now && { now: given.now }),
    ...(given.sellers && { sellers: given.sellers }),
    ...(given.goods && { goods: given.goods }),
    ...(given.embeddings && { embeddings: given.embeddings }),
    ...(given.sendersBeside && { sendersBeside: given.sendersBeside }),
  });

  recordOpened({
    async close() {
      version.close();
      await api.close();
    },
  });

  // The document is the same for all that mount the same routes; what is switched off is not in it.
  const mounted = api.mounted.map(({ method, path }) => `${method} ${path}`).join('\n');
  const checkAnswer = checksOfRoutes.get(mounted) ?? createCheckAnswer(api.openapi() as ApiDocument);
  checksOfRoutes.set(mounted, checkAnswer);

  async function send(method: string, path: string, headers: Headers, body: BodyInit | null = null) {
    const response = await api.fetch(
      new Request(`http://shop.test/api${path}`, { method, headers, body, duplex: 'half' } as RequestInit),
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = text === '' ? null : isJson ? JSON.parse(text) : text;
    const type = response.headers.get('content-type');
    checkAnswer({ method, path: `/api${path}`, status: response.status, type, body: answer });
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
    hub: api.goods.hub,
    checkout: api.ordering.service,
    receipts: api.money.receipts,
    invoices: api.money.invoices,
    webhooks: api.selling.delivery,
    objects: api.goods.objects,
    provision: api.goods.delivery,
    payouts: api.money.payouts,
    carryOutPayouts: api.money.carryOutPayouts,
    reconcileProvider: api.money.reconcileProvider,
    provisioning: api.goods.provisioning,
    seen: api.selling.seen,
    meaning: api.catalogue.meaning,
    close: api.close,
    openapi: api.openapi,
    staffJobs: api.operations.staffJobs,
    dataExports: api.people.dataExports,
    mounted: api.mounted,
    routes: api.routes,
    addresses: createAddressTable(api.addresses),
    async signIn(account: Account, claims: Record<string, unknown> = {}) {
      const authorization = `Bearer ${await accounts.idToken(account, claims)}`;
      return { ...caller({ authorization }), authorization };
    },
  };
}
