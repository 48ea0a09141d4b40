// Builds every part, joins them and listens. The only file that knows all of them, and the only one that ends the process.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { fillEmptyCatalogue } from '#api/catalogue/fill-empty-catalogue.ts';
import { followCatalogueVersion } from '#api/catalogue-version.ts';
import type { ApiTables } from '#api/schema.ts';
import { createApi } from '#api/server.ts';
import { storeSchema } from '#contract/store.schema.ts';
import type { Store } from '#contract/store.ts';
import { type Config, readConfig, StartError } from '#platform/config.ts';
import { openDatabase } from '#platform/database.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import type { Part } from '#platform/part.ts';
import { cacheResponses } from '#platform/response-cache.ts';
import { securityHeaders } from '#platform/security-headers.ts';
import { createStaticFiles } from '#platform/static-files.ts';
import { createStorefront } from '#storefront/server.ts';
import { loadPages } from './pages.ts';
import { publicAddress } from './public-address.ts';

const root = join(import.meta.dirname, '..');
const CLOSE_MS = 10_000;

const progress = (step: string) => process.stderr.write(`  ${step}\n`);

async function start(config: Config, development: boolean) {
  let shop: Part = {
    fetch: () =>
      new Response('The shop is starting. Try again in a moment.\n', { status: 503, headers: { 'retry-after': '2' } }),
  };
  const server = createServer(getRequestListener((request) => shop.fetch(request)));
  await listen(server, config);
  const origin = config.publicUrl ?? localAddress(server, config);

  const store = await readStore(config.storeFile);
  const log = createLog(config.logLevel);
  progress(config.databaseUrl ? 'Connecting to PostgreSQL' : `Opening the embedded database in ${config.dataDir}`);
  const database = await openDatabase<ApiTables>(config);
  const applied = await migrate(database as never, { schema: 'api', folder: join(root, 'src/api/migrations') });
  if (applied.length > 0) progress(`Database prepared (${applied.join(', ')})`);
  if (config.fillEmptyCatalogue) {
    const products = await fillEmptyCatalogue(database.kysely, join(root, 'catalogue/demo'));
    if (products > 0) progress(`Demo catalogue imported: ${products} products`);
  }

  const version = await followCatalogueVersion(database, { log });
  const pages = await loadPages(root, server, development);
  const cached = (part: Part) =>
    cacheResponses(part, {
      version: version.current,
      maxBytes: development ? 0 : config.cacheBytes / 2,
      addressOf: (url) => publicAddress(url, origin),
    });
  const api = createApi({ database, version, log });
  const storefront = createStorefront({ apiFetch: api.fetch, store, origin, log, headers: securityHeaders, ...pages });
  const files = pages.files ?? createStaticFiles({ built: join(root, 'build/client'), given: join(root, 'public') });
  shop = join3({ api: cached(api), storefront: cached(storefront), files });

  process.stdout.write(`${store.name} is open at ${origin}\n`);

  let closing = false;
  async function close() {
    if (closing) return;
    closing = true;
    version.close();
    server.close();
    // A connection whose last answer is out would otherwise keep the server for as long as its keep-alive lasts.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    await Promise.race([once(server, 'close'), new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())]);
    clearInterval(idle);
    await pages.close?.();
    await database.close();
    process.exit(0);
  }
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
}

/** One origin: the API under /api, files by their folders, everything else is a page. */
function join3(parts: { api: Part; storefront: Part; files: Part }): Part {
  const file = /^\/(assets|video)\/|^\/favicon\.svg$/;
  return {
    fetch(request) {
      const { url } = request;
      const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
      if (path.startsWith('/api/') || path === '/api') return parts.api.fetch(request);
      return file.test(path) ? parts.files.fetch(request) : parts.storefront.fetch(request);
    },
  };
}

async function listen(server: Server, { port, host }: Config) {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    throw new StartError(`Cannot listen on ${host} port ${port}: ${message}.`);
  }
}

function localAddress(server: Server, { host }: Config): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const everywhere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host);
  return `http://${everywhere ? 'localhost' : host}:${port}`;
}

async function readStore(file: string): Promise<Store> {
  try {
    const parsed = storeSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (parsed.success) return parsed.data;
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`${file} is not valid: ${faults.join('; ')}.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

try {
  await start(readConfig(process.env), process.argv.includes('--dev'));
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}
