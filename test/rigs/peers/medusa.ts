// Medusa 2: one process that is server and worker, since nothing but Redis would let two share their events.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, dropDatabaseOn, makeDatabaseOn } from '../../database/postgres.ts';
import { freePort } from '../../processes/free-port.ts';
import type { Question } from '../bench/closed-loop.ts';
import { diskOf, install } from './packages.ts';
import { type Buyer, LIST_PAGES, LISTED, type Outcome, type Peer } from './peer.ts';
import { open, run } from './processes.ts';

const FILL_MS = 10 * 60_000;
const program = join('node_modules', '@medusajs', 'cli', 'cli.js');
const listed = 'id,title,handle,description,variants.id,*variants.calculated_price,variants.inventory_quantity';
const detailed = `${listed},variants.sku,*categories,*tags`;

/** File that fill.js writes. */
type Shop = {
  key: string;
  region: string;
  categories: Record<string, string>;
  ids: Record<string, { product: string; variant: string }>;
};

export const medusa: Peer = {
  name: 'Medusa',
  async fill({ folder: parent, server, catalogue, buyers }) {
    const folder = join(parent, 'medusa');
    const versions = await install(folder, {
      packages: ['@medusajs/medusa@2', '@medusajs/framework@2', '@medusajs/cli@2'],
      templates: join(import.meta.dirname, 'medusa'),
    });
    const database = await makeDatabaseOn(server, { purpose: 'peers_medusa' });
    const port = await freePort();
    const environment = {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      MEDUSA_DISABLE_TELEMETRY: 'true',
    };
    const end = () => dropDatabaseOn(server, database, { force: true });
    const address = `http://127.0.0.1:${port}`;
    const out = join(folder, 'shop.json');
    try {
      const given = { environment, cwd: folder, withinMs: FILL_MS };
      await run(process.execPath, [program, 'db:migrate'], given);
      await run(process.execPath, [program, 'exec', './fill.js', catalogue.file, out], given);
      await ask(database.url, 'vacuum analyze');
    } catch (error) {
      await end();
      throw error;
    }
    const shop = JSON.parse(await readFile(out, 'utf8')) as Shop;
    const headers = { 'x-publishable-api-key': shop.key };
    const toQuestion = (path: string, fields: string, others: Record<string, string> = {}): Question => ({
      path: `${path}?${new URLSearchParams({ region_id: shop.region, fields, ...others })}`,
      headers,
    });
    const pages = Array.from({ length: LIST_PAGES }, (_, page) => page * LISTED);
    const toList = (category: string, offset: number) =>
      toQuestion('/store/products', listed, {
        'category_id[]': category,
        order: 'title',
        limit: String(LISTED),
        offset: String(offset),
      });
    return {
      versions,
      disk: await diskOf(folder),
      address,
      first: toList(shop.categories.data ?? '', 0),
      start: () => [
        open([program, 'start', '--host', '127.0.0.1', '--port', String(port)], { environment, cwd: folder }),
      ],
      questions: async () => ({
        list: Object.values(shop.categories).flatMap((id) => pages.map((offset) => toList(id, offset))),
        search: catalogue.words.map((q) => toQuestion('/store/products', listed, { q, limit: String(LISTED) })),
        detail: catalogue.bought.map(({ id }) => toQuestion(`/store/products/${shop.ids[id]?.product}`, detailed)),
      }),
      countIn(read, body) {
        const { products, product } = JSON.parse(body) as { products?: object[]; product?: object };
        return read === 'detail' ? Number(Boolean(product)) : (products?.length ?? 0);
      },
      buyers: async () =>
        Array.from(
          { length: buyers },
          (_, index): Buyer =>
            (ids) => {
              const variants = ids.map((id) => shop.ids[id]?.variant ?? '');
              return buyOnce(address, shop, index, variants);
            },
        ),
      // The cart, its lines, customer and address, shipping options and the choice, payment collection and session, the order.
      requestsOfOrder: 10,
      unitsSold: async (id) => {
        const [row] = await ask<{ sold: number }>(
          database.url,
          `select coalesce(sum(item.quantity), 0)::int as sold from order_item item
           join order_line_item line on line.id = item.item_id join "order" o on o.id = item.order_id
           where line.variant_sku = '${id}' and o.status <> 'canceled'`,
        );
        return row?.sold ?? Number.NaN;
      },
      end,
    };
  },
};

type Answer = {
  cart?: { id: string };
  shipping_options?: Array<{ id: string }>;
  payment_collection?: { id: string };
  type?: string;
  code?: string;
  message?: string;
  error?: { message?: string };
};

/** A guest with a cart of its own. */
async function buyOnce(address: string, shop: Shop, buyer: number, variants: string[]): Promise<Outcome> {
  const headers = { 'x-publishable-api-key': shop.key, 'content-type': 'application/json' };
  async function send(path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${address}/store/${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const parsed = JSON.parse(text) as Answer;
    if (isOutOfStock(parsed)) throw new OutOfStock(`${path}: ${text.slice(0, 300)}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return parsed;
  }
  try {
    const { cart } = await send('carts?fields=id', { region_id: shop.region });
    for (const variant_id of variants)
      await send(`carts/${cart?.id}/line-items?fields=id`, { variant_id, quantity: 1 });
    const shipping_address = {
      first_name: 'A',
      last_name: 'Customer',
      address_1: '1 Example Street',
      city: 'Springfield',
      postal_code: '10115',
      country_code: 'us',
    };
    await send(`carts/${cart?.id}?fields=id`, {
      email: `customer-${buyer}@example.com`,
      shipping_address,
      billing_address: shipping_address,
    });
    const { shipping_options: options } = await send(`shipping-options?cart_id=${cart?.id}`);
    await send(`carts/${cart?.id}/shipping-methods?fields=id`, { option_id: options?.[0]?.id });
    const { payment_collection: collection } = await send('payment-collections', { cart_id: cart?.id });
    await send(`payment-collections/${collection?.id}/payment-sessions`, { provider_id: 'pp_system_default' });
    const placed = await send(`carts/${cart?.id}/complete`, {});
    if (placed.type === 'order') return 'placed';
    throw new Error(`carts/complete: ${JSON.stringify(placed).slice(0, 300)}`);
  } catch (error) {
    if (error instanceof OutOfStock) return { refused: error.message };
    throw error;
  }
}

class OutOfStock extends Error {}

/** As an error of a request, or in the answer to the last one. */
function isOutOfStock({ code, message, error }: Answer): boolean {
  const words = `${code} ${message} ${error?.message}`;
  return /insufficient_inventory|required inventory|not enough stock/i.test(words);
}
