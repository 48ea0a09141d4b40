// Builds every part, joins them and listens. The only file that knows all of them, and the only one that ends the process.
import { join } from 'node:path';
import { createAuthenticate } from '#api/authenticate.ts';
import { fillEmptyCatalogue } from '#api/catalogue/fill-empty-catalogue.ts';
import { createCatalogueReads } from '#api/catalogue-reads.ts';
import { followCatalogueVersion } from '#api/catalogue-version.ts';
import { cancelOrdersOfAccounts } from '#api/checkout/cancel-order.ts';
import { reconcileRegularly } from '#api/checkout/reconcile.ts';
import { forgetOldReceipts } from '#api/receipt/receipts.ts';
import { followRevocations } from '#api/revocations.ts';
import { type Api, createApi } from '#api/server.ts';
import { shopPageNames } from '#contract/shop-pages.ts';
import { findAddress, workOf } from '#contract/site-address.ts';
import { storeSettings } from '#contract/store-settings.ts';
import { createIdentity } from '#identity/server.ts';
import { prepareSigningKeys } from '#identity/tokens/signing-keys.ts';
import { createFileTransport } from '#mail/file-transport.ts';
import { isLoopback } from '#mail/loopback.ts';
import { createMail } from '#mail/mail.ts';
import { outboxAddress, outboxKey } from '#mail/outbox-key.ts';
import { parseSender } from '#mail/sender.ts';
import { createOutboxPage } from '#mail/server.ts';
import { createSmtpTransport } from '#mail/smtp-transport.ts';
import { openFileCache } from '#platform/cache/file-cache.ts';
import { cacheResponses } from '#platform/cache/response-cache.ts';
import { type Config, readConfig, readEnvironment, StartError } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openReplica } from '#platform/database/replica.ts';
import { type Admission, createAdmission } from '#platform/http/admission.ts';
import { openHttpServer, type WorkLimits } from '#platform/http/http-server.ts';
import type { Part } from '#platform/http/part.ts';
import { forgetOldCounts } from '#platform/http/rate-limiter.ts';
import { pathOf } from '#platform/http/request-address.ts';
import { isolatedPage, securityHeaders } from '#platform/http/security-headers.ts';
import { createStaticFiles } from '#platform/http/static-files.ts';
import { createLog, type Log } from '#platform/observability/log.ts';
import { handOn, observeRequests } from '#platform/observability/observe-requests.ts';
import type { Telemetry } from '#platform/observability/telemetry-sdk.ts';
import { tellOpen } from '#platform/processes/worker.ts';
import { keyFile, openSecrets, SealError } from '#platform/secrets.ts';
import { createStorefront } from '#storefront/server.ts';
import { accountsConfig, isEmbedded, issuerOf, poolOf } from './account-service.ts';
import { checkoutShop } from './checkout-shop.ts';
import { loadPages } from './pages.ts';
import { openPayments } from './payment-service.ts';
import { publicAddress } from './public-address.ts';
import { readShopPages } from './read-shop-pages.ts';
import { observeShop } from './shop-metrics.ts';
import { readStore } from './store-file.ts';
import { migrateAll, type Tables } from './tables.ts';

const root = join(import.meta.dirname, '..');
const CLOSE_MS = 10_000;
const IMPATIENT_MS = 1_500;
/** Some six thousand pictures for links. */
const PICTURE_BYTES = 256 * 1024 * 1024;

let tellsProgress = true;
function progress(step: string) {
  if (tellsProgress) process.stderr.write(`  ${step}\n`);
}

