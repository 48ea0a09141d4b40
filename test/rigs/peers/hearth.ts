// Hearth, of this checkout, as shipped and with nothing kept in memory (CACHE_MB=0), both on one database.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServer, buildStorefront } from '../../../scripts/bootstrap.mjs';
import { ask } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import { bundledShop } from '../../processes/shop-process.ts';
import type { Question } from '../bench/closed-loop.ts';
import { type BenchDatabase, makeBenchDatabase } from '../bench/fill/bench-database.ts';
import { measuredShop } from '../bench/measured-process.ts';
import { buyOnce, signInBuyers } from '../bench/orders.ts';
import { benchPool, makeAccounts } from '../bench/sign-ins.ts';
import { diskOf } from './packages.ts';
import { type Buyer, type Filled, LIST_PAGES, LISTED, type Peer, type Place } from './peer.ts';
import { open } from './processes.ts';

const root = join(import.meta.dirname, '../../..');

export const AS_SHIPPED = 'Hearth';
export const NOT_KEPT = 'Hearth, CACHE_MB=0';

type Database = BenchDatabase & { accounts: Array<{ email: string }> };

/** Made once for both, and dropped by the first, which outlives the second. */
let made: Promise<Database> | null = null;

async function makeDatabase({ catalogue, buyers }: Place): Promise<Database> {
  const database = await makeBenchDatabase(catalogue.products.length, catalogue.folder);
  return { ...database, accounts: await makeAccounts(database.environment, buyers) };
}

async function fill(place: Place, given: { isKept: boolean }): Promise<Filled> {
  buildStorefront(process.execPath);
  buildServer(process.execPath);
  const { catalogue } = place;
  made ??= makeDatabase(place);
  const database = await made;
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const dataDir = join(place.folder, given.isKept ? 'hearth' : 'hearth-not-kept');
  await mkdir(dataDir, { recursive: true });
  const environment = {
    ...process.env,
    ...measuredShop,
    DATA_DIR: dataDir,
    ...database.environment,
    ...benchPool,
    PORT: String(port),
    ...(!given.isKept && { CACHE_MB: '0' }),
  };
  const prices = new Map(catalogue.products.map(({ id, price_cents }) => [id, price_cents / 100]));
  return {
    versions: ['this checkout'],
    disk: await diskOf(root),
    address,
    first: { path: `/api/product?category=data&sort=name&limit=${LISTED}` },
    start: () => [open(bundledShop, { environment, cwd: root })],
    async questions() {
      const lists = await listsOf(address, [...new Set(catalogue.products.map(({ category }) => category))]);
      const searches = catalogue.words.map(encodeURIComponent);
      const ids = catalogue.bought.map(({ id }) => encodeURIComponent(id));
      return {
        list: lists.map((query) => ({ path: `/api/product?${query}&limit=${LISTED}` })),
        search: searches.map((word) => ({ path: `/api/product?keyword=${word}&limit=${LISTED}` })),
        detail: ids.map((id) => ({ path: `/api/product/${id}` })),
        'list page': lists.map((query) => {
          const { category, ...others } = Object.fromEntries(new URLSearchParams(query));
          return { path: `/products/category/${category}?${new URLSearchParams(others)}` };
        }),
        'search page': searches.map((word) => ({ path: `/products/keyword/${word}` })),
        'detail page': ids.map((id) => ({ path: `/products/id/${id}` })),
      } satisfies Record<string, Question[]>;
    },
    countIn(read, body) {
      if (read === 'detail') return Number('product_id' in JSON.parse(body));
      return (JSON.parse(body) as { products: object[] }).products.length;
    },
    buyers: async () =>
      (await signInBuyers(address, database.accounts)).map(
        (token): Buyer =>
          async (ids) => {
            try {
              await buyOnce(
                address,
                token,
                ids.map((product_id) => ({ product_id, price: prices.get(product_id) ?? Number.NaN })),
              );
              return 'placed';
            } catch (error) {
              const { message } = error as Error;
              if (/^no order: .*(is sold out|can be had now)/.test(message)) return { refused: message };
              throw error;
            }
          },
      ),
    // The order, the sandbox's payment page, and the look whether it is paid.
    requestsOfOrder: 3,
    unitsSold: async (id) => {
      const [row] = await ask<{ sold: number }>(
        database.environment.DATABASE_URL ?? '',
        `select coalesce(sum(line.quantity), 0)::int as sold from api.order_line line join api."order" o using (order_id)
         where line.product_id = '${id}' and o.paid_at is not null`,
      );
      return row?.sold ?? Number.NaN;
    },
    end: async () => {
      if (given.isKept) await database.drop();
    },
  };
}

/** Queries of the first pages of each category, by name; each page tells where the next begins. */
async function listsOf(address: string, categories: string[]): Promise<string[]> {
  const lists: string[] = [];
  for (const category of categories)
    for (let cursor: string | null = '', page = 0; page < LIST_PAGES && cursor !== null; page++) {
      const query = new URLSearchParams({ category, sort: 'name', ...(cursor && { cursor }) });
      lists.push(query.toString());
      const answer = await fetch(`${address}/api/product?${query}&limit=${LISTED}`);
      cursor = ((await answer.json()) as { next_cursor: string | null }).next_cursor;
    }
  return lists;
}

export const hearth: Peer[] = [
  { name: AS_SHIPPED, fill: (place) => fill(place, { isKept: true }) },
  { name: NOT_KEPT, fill: (place) => fill(place, { isKept: false }) },
];
