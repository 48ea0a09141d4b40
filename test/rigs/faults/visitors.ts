// Visitors who register, buy and write reviews, one thing after another. What they are told is done goes into the ledger.
import { randomUUID } from 'node:crypto';
import { cardForm } from '../bench/orders.ts';
import { openMailbox } from '../cluster/visitors.ts';
import { type NewAccounts, register, type Shop } from './accounts.ts';
import { type Answer, type Asked, ask, sleep } from './ask.ts';
import { type Account, countPaid, type Ledger, type Order } from './ledger.ts';
import type { Wares } from './place.ts';
import type { Random } from './random.ts';

const PAUSE_MS = 20;
const BUYERS = 4;
const NEWCOMERS = 2;

export type Visitors = {
  /** Lets everybody end what they are at. */
  leave(): Promise<void>;
};

/** Lets visitors in until they leave, or until a connection is lost where `stay` does not say otherwise. */
export function invite(given: {
  shop: Shop;
  ledger: Ledger;
  wares: Wares;
  random: Random;
  /** Accounts that were confirmed before. */
  customers: Account[];
  /** Told every answer. */
  onAnswer: (answer: Answer, url: string) => void;
  stay?: boolean;
}): Visitors {
  const { shop, ledger, wares, random, customers } = given;
  let leaving = false;

  /** Throws `Gone` where there is no answer. */
  async function request(url: string, asked: Asked): Promise<Answer> {
    const answer = await ask(url, asked);
    if (!answer) throw new Gone();
    given.onAnswer(answer, url);
    return answer;
  }
  const mailbox = openMailbox(shop.dataDir);
  const visit: Visit = { shop, ledger, wares, random, mailbox, request, isOver: () => leaving };

  async function again(work: () => Promise<unknown>) {
    while (!leaving) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        if (!given.stay) return;
      }
      await sleep(PAUSE_MS);
    }
  }

  const buyers = Array.from({ length: Math.min(BUYERS, customers.length) }, (_, index) =>
    again(() => shopAround(visit, customers[index] as Account)),
  );
  const newcomers = Array.from({ length: NEWCOMERS }, () =>
    again(async () => {
      const account = await register(visit);
      if (account) await shopAround(visit, account);
    }),
  );
  const all = Promise.all([...buyers, ...newcomers]);
  all.catch(() => {
    // Thrown where it is waited for.
  });
  return {
    async leave() {
      leaving = true;
      await all;
    },
  };
}

/** True if so many more orders were paid in time. */
export async function untilSold(ledger: Ledger, orders: number, withinMs: number): Promise<boolean> {
  const wanted = countPaid(ledger) + orders;
  const until = Date.now() + withinMs;
  while (countPaid(ledger) < wanted && Date.now() < until) await sleep(100);
  return countPaid(ledger) >= wanted;
}

class Gone extends Error {}

type Visit = NewAccounts & { wares: Wares };

async function shopAround(visit: Visit, account: Account) {
  const order = await placeOrder(visit, account);
  if (!order) return;
  if (visit.random.chance(0.1)) return;
  if (visit.random.chance(0.1)) return cancel(visit, order);
  if (await pay(visit, order)) await verify(visit, order);
  await review(visit, account);
}

async function placeOrder({ shop, ledger, wares, random, request }: Visit, account: Account): Promise<Order | null> {
  const { token, peer } = account;
  const products = new Set([random.pick(wares.plain)]);
  if (random.chance(0.6)) products.add(random.pick([...wares.counted.keys()]));
  const items = [...products].map((product_id) => ({ product_id, quantity: random.chance(0.3) ? 2 : 1 }));
  const coupon = random.chance(0.3) ? random.pick([...wares.coupons.keys()]) : null;
  const quote = await request(`${shop.address}/api/cart/quote`, { token, peer, json: { items, coupon } });
  if (quote.status !== 200) return null;
  const order = { items, amount: quote.body.total, coupon: quote.body.coupon };
  const placed = await request(`${shop.address}/api/checkout-session`, { token, peer, json: order });
  if (placed.status !== 200) return null;
  const { order_id: id, checkout_url } = placed.body as { order_id: string; checkout_url: string };
  const session = new URL(checkout_url).pathname.split('/').at(-1) ?? '';
  const known = ledger.orders.get(id) ?? { id, account, session, state: 'placed' as const };
  ledger.orders.set(id, known);
  return known;
}

async function cancel({ shop, request }: Visit, order: Order) {
  const { token, peer } = order.account;
  const answer = await request(`${shop.address}/api/order/${order.id}/cancel`, { token, peer, json: {} });
  if (answer.status === 200 && answer.body.order_status === 'cancelled') order.state = 'cancelled';
}

/** Pays by the sandbox's card page, now and then with two clicks. */
async function pay({ shop, random, request }: Visit, order: Order): Promise<boolean> {
  const click = async () => {
    const { status, headers } = await request(`${shop.address}/pay/${order.session}`, { form: cardForm });
    if (status === 303 && headers.get('location')?.includes('/success')) order.state = 'paid';
  };
  await Promise.all(random.chance(0.2) ? [click(), click()] : [click()]);
  return order.state === 'paid';
}

async function verify({ shop, request }: Visit, order: Order) {
  const { token, peer } = order.account;
  const answer = await request(`${shop.address}/api/success/?session_id=${order.session}`, { token, peer });
  if (answer.status === 200) order.state = 'verified';
}

async function review({ shop, ledger, wares, random, request }: Visit, account: Account) {
  const { token, peer, email } = account;
  const product = random.pick(wares.plain);
  const text = `What I think of it: ${randomUUID()}`;
  const key = `${email} ${product}`;
  const known = ledger.reviews.get(key);
  known?.perhaps.push(text);
  const answer = await request(`${shop.address}/api/review`, {
    token,
    peer,
    json: { product_id: product, rate: Math.floor(random.between(0, 6)), review_text: text },
  });
  if (answer.status === 200 || answer.status === 201) ledger.reviews.set(key, { account, product, text, perhaps: [] });
}