async function start(config: Config, development: boolean) {
  // The first worker has told of it.
  tellsProgress = !config.worker?.address;
  const http = await openHttpServer({ ...config, joinsAt: config.worker?.address ?? null });
  const origin = config.publicUrl ?? http.address;
  const store = await readStore(config.storeFile);
  const shopPages = await readShopPages(config.pagesDir);
  if (config.receiptFont) await expectFont(config.receiptFont);
  const log = createLog(config.logLevel);
  const telemetry = await openTelemetry(config.telemetry, log);

  progress(config.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the embedded database in ${config.dataDir}`);
  const database = await openDatabase<Tables>({ ...config, onStatement: telemetry?.noteStatement });
  const secrets = openSecrets(config);
  const applied = await migrateAll(database);
  if (applied.length > 0) progress(`Database prepared (${applied.join(', ')})`);
  await prepareSigningKeys(database.kysely, secrets).catch((error) => {
    if (!(error instanceof SealError)) throw error;
    throw new StartError(
      `The accounts in the database were sealed with another key than the one in ${config.secretsKey ? 'SECRETS_KEY' : keyFile(config.dataDir)}. Restore that key, or set SECRETS_KEY to the one that the other processes use.`,
    );
  });
  if (config.fillEmptyCatalogue) {
    const products = await fillEmptyCatalogue(database.kysely, join(root, 'catalogue/demo'));
    if (products > 0) progress(`Demo catalogue imported: ${products} products`);
  }

  await database.share(log);

  let closingSince: number | null = null;
  const version = await followCatalogueVersion(database, { log });
  const replica = config.databaseReadUrl ? openReplica<Tables>(config.databaseReadUrl, telemetry?.noteStatement) : null;
  const pages = await loadPages(root, http.server, development);
  const brand = { name: store.name, address: store.contact.address, origin };
  const mail = createMail({
    database,
    secrets,
    transport: config.mail.smtpUrl ? createSmtpTransport(config.mail.smtpUrl) : createFileTransport(config.dataDir),
    brand,
    sender: config.mail.from ? parseSender(config.mail.from) : { name: store.name, address: store.contact.email },
    attachments: { receipt: (orderId) => api.receipts.find(orderId) },
    log,
  });
  const outbox = isTrial(config, origin)
    ? createOutboxPage({ ...config, brand, key: outboxKey(secrets), headers: securityHeaders, log })
    : null;
  const identity = isEmbedded(config.accounts)
    ? createIdentity({
        database,
        pool: poolOf(config.accounts, { name: store.name, origin }),
        secrets,
        sendMail: mail.sendMail,
        log,
      })
    : null;
  // Of another account service nobody tells the shop what has ended: its tokens are good until they say.
  const apiIsMade = Promise.withResolvers<Api>();
  const revocations =
    identity &&
    followRevocations({
      fetchRevocations: identity.forShop.fetch,
      onAccountEnded: async (ids) => cancelOrdersOfAccounts((await apiIsMade.promise).checkout, ids),
      log,
    });
  if (revocations) await database.listen('identity_revocation', () => void revocations.refresh());
  const authenticate = createAuthenticate({
    issuer: issuerOf(config.accounts, origin),
    audience: config.accounts.clientId,
    fetchKeys: identity?.fetch ?? fetch,
    ...(revocations && { isRevoked: revocations.isRevoked }),
  });
  const settings = storeSettings(config.store);
  const payments = openPayments(config.payments, {
    database,
    store,
    origin,
    // Anybody may post to the webhook's address: only who has the keys of this shop can sign what it believes.
    webhookSecret: secrets.hmac('webhook', 'sandbox').toString('base64url'),
    deliver: handOn((request) => api.fetch(request)),
    log,
  });
  const api: Api = createApi({
    database,
    version,
    catalogue: replica ? createCatalogueReads({ primary: database.kysely, replica, version, log }) : database.kysely,
    authenticate,
    checkout: {
      provider: payments.provider,
      sendMail: mail.sendMail,
      shop: checkoutShop(store, origin),
      limits: config.orders,
      takesBilledOrders: settings.billingForm === 'order',
    },
    keepsCarts: settings.cart === 'account',
    isEnding: () => closingSince !== null,
    receiptFont: config.receiptFont,
    shopPages,
    contactMailBox: settings.contactForm === 'deliver' ? store.contact.email : null,
    log,
  });
  apiIsMade.resolve(api);
  const stopReconciling = reconcileRegularly(api.checkout);
  const stopForgetting = forgetOldCounts(database.kysely, log);
  const stopForgettingReceipts = forgetOldReceipts(database.kysely, log);
  // Only who has an order to pay needs to know where to, and is told with the order.
  const { bank: _bank, ...shownStore } = store;
  const storefront = createStorefront({
    apiFetch: handOn(api.fetch),
    store: shownStore,
    origin,
    accounts: accountsConfig(config.accounts),
    payments: { publicKey: config.payments.publicKey, sandbox: payments.sandbox !== null },
    settings,
    shopPages: shopPageNames.filter((name) => shopPages[name]),
    log,
    pictures: await openFileCache({ folder: join(config.dataDir, 'pictures'), maxBytes: PICTURE_BYTES, log }),
    observe: (answer) => observeRequests('storefront', log, answer),
    headers: securityHeaders,
    pageHeaders: isolatedPage(origin),
    ...pages,
  });
  const files = createStaticFiles({ built: join(root, 'build/client'), given: join(root, 'public') }, log);
  const admissions = limitWork();
  const parts = { api, storefront, files, identity, outbox, pay: payments.sandbox?.pages ?? null };
  const site = cacheResponses(joinParts(parts), {
    version: version.current,
    maxBytes: development ? 0 : config.cacheBytes,
    addressOf: (url) => publicAddress(url, origin),
  });
  const stopObserving = telemetry?.meter
    ? observeShop(telemetry.meter, {
        database,
        replica,
        dataDir: config.dataDir,
        server: http.server,
        cache: site,
        admissions: admissions.byKind,
        version,
        log,
      })
    : null;
  http.serve(site, admissions.limits);
  await http.listen();
  await mail.start();
  await payments.sandbox?.start();
  const lines = [`${store.name} is open at ${origin}`];
  if (outbox) lines.push(`Mails of this trial installation are shown at ${outboxAddress(origin, outboxKey(secrets))}`);
  tellOpen({ lines, address: http.address });

  async function close() {
    // Ctrl-C reaches a process twice, from the terminal and from the script that started it: only a later one is meant.
    if (closingSince !== null && Date.now() - closingSince > IMPATIENT_MS) process.exit(1);
    if (closingSince !== null) return;
    closingSince = Date.now();
    setTimeout(() => process.exit(1), config.shutdownDelayMs + 2 * CLOSE_MS + IMPATIENT_MS).unref();
    await pages.close?.();
    await http.close(CLOSE_MS, config.shutdownDelayMs);
    version.close();
    revocations?.close();
    await Promise.all([identity?.close(), stopReconciling(), stopForgetting(), stopForgettingReceipts()]);
    await Promise.all([mail.close(CLOSE_MS), payments.sandbox?.close(CLOSE_MS)]);
    stopObserving?.();
    await api.close();
    await telemetry?.close();
    await Promise.all([replica?.close(), database.close()]);
    process.exit(0);
  }
  const closeOrFail = () => close().catch(() => process.exit(1));
  process.on('SIGTERM', closeOrFail);
  process.on('SIGINT', closeOrFail);
  database.onLost((error) => {
    process.stderr.write(`The embedded database has ended: ${error.message}. The shop ends too; start it again.\n`);
    process.exit(1);
  });
}

/** Nobody but the one who tries the shop out can read the mails: no mail server, no real database, no way in from outside. */
function isTrial(config: Config, origin: string): boolean {
  const local = isLoopback(config.host === '::1' ? '[::1]' : config.host) && isLoopback(new URL(origin).hostname);
  return local && config.trustedProxies === 0 && !config.databaseUrl && !config.mail.smtpUrl;
}

/** One origin: parts by the first step of the path, files as the table of addresses says, everything else is a page. */
function joinParts(parts: {
  api: Part;
  storefront: Part;
  files: Part;
  identity: Part | null;
  outbox: Part | null;
  pay: Part | null;
}): Part {
  const byFirstStep = new Map([
    ['api', parts.api],
    ['identity', parts.identity],
    ['outbox', parts.outbox],
    ['pay', parts.pay],
  ]);
  return {
    fetch(request, peer) {
      const path = pathOf(request.url);
      const part = byFirstStep.get(path.split('/', 2)[1] ?? '');
      if (part) return part.fetch(request, peer);
      return findAddress(path).isFile ? parts.files.fetch(request) : parts.storefront.fetch(request);
    },
  };
}

/** The provider's messages are the longest that the shop takes; everything else is a form, or an order. */
const LARGEST_WEBHOOK = 1024 * 1024;
const LARGEST_BODY = 96 * 1024;

/**
 * What a process works on at once. Reading is held close to what one processor can do, so that whoever is served is
 * served soon; what changes something may wait for others, and must not keep readers waiting. What one sort of visitor can
 * make slow has room of its own: a provider that does not answer keeps nobody from signing in, pictures no page from being
 * read, and nothing at all the provider from telling who has paid.
 */
function limitWork(): { byKind: Record<string, Admission>; limits: WorkLimits } {
  const byKind = {
    reading: createAdmission({ atOnce: 12, inLine: 1_000 }),
    changing: createAdmission({ atOnce: 64, inLine: 500 }),
    buying: createAdmission({ atOnce: 64, inLine: 500 }),
    drawing: createAdmission({ atOnce: 4, inLine: 40, patience: 25 }),
    webhook: createAdmission({ atOnce: 8, inLine: 200 }),
  };
  return {
    byKind,
    limits: {
      admissionOf(request) {
        const work = workOf(request);
        return work && byKind[work];
      },
      largestBodyOf: (path) => (workOf({ method: 'POST', path }) === 'webhook' ? LARGEST_WEBHOOK : LARGEST_BODY),
    },
  };
}

/** Nothing of it is loaded where the configuration does not ask for it. */
async function openTelemetry(config: Config['telemetry'], log: Log): Promise<Telemetry | null> {
  if (!config.metrics && !config.pushesMetrics && !config.traces) return null;
  const { startTelemetry } = await import('#platform/observability/telemetry-sdk.ts');
  const telemetry = await startTelemetry(config, log);
  if (telemetry.metricsAddress) progress(`Figures are served at ${telemetry.metricsAddress}`);
  return telemetry;
}

async function expectFont(file: string) {
  const { isFont } = await import('#api/receipt/receipt-fonts.ts');
  if (!isFont(file)) throw new StartError(`RECEIPT_FONT is not valid: ${file} cannot be read as a font.`);
}

try {
  await start(readConfig(readEnvironment()), process.argv.includes('--dev'));
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
