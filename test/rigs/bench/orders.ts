// From the cart to the paid order: buyers at once, each buying again and again, beside the same rows in bare SQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareOrders } from './bare/bare-orders.ts';
import { measure } from './load.ts';
import { startMeasuredShop } from './measured-process.ts';
import { benchPassword, benchPool, call, makeAccounts } from './sign-ins.ts';

const BUYERS = 8;
const LINES = 3;
/** So many products at least are bought in turn, where the catalogue has them. */
const PRODUCTS = 20;
/** Until the code that is run is compiled, and the statements have been seen. */
const WARM_UP_SECONDS = 8;
const LIST = '/products/category/computing';

/** Form of a customer on the sandbox's page who pays with the card that works. */
export const cardForm = {
  email: 'customer@example.com',
  number: '4242424242424242',
  expiry: '12/40',
  cvc: '123',
  name: 'A Customer',
  country: 'DE',
  postcode: '10115',
};

export type Orders = {
  ordersPerSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server for one order, its payment, its mail and its receipt. */
  cpuMicroseconds: number | null;
  /** The same rows written by bare SQL in the same transactions; null on the embedded database. */
  bareOrdersPerSecond: number | null;
  /** Requests a second of a cached list page alone, and while the orders are placed. */
  listAlone: number;
  listMeanwhile: number;
};

export type Bought = { product_id: string; price: number };

/** Opens a shop on the database of `environment`, which must hold products, and buys there for some seconds. */
export async function measureOrders(environment: Record<string, string>, seconds: number): Promise<Orders> {
  const accounts = await makeAccounts(environment, BUYERS);
  // Where its mails are written; the embedded database's own place has been chosen already.
  const mails = await mkdtemp(join(tmpdir(), 'hearth-bench-mails-'));
  const shop = await startMeasuredShop({ DATA_DIR: mails, ...environment, ...benchPool });
  try {
    const buyers = await signInBuyers(shop.address, accounts);
    const bought = await someProducts(shop.address);
    await buy(shop.address, buyers, bought, WARM_UP_SECONDS);
    const before = shop.cpuMicroseconds();
    const times = (await buy(shop.address, buyers, bought, seconds)).sort((a, b) => a - b);
    const after = shop.cpuMicroseconds();
    const listAlone = (await measure(shop, [LIST], 3)).requestsPerSecond;
    const [listMeanwhile] = await Promise.all([
      measure(shop, [LIST], seconds).then((measured) => measured.requestsPerSecond),
      buy(shop.address, buyers, bought, seconds),
    ]);
    await shop.stop();
    return {
      ordersPerSecond: times.length / seconds,
      p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      cpuMicroseconds: before === null || after === null ? null : (after - before) / times.length,
      bareOrdersPerSecond: environment.DATABASE_URL
        ? await bareOrders(environment.DATABASE_URL, BUYERS, seconds)
        : null,
      listAlone,
      listMeanwhile,
    };
  } finally {
    await shop.stop();
    await rm(mails, { recursive: true });
  }
}

/** The ID tokens of accounts that `makeAccounts` made. */
export function signInBuyers(address: string, accounts: Array<{ email: string }>): Promise<string[]> {
  return Promise.all(accounts.map(({ email }) => signIn(address, email)));
}

async function signIn(address: string, email: string): Promise<string> {
  const answer = await call(address, 'InitiateAuth', {
    ClientId: 'hearthstorefront',
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: benchPassword },
  });
  return (answer.AuthenticationResult as { IdToken: string }).IdToken;
}

/** Products that can be bought again and again. */
export async function someProducts(address: string): Promise<Bought[]> {
  const usable: Bought[] = [];
  for (let cursor: string | null = ''; cursor !== null && usable.length < PRODUCTS; ) {
    const list = `${address}/api/product?in_stock=true&sort=price_desc&limit=60&cursor=${encodeURIComponent(cursor)}`;
    const { products, next_cursor } = (await (await fetch(list)).json()) as {
      products: Array<Bought & { on_sale: boolean; stock: number | null }>;
      next_cursor: string | null;
    };
    // Whatever is bought must not run out.
    usable.push(...products.filter(({ on_sale, stock }) => !on_sale && stock === null));
    cursor = next_cursor;
  }
  if (usable.length < LINES) throw new Error('the catalogue has too few products that are not counted');
  return usable;
}

/** The milliseconds of each order that was paid within these seconds. */
export async function buy(address: string, tokens: string[], products: Bought[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  await Promise.all(
    tokens.map(async (token, buyer) => {
      for (let round = buyer; performance.now() < until; round++) {
        const started = performance.now();
        await buyOnce(
          address,
          token,
          Array.from({ length: LINES }, (_, line) => products[(round + line) % products.length] as Bought),
        );
        times.push(performance.now() - started);
      }
    }),
  );
  return times;
}

/** From the cart to the verified payment; throws when one step is refused. */
export async function buyOnce(address: string, token: string, products: Bought[]) {
  const authorization = `Bearer ${token}`;
  const lines = new Map(products.map((product) => [product.product_id, product]));
  const placed = await fetch(`${address}/api/checkout-session`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: [...lines.values()].reduce((sum, { price }) => sum + price, 0),
      items: [...lines.keys()].map((product_id) => ({ product_id, quantity: 1 })),
    }),
  });
  const { checkout_url, error } = (await placed.json()) as { checkout_url?: string; error?: string };
  if (!checkout_url) throw new Error(`no order: ${error}`);
  const paid = await fetch(checkout_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(checkout_url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(cardForm),
  });
  const back = paid.headers.get('location');
  if (paid.status !== 303 || !back) throw new Error(`not paid: ${paid.status}`);
  const verified = await fetch(`${address}/api/success/${new URL(back).search}`, { headers: { authorization } });
  if (!verified.ok) throw new Error(`not verified: ${await verified.text()}`);
  await verified.arrayBuffer();
}
