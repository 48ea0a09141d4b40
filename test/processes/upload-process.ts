// A process of its own that takes the files of a shop, for whoever asks: everybody is its editor `eva`. It tells its address when it is open.
import { pino } from 'pino';
import type { ApiTables } from '#api/schema/schema.ts';
import { createAddressTable } from '#contract/site-address.ts';
import type { StorageConfig } from '#platform/config/platform-config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openHttpServer } from '#platform/http/http-server.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { defaultGoodsLimits } from '../../src/api/goods/release/goods-limits.rules.ts';
import { removeUnusedObjectsRegularly } from '../../src/api/goods/release/remove-unused-objects.ts';
import { createHashStates } from '../../src/api/goods/release/upload/hash-states.ts';
import { mountUploads } from '../../src/api/goods/release/upload/upload.routes.ts';
import { toSiteAddresses } from '../../src/api/http/api-addresses.ts';
import { createApp } from '../../src/api/http/create-app.ts';
import { limitWork } from '../../src/main/config/work-limits.ts';

/** Handed over as the JSON of the first argument. */
export type UploadProcess = { databaseUrl: string | null; dataDir: string; storage: StorageConfig };

const given = JSON.parse(process.argv[2] ?? '') as UploadProcess;
const log = pino({ level: 'silent' });
const database = await openDatabase<ApiTables>(given);
const db = database.kysely;
const { app, routes } = createApp({ log, faultOf: () => null });
const settling = { db, storage: await openStorage(given.storage), hashes: createHashStates(), scanner: null, log };
mountUploads(app, {
  database,
  authenticate: async () => ({ userId: 'eva', email: 'eva@example.com' }) as never,
  limits: defaultGoodsLimits,
  settling,
  log,
  now: () => new Date(),
});
removeUnusedObjectsRegularly(settling);
const server = await openHttpServer({ port: 0, host: '127.0.0.1', trustedProxies: 0 });
server.serve(
  { sendCached: () => false, fetch: (request) => app.fetch(request, { seen: {}, peer: '127.0.0.1' }) },
  limitWork(createAddressTable(toSiteAddresses(routes))).limits,
);
process.stdout.write(`${server.address.replace('localhost', '127.0.0.1')}\n`);
// Memory of the process, on request.
process.on('SIGUSR2', () => process.stdout.write(`rss ${process.memoryUsage().rss}\n`));
