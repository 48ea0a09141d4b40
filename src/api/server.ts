import { isOwnStep } from '#contract/site-address.ts';
import type { Part } from '#platform/http/part.ts';
import { observeRequests } from '#platform/observability/observe-requests.ts';
import type { Authenticate } from './access/authenticate.ts';
import { createReadKey } from './access/read-key.ts';
import { sellerReads, walletReads } from './account-reads.ts';
import type { ApiDeps } from './api-deps.ts';
import { createCatalogue } from './catalogue/create-catalogue.ts';
import { acceptLicenses } from './catalogue/license/accept-licenses.ts';
import { reviewWrites } from './catalogue/review/review-limits.rules.ts';
import { defaultAloneDollars } from './config.ts';
import { createChecks } from './create-checks.ts';
import { docsAddresses, mountDocs } from './docs/docs.routes.ts';
import type { DomainDeps } from './domain/domain.ts';
import { createGoods } from './goods/create-goods.ts';
import { toSiteAddresses } from './http/api-addresses.ts';
import { createApp } from './http/create-app.ts';
import { faultOf } from './http/fault-of.ts';
import type { RequestEnv } from './http/request-context.ts';
import { createWriteRateLimit } from './http/write-rate-limit.ts';
import { createMoney } from './money/create-money.ts';
import { createOperations } from './operations/create-operations.ts';
import { isProviderAway, isProviderRefusal } from './ordering/checkout/payment/provider/payment-provider.ts';
import { createOrdering } from './ordering/create-ordering.ts';
import { defaultDisputeTimes } from './ordering/dispute/dispute.rules.ts';
import { findOrder, hasPaidFor, lockOrder } from './ordering/order/order.store.ts';
import { lockMachine } from './ordering/rental/rentals.ts';
import { createPeople } from './people/create-people.ts';
import { createSelling } from './selling/create-selling.ts';
import { webhookDeps } from './selling/webhook/webhook-deps.ts';
import { staffListSources } from './staff-list-sources.ts';

export type Api = ReturnType<typeof createApi> & Part;

/**
 * The product API (docs/specification, group E), under /api, with and without a trailing slash. Callers say who
 * they are by bearer token alone, never by cookie: a foreign site cannot make a browser send one, so the anti-forgery
 * header of clients (X-XSRF-TOKEN) is welcome and not needed.
 */
