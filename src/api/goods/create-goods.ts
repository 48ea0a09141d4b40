import type { CatalogueVersion } from '../catalogue/ports.ts';
import type { Domain, DomainDeps } from '../domain/domain.ts';
import type { AllowWrite } from '../http/write-rate-limit.ts';
import type { Db } from '../schema/db.ts';
import type { LockMachine, LockOrder } from '../schema/order.record.ts';
import type { WebhookDeps } from '../selling/ports.ts';
import { createCheckObject } from './download/check-object.ts';
import { freeFileAddress, mountDownloads } from './download/download.routes.ts';
import { createSendFile, type SendersBeside } from './download/send-file.ts';
import { createTransfers } from './download/transfers.ts';
import { createGoodsKinds, createGoodsSettlers } from './entitlement/goods-kinds.ts';
import { mountLibrary } from './entitlement/library.routes.ts';
import { mountOwned } from './entitlement/owned.routes.ts';
import type { StateReaders } from './entitlement/read-states.ts';
import { mountStaffGifts } from './entitlement/staff-gift.routes.ts';
import { mountFileFormats } from './file-format/file-format.routes.ts';
import { inspectFile } from './file-format/inspect-file.ts';
import { mountHours } from './hours/hours.routes.ts';
import type { HoursService } from './hours/hours-service.ts';
import { giveUpMachine, handleMachine } from './hours/machine.ts';
import { readLibraryHours } from './hours/read-hours.ts';
import { runHoursRegularly } from './hours/run-hours.ts';
import { mountSellerHours } from './hours/seller-hours.routes.ts';
import { createHub } from './hub/hub.ts';
import { ownNamespace, repoIdText, repoNameOf } from './hub/hub-name.rules.ts';
import { mountLibraryTokens } from './hub/library-token.routes.ts';
import { revokeTokensOfAccounts } from './hub/library-token.store.ts';
import { mountSigningKeys } from './manifest/manifest.routes.ts';
import { createSignProductToken, createSignRevokedKeys } from './manifest/sign-product-token.ts';
import { createSignRelease } from './manifest/sign-release.ts';
import { listOwnKeyTexts, readKeysOf, readOwnKeys } from './product-key/own-keys.ts';
import { mountProductKeys } from './product-key/product-key.routes.ts';
import { mountStaffProductKeys } from './product-key/staff-product-key.routes.ts';
import { mountAccess } from './provision/access.routes.ts';
import { createProvisionDelivery } from './provision/deliver-calls.ts';
import { mountProvisionEndpoint } from './provision/endpoint.routes.ts';
import type { MoneyBackService } from './provision/money-back.ts';
import { createNotifyShop } from './provision/notify-shop.ts';
import { provisionOutbox } from './provision/provision-outbox.ts';
import { type AccessReads, readLibraryAccess } from './provision/read-access.ts';
import { runPromisesRegularly } from './provision/run-promises.ts';
import { mountStaffEndpoint } from './provision/staff-endpoint.routes.ts';
import type { InspectFile, SignRelease } from './release/complete-release.ts';
import { defaultGoodsLimits, type GoodsLimits } from './release/goods-limits.rules.ts';
import { mountReleases } from './release/release.routes.ts';
import { removeUnusedObjectsRegularly } from './release/remove-unused-objects.ts';
import { createHashStates } from './release/upload/hash-states.ts';
import type { Scanner } from './release/upload/scan-object.ts';
import type { Settling } from './release/upload/settle-object.ts';
import { mountUploads } from './release/upload/upload.routes.ts';

/** How files of releases are taken, looked into and signed. */
type ReleaseOptions = {
  limits?: GoodsLimits;
  scanner?: Scanner | null;
  inspectFile?: InspectFile;
  signRelease?: SignRelease;
};

export type GoodsDeps = DomainDeps & {
  version: CatalogueVersion;
  /** Reads for public pages. */
  catalogue: Db;
  releases: ReleaseOptions;
  /** Other senders of file bytes; unset: none. */
  sendersBeside?: SendersBeside;
  /** Answers true for a step of an address that begins a page of the shop's own: no namespace of the hub may have it. */
  isOwnStep: (step: string) => boolean;
  webhooks: WebhookDeps;
  allowListingWrite: AllowWrite;
  orders: {
    lockOrder: LockOrder;
    lockMachine: LockMachine;
    mailBuyer: HoursService['notifyBuyer'];
    refundWholeLine: MoneyBackService['refundWholeLine'];
    /** Delivers what an order promises and what is there by now. `byJob`: nobody has asked for it. */
    deliverGoods: (orderId: string, how?: { byJob: true }) => Promise<void>;
  };
};

