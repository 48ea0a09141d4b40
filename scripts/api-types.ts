// The types of the API's calls, made of its own OpenAPI document into build/api-types.d.ts: what the browser sends and reads is
// checked against them (src/client/api/api-client.ts). Nothing that runs needs the file.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createLog } from '#platform/observability/log.ts';
import type { ApiDeps } from '../src/api/api-deps.ts';
import { defaultLimits } from '../src/api/ordering/order/order-limits.rules.ts';
import type { ApiTables } from '../src/api/schema/schema.ts';
import { createApi } from '../src/api/server.ts';
import { aShop } from '../test/factories/shop.ts';

const file = join(import.meta.dirname, '../build/api-types.d.ts');
/** The addresses of calls are written without it. */
const base = '/api';
/** The API answers with and without a slash at the end; the specification has it in these (E-08, E-09). */
const slashed = ['/checkout-session', '/success'];

type Operation = { responses: Record<string, object> };
type Document = { paths: Record<string, Record<string, Operation>> };

/** A shop that has everything which is mounted only where it is switched on, and nothing to work with: no call is made. */
function readDocument(): Document {
  const kysely = new Kysely<ApiTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const deps: ApiDeps = {
    database: { ...unused<ApiDeps['database']>(), kysely, kind: 'embedded', counters: null, listen: async () => {} },
    catalogue: kysely,
    version: unused(),
    authenticate: unused(),
    storage: unused(),
    secrets: unused(),
    sendMail: unused(),
    shop: aShop(),
    checkout: { provider: unused(), limits: defaultLimits, takesBilledOrders: true, walletIsOpen: true },
    connect: unused(),
    balance: unused(),
    customers: { accounts: unused(), sentMails: unused() },
    storesCarts: true,
    contactMailBox: 'support@shop.example',
    webhooks: { isTrial: true },
    log: createLog('silent'),
  };
  return createApi(deps).openapi() as Document;
}

/** Stands for a part that is never called. */
function unused<T extends object>(): T {
  const refuse = () => {
    throw new Error('Nothing is called while types are made.');
  };
  return refuse as unknown as T;
}

/** Prints with TypeScript's own printer, which version 7 has not: the library finds an older one under another name. */
async function printTypes(document: Document): Promise<string> {
  registerHooks({
    resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
  });
  const { astToString, default: createTypes } = await import('openapi-typescript');
  const paths = Object.entries(document.paths).map(([address, methods]) => {
    const path = address.slice(base.length);
    return [slashed.includes(path) ? `${path}/` : path, successesOf(methods)];
  });
  const nodes = await createTypes(JSON.stringify({ ...document, paths: Object.fromEntries(paths) }), { silent: true });
  return astToString(nodes);
}

/** Each operation with the answers that a call resolves with: refusals are thrown, and most of the file. */
function successesOf(methods: Record<string, Operation>) {
  const operations = Object.entries(methods).map(([method, { responses, ...operation }]) => {
    const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
    return [method, { ...operation, responses: Object.fromEntries(successes) }];
  });
  return Object.fromEntries(operations);
}

const types = await printTypes(readDocument());
// A file that is written anew makes editors check everything again.
if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, types);
}
// Threads begun with the API, such as the one that draws PDFs, end with the process.
process.exit();