export function createApi(deps: ApiDeps) {
  const { database, version, catalogue: reads, checkout, storage, secrets, sendMail, shop, log } = deps;
  const db = database.kysely;
  const now = deps.now ?? (() => new Date());
  const readKey = createReadKey({ database, now });
  const authenticate: Authenticate = Object.assign((request: Request) => deps.authenticate(request), { readKey });
  const refresh = () => version.refresh();
  const shared: DomainDeps = { database, db, authenticate, storage, secrets, sendMail, shop, refresh, log, now };
  const { provider, walletIsOpen, limits, takesBilledOrders } = checkout;
  const allowWrite = createWriteRateLimit(database, reviewWrites);
  const webhooks = webhookDeps(shared, deps.webhooks);

  const { shopPages = {}, embeddings = null } = deps;
  const catalogue = createCatalogue({
    ...shared,
    version,
    catalogue: reads,
    allowWrite,
    hasPaidFor,
    shopPages,
    embeddings,
  });
  const selling = createSelling({
    ...{ ...shared, version, catalogue: reads, savePicture: catalogue.savePicture, webhooks },
    priceWaitPercent: deps.sellers?.priceWaitPercent ?? null,
    unpaidCents: sellerReads.unpaidCents,
    cancelOrdersOfSuspended: () => ordering.cancelOrdersOfSuspended(),
    findByEmail: deps.customers.accounts?.findByEmail ?? null,
  });
  const money = createMoney({
    ...shared,
    provider: { ...provider, isRefusal: isProviderRefusal, isAway: isProviderAway },
    ...{ walletIsOpen, connect: deps.connect ?? null, balance: deps.balance, receiptFonts: deps.receiptFonts ?? [] },
    payoutWaitDays: deps.payouts?.waitDays ?? 0,
    secondPersonAboveCents: deps.ledger?.secondPersonAboveCents ?? defaultAloneDollars * 100,
    payInsPerNetwork: limits.placedPerNetwork,
    orders: { findOrder, lockOrder },
    syncPayment: (paymentIntent) => ordering.syncPayment(paymentIntent),
  });
  const goods = createGoods({
    ...{ ...shared, version, catalogue: reads, releases: deps.goods ?? {}, isOwnStep, webhooks },
    ...(deps.sendersBeside && { sendersBeside: deps.sendersBeside }),
    allowListingWrite: selling.allowListingWrite,
    orders: {
      lockOrder,
      lockMachine,
      mailBuyer: (...given) => ordering.mailBuyer(...given),
      refundWholeLine: (given) => ordering.refundWholeLine(given),
      deliverGoods: (...given) => ordering.deliverGoods(...given),
    },
  });
  const ordering = createOrdering({
    ...{ ...shared, provider, limits, takesBilledOrders, walletIsOpen, storesCarts: deps.storesCarts, allowWrite },
    disputes: deps.disputes ?? defaultDisputeTimes,
    ...{
      acceptLicenses,
      settleGoods: goods.settleGoods,
      handlePayoutEvent: money.handlePayoutEvent,
      payIns: money.payIns,
    },
    receiptOf: money.receipts.of,
  });
  const onAccountsEnded = async (accountIds: string[]) => {
    for (const { handlers } of domains) await handlers.onAccountsEnded?.(accountIds);
  };
  const people = createPeople({
    ...{ ...shared, ...deps.customers, contactMailBox: deps.contactMailBox, allowWrite, sellers: sellerReads },
    wallets: walletReads,
    orders: { cancelOrders: ordering.cancelOrders },
    onAccountsEnded,
  });
  const operations = createOperations({
    ...{ ...shared, sources: staffListSources(shop.name), checks: createChecks({ db, storage }) },
    kinds: [...catalogue.jobKinds, ...ordering.jobKinds, ...selling.jobKinds],
    state: { ...deps.state, outboxes: [...(deps.state?.outboxes ?? []), selling.outbox, goods.outbox] },
    isEnding: deps.isEnding ?? (() => false),
  });
  const domains = [catalogue, people, selling, money, goods, ordering, operations];

  const { app, routes } = createApp({ log, faultOf });
  for (const { mount } of domains) mount(app);
  const document = mountDocs(app, { origin: shop.origin });
  return {
    ...observeRequests('api', log, (request, seen, peer) => {
      const env: RequestEnv = { seen, peer: peer?.address };
      return app.fetch(request, env);
    }),
    openapi: document,
    /** Everything that is mounted, also what the document does not tell of. */
    mounted: app.routes,
    routes,
    /** For the table of the whole site. */
    addresses: [...toSiteAddresses(routes), ...docsAddresses, ...domains.flatMap(({ addresses = [] }) => addresses)],
    ...{ catalogue, selling, money, goods, ordering, people, operations },
    /** Jobs beside the requests. */
    jobs: domains.flatMap(({ jobs }) => jobs),
    /** Work that each process which serves visitors does for its own requests. */
    forRequests: domains.flatMap(({ forRequests = [] }) => forRequests),
    onAccountsEnded,
    /** The first reason why an account cannot be deleted yet, for its owner; null: there is none. */
    async whyAccountStays(accountId: string): Promise<string | null> {
      for (const { handlers } of domains) {
        const reason = await handlers.whyAccountStays?.(accountId);
        if (reason) return reason;
      }
      return null;
    },
    async onAccountsDeleted(accountIds: string[]) {
      for (const { handlers } of domains) await handlers.onAccountsDeleted?.(accountIds);
    },
    close: async () => {
      await Promise.all([selling.seen.close(), money.close(), goods.close()]);
    },
  };
}
