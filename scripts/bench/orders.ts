// From the cart to the paid order: buyers at once, each buying again and again, beside the same rows in bare SQL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newSecretsKey } from '#platform/secrets.ts';
import { measure } from './load.ts';
import { startShop } from './server-process.ts';
import { benchPassword, benchPool, call, makeAccounts } from './sign-ins.ts';

const BUYERS = 8;
const LINES = 3;
const LIST = '/products/category/computing';

export type Orders = {
  ordersPerSecond: number;
  p50: number;
  p99: number;
  /** The same rows inserted by bare SQL in the same transactions; null on the embedded database. */
  bareOrdersPerSecond: number | null;
  /** Requests a second of a kept list page alone, and while the orders are placed. */
  listAlone: number;
  listMeanwhile: number;
};

type Bought = { product_id: string; price: number };

/** Opens a shop on the database of `environment`, which must hold products, and buys there for some seconds. */
export async function measureOrders(environment: Record<string, string>, seconds: number): Promise<Orders> {
  const secretsKey = newSecretsKey();
  const accounts = await makeAccounts(environment, secretsKey, BUYERS);
  const shop = await startShop({ ...environment, ...benchPool, SECRETS_KEY: secretsKey });
  try {
    const buyers = await Promise.all(accounts.map(({ email }) => signIn(shop.address, email)));
    const bought = await someProducts(shop.address);
    await buy(shop.address, buyers, bought, 2);
    const times = (await buy(shop.address, buyers, bought, seconds)).sort((a, b) => a - b);
    const listAlone = (await measure(shop, [LIST], 3)).requestsPerSecond;
    const [listMeanwhile] = await Promise.all([
      measure(shop, [LIST], seconds).then((measured) => measured.requestsPerSecond),
      buy(shop.address, buyers, bought, seconds),
    ]);
    return {
      ordersPerSecond: times.length / seconds,
      p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
      p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      bareOrdersPerSecond: environment.DATABASE_URL ? await bareOrders(environment.DATABASE_URL, seconds) : null,
      listAlone,
      listMeanwhile,
    };
  } finally {
    await shop.stop();
  }
}

async function signIn(address: string, email: string): Promise<string> {
  const answer = await call(address, 'InitiateAuth', {
    ClientId: 'hearthstorefront',
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: benchPassword },
  });
  return (answer.AuthenticationResult as { IdToken: string }).IdToken;
}

async function someProducts(address: string): Promise<Bought[]> {
  const response = await fetch(`${address}/api/product?in_stock=true&sort=price_desc&limit=60`);
  const { products } = (await response.json()) as {
    products: Array<Bought & { on_sale: boolean; provider: string; stock: number | null }>;
  };
  // Whatever is bought must not run out.
  const usable = products.filter(({ on_sale, stock }) => !on_sale && stock === null);
  if (usable.length < LINES) throw new Error('the catalogue has too few products that are not counted');
  return usable;
}

/** The milliseconds of each order. */
async function buy(address: string, tokens: string[], products: Bought[], seconds: number): Promise<number[]> {
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

async function buyOnce(address: string, token: string, products: Bought[]) {
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
    body: new URLSearchParams({
      email: 'customer@example.com',
      number: '4242424242424242',
      expiry: '12/40',
      cvc: '123',
      name: 'A Customer',
      country: 'DE',
      postcode: '10115',
    }),
  });
  const back = paid.headers.get('location');
  if (paid.status !== 303 || !back) throw new Error(`not paid: ${paid.status}`);
  const verified = await fetch(`${address}/api/success/${new URL(back).search}`, { headers: { authorization } });
  if (!verified.ok) throw new Error(`not verified: ${await verified.text()}`);
  await verified.arrayBuffer();
}

/** An order with its lines, then its payment with the mail: what the shop must write at the least, in two transactions. */
async function bareOrders(databaseUrl: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let orders = 0;
  await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      while (performance.now() < until) {
        const id = randomUUID();
        await client.query('begin');
        await client.query(
          `insert into api."order" (order_id, user_id, payment_method, subtotal_cents, total_cents, created_at, expires_at, updated_at)
           values ($1, 'bare@example.com', 'card', 300, 300, now(), now(), now())`,
          [id],
        );
        await client.query(
          `insert into api.order_line (order_id, line, product_id, product_name, unit_price_micros, quantity, amount_cents, counted)
           select $1, line, 'p', 'Product', 1000000, 1, 100, false from generate_series(1, ${LINES}) as line`,
          [id],
        );
        await client.query('commit');
        await client.query('begin');
        await client.query(`select * from api."order" where order_id = $1 for update`, [id]);
        await client.query('insert into api.payment_event (event_id, received_at) values ($1, now())', [id]);
        await client.query(
          `update api."order" set status = 'paid', paid_at = now(), updated_at = now() where order_id = $1`,
          [id],
        );
        await client.query(`insert into mail.outbox (id, content) values ($1, $2)`, [
          randomUUID(),
          Buffer.alloc(4_000),
        ]);
        await client.query('commit');
        orders++;
      }
      await client.end();
    }),
  );
  return orders / seconds;
}
