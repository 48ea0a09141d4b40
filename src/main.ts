// Builds every part, joins them and listens. The only file that knows all of them, and the only one that ends the process.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillEmptyCatalogue } from '#api/catalogue/fill-empty-catalogue.ts';
import { followCatalogueVersion } from '#api/catalogue-version.ts';
import type { ApiTables } from '#api/schema.ts';
import { createApi } from '#api/server.ts';
import type { AccountsConfig } from '#contract/accounts.ts';
import { storeSchema } from '#contract/store.schema.ts';
import type { Store } from '#contract/store.ts';
import { type Config, readConfig, readEnvironment, StartError } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { openHttpServer } from '#platform/http-server.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import type { Part } from '#platform/part.ts';
import { requestId } from '#platform/request-id.ts';
import { cacheResponses } from '#platform/response-cache.ts';
import { securityHeaders } from '#platform/security-headers.ts';
import { createStaticFiles } from '#platform/static-files.ts';
import { createStorefront } from '#storefront/server.ts';
import { loadPages } from './pages.ts';
import { filePaths, publicAddress } from './public-address.ts';

const root = join(import.meta.dirname, '..');
const CLOSE_MS = 10_000;
const IMPATIENT_MS = 1_500;

const progress = (step: string) => process.stderr.write(`  ${step}\n`);

async function start(config: Config, development: boolean) {
  const http = await openHttpServer(config);
  const origin = config.publicUrl ?? http.address;
  const store = await readStore(config.storeFile);
  const log = createLog(config.logLevel);

  progress(config.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the embedded database in ${config.dataDir}`);
  const database = await openDatabase<ApiTables>(config);
  const applied = await migrate(database, { schema: 'api', folder: join(root, 'src/api/migrations') });
  if (applied.length > 0) progress(`Database prepared (${applied.join(', ')})`);
  if (config.fillEmptyCatalogue) {
    const products = await fillEmptyCatalogue(database.kysely, join(root, 'catalogue/demo'));
    if (products > 0) progress(`Demo catalogue imported: ${products} products`);
  }

  const version = await followCatalogueVersion(database, { log });
  const pages = await loadPages(root, http.server, development);
  const api = createApi({ database, version, log });
  const storefront = createStorefront({
    apiFetch: api.fetch,
    store,
    origin,
    accounts: accountsOf(config),
    log,
    requestId,
    headers: securityHeaders,
    ...pages,
  });
  const files = createStaticFiles({ built: join(root, 'build/client'), given: join(root, 'public') });
  http.serve(
    cacheResponses(joinParts({ api, storefront, files }), {
      version: version.current,
      maxBytes: development ? 0 : config.cacheBytes,
      addressOf: (url) => publicAddress(url, origin),
    }),
  );
  process.stdout.write(`${store.name} is open at ${origin}\n`);

  let closingSince: number | null = null;
  async function close() {
    // Ctrl-C reaches a process twice, from the terminal and from the script that started it: only a later one is meant.
    if (closingSince !== null && Date.now() - closingSince > IMPATIENT_MS) process.exit(1);
    if (closingSince !== null) return;
    closingSince = Date.now();
    setTimeout(() => process.exit(1), CLOSE_MS + IMPATIENT_MS).unref();
    version.close();
    await pages.close?.();
    await http.close(CLOSE_MS);
    await database.close();
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

/** One origin: the API under /api, files by their folders, everything else is a page. */
function joinParts(parts: { api: Part; storefront: Part; files: Part }): Part {
  return {
    fetch(request) {
      const { url } = request;
      const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
      if (path.startsWith('/api/') || path === '/api') return parts.api.fetch(request);
      return filePaths.test(path) ? parts.files.fetch(request) : parts.storefront.fetch(request);
    },
  };
}

/** What the browser needs to know of the account service. */
function accountsOf({ accounts }: Config): AccountsConfig {
  const endpoint = { embedded: '/identity', hosted: null }[accounts.endpoint];
  return {
    userPoolId: accounts.poolId,
    clientId: accounts.clientId,
    endpoint: endpoint === undefined ? accounts.endpoint : endpoint,
    identityPoolId: accounts.identityPoolId,
    identityEndpoint: endpoint === undefined ? accounts.endpoint : endpoint,
    guestAccess: accounts.guestAccess,
    hostedLoginDomain: accounts.loginDomain,
  };
}

async function readStore(file: string): Promise<Store> {
  let given: unknown;
  try {
    given = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const parsed = storeSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new StartError(`${file} is not valid: ${faults.join('; ')}.`);
}

try {
  await start(readConfig(readEnvironment()), process.argv.includes('--dev'));
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