/** Files, keys, access and hours for buyers, the library they are in, and the hub for the tools that fetch them. */
export function createGoods(deps: GoodsDeps) {
  const { database, db, authenticate, storage, secrets, sendMail, shop, version, refresh, orders, log, now } = deps;
  const { webhooks, sendersBeside, isOwnStep } = deps;
  const { origin } = shop;
  const { lockOrder, lockMachine } = orders;
  const notifyShop = createNotifyShop({ sendMail, shop });
  const hours: HoursService = {
    db,
    secrets,
    lockOrder,
    lockMachine,
    notifyBuyer: orders.mailBuyer,
    notifyShop,
    refundWholeLine: orders.refundWholeLine,
    log,
    now,
  };
  const signToken = createSignProductToken({ secrets, shop: origin, now });
  const ownKeys = { db, secrets, signToken, now };
  // A text that gives access may name the keys that go with it.
  const keysOf: AccessReads['keysOf'] & {} = async ({ account_id: accountId, entitlement_id: entitlementId }) =>
    accountId ? await listOwnKeyTexts(ownKeys, { accountId, entitlementId }) : [];
  const accessReads = { ...hours, keysOf };
  const checkObject = createCheckObject({ db, log });
  const sendFile = createSendFile({ log, checkObject, storage, ...(sendersBeside && { beside: sendersBeside }) });
  const transfers = createTransfers({ database, storage, sendFile, log, now });
  const scanner = deps.releases.scanner ?? null;
  const objects: Settling = { db, storage, hashes: createHashStates(), scanner, log };
  const namespace = ownNamespace(shop.name, isOwnStep);
  const repoOf = (productId: string, address: string | null) =>
    repoIdText({ namespace: address ?? namespace, name: repoNameOf(productId) });

  type App = Parameters<Domain['mount']>[0];

  /** Files of releases: how they come, and what becomes of them. */
  function mountReleaseFiles(app: App) {
    const { limits = defaultGoodsLimits } = deps.releases;
    mountFileFormats(app, { db: deps.catalogue, shop: { origin, name: shop.name, repoOf } });
    mountUploads(app, { database, authenticate, limits, settling: objects, log, now });
    mountReleases(app, {
      ...{ db, authenticate },
      completing: {
        ...{ db, storage },
        inspectFile: deps.releases.inspectFile ?? inspectFile,
        signRelease: deps.releases.signRelease ?? createSignRelease({ secrets, shop: origin, now }),
        isScanning: scanner !== null,
        onUnreadable: (path, error) =>
          log.warn({ part: 'api', path, error: String(error) }, 'a file of a release could not be looked into'),
      },
    });
    mountSigningKeys(app, { db });
  }

  /** Keys, and what a machine of a shop sets up. */
  function mountDelivered(app: App) {
    const loading = { db, secrets, deliverGoods: (orderId: string) => orders.deliverGoods(orderId, { byJob: true }) };
    const signRevoked = createSignRevokedKeys({ secrets, shop: origin, now });
    mountStaffProductKeys(app, { ...loading, authenticate, refresh });
    mountProductKeys(app, {
      ...{ ...loading, authenticate, allowWrite: deps.allowListingWrite, version, signToken, signRevoked, now },
    });
    mountProvisionEndpoint(app, { ...webhooks, db, authenticate });
    mountStaffEndpoint(app, { ...webhooks, db, authenticate });
    mountAccess(app, { ...accessReads, authenticate });
    mountHours(app, { ...hours, authenticate });
    mountSellerHours(app, { ...hours, authenticate });
  }

  /** Libraries of buyers, and their tokens and gifts. */
  function mountLibraries(app: App) {
    mountLibraryTokens(app, { db, authenticate, now });
    mountStaffGifts(app, {
      db,
      authenticate,
      sendMail,
      shop,
      now,
      refresh,
      kinds: createGoodsSettlers({ sendMail, shop }),
    });
    const redirects = sendersBeside?.bucket === true && storage.presign !== undefined;
    mountDownloads(app, { database, authenticate, transfers, secrets, origin, redirects, now });
    const states: StateReaders = {
      keys: (accountId, entitlementId) =>
        readOwnKeys(ownKeys, { accountId, entitlementId }, { after: 0, limit: readKeysOf }),
      access: (accountId, entitlementId) => readLibraryAccess(accessReads, accountId, entitlementId),
      hours: (accountId, entitlementId) => readLibraryHours(hours, accountId, entitlementId),
    };
    mountOwned(app, { db, authenticate, now });
    // Behind what has a name of its own under /library.
    mountLibrary(app, {
      ...{ db, authenticate, now, states },
      repoOf: ({ productId, shop: address }) => repoOf(productId, address),
    });
  }

  const domain: Domain = {
    mount(app) {
      mountReleaseFiles(app);
      mountDelivered(app);
      mountLibraries(app);
    },
    jobs: [
      () => runPromisesRegularly(hours),
      () => runHoursRegularly(hours),
      () => removeUnusedObjectsRegularly(objects),
    ],
    addresses: [freeFileAddress],
    handlers: { onAccountsEnded: (ids) => revokeTokensOfAccounts(db, ids) },
  };
  return {
    ...domain,
    ...{ objects, provisioning: { hours, access: hours } },
    /** Hands out and takes back what a paid order promises; answers the lines that are delivered by it. */
    settleGoods: createGoodsKinds({ sendMail, shop }),
    /** Bought files at addresses beside those of /api, for the tools made for the Hugging Face Hub. */
    hub: createHub({ database, storage, sendFile, transfers, shop, isOwnStep, log, now }),
    /** Calls the endpoints of shops for what only they can set up, once it is started. */
    delivery: createProvisionDelivery({
      ...webhooks,
      deliverGoods: (orderId) => orders.deliverGoods(orderId),
      machines: {
        answered: (call, answer) => handleMachine(hours, call, answer),
        givenUp: (call, reason) => giveUpMachine(hours, call, reason),
      },
    }),
    outbox: provisionOutbox(db),
    close: () => transfers.settled(),
  };
}
