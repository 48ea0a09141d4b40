// The payment sandbox as the shop meets it: the provider's own SDK in front of it, webhooks into a list, customers who
// fill in its page. Time is the test's.
import type { QueryExecutorProvider } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import type { Database } from '#platform/database/database.ts';
import type { PaymentsTables } from '../../src/payments/schema.ts';
import { createPayments, type PaymentsDeps } from '../../src/payments/server.ts';
import type { WebhookDeps } from '../../src/payments/webhooks.ts';
import { emptyTables, openTestDatabase } from '../database/test-database.ts';

export const origin = 'https://shop.example';
export const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
export const webhookSecret = 'whsec_testsecret';
export const HOUR = 3_600_000;

export type TestPayments = ReturnType<typeof startPayments>;

/** What a customer types who pays with the card that works. */
export const typed = {
  email: 'ada@example.com',
  number: '4242 4242 4242 4242',
  expiry: `12/${(new Date().getFullYear() + 2) % 100}`,
  cvc: '123',
  name: 'Ada Lovelace',
  country: 'GB',
  postcode: 'SW1A 1AA',
};

export async function openPaymentsDatabase(): Promise<Database<PaymentsTables>> {
  return (await openTestDatabase()) as unknown as Database<PaymentsTables>;
}

export async function emptyPayments(database: { kysely: QueryExecutorProvider }) {
  const tables = ['customer', 'payment_intent', 'checkout_session', 'refund', 'dispute', 'event', 'webhook_delivery'];
  await emptyTables(
    database,
    [...tables, 'idempotency_key'].map((table) => `payments.${table}`),
  );
}

/** One process of the sandbox. It delivers webhooks from `start` on; `answer` is what the shop says to one. */
export function startPayments(
  database: Database<PaymentsTables>,
  {
    patienceMs = 10_000,
    methods = ['card'],
    settleMs = null,
    returnOrigins,
    ...chosen
  }: Partial<Pick<WebhookDeps['webhook'], 'events' | 'secret'>> &
    Pick<PaymentsDeps, 'patienceMs' | 'methods' | 'settleMs' | 'returnOrigins'> = {},
) {
  const clock = { ahead: 0 };
  const logged: string[] = [];
  const taken: Stripe.Event[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const shop = {
    /** Events that the shop has answered 2xx, in the order of their arrival. */
    taken,
    offers: 0,
    answer: (_event: Stripe.Event): Response | Promise<Response> => new Response(null, { status: 204 }),
    /** Comes to its end when this many webhooks have reached the shop, those included that it did not take. */
    offered: (count: number) =>
      new Promise<void>((done) => {
        if (shop.offers >= count) done();
        else waiting.push({ count, done });
      }),
  };
  const now = () => new Date(Date.now() + clock.ahead);

  const payments = createPayments({
    database,
    origin,
    secretKey,
    shopName: 'Hearth',
    webhook: { url: `${origin}/api/webhook`, secret: webhookSecret, ...chosen },
    async deliver(request) {
      const signature = request.headers.get('stripe-signature') ?? '';
      const event = stripe.webhooks.constructEvent(await request.text(), signature, webhookSecret);
      shop.offers++;
      for (const { count, done } of waiting) if (shop.offers >= count) done();
      const response = await shop.answer(event);
      if (response.ok) taken.push(event);
      return response;
    },
    log: pino({ level: 'info' }, { write: (line: string) => logged.push(line) }),
    now,
    patienceMs,
    methods,
    settleMs,
    ...(returnOrigins && { returnOrigins }),
  });

  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (url, init) => payments.api.fetch(new Request(url as string, init))),
    maxNetworkRetries: 0,
  });

  async function page(path: string, init?: RequestInit) {
    const response = await payments.pages.fetch(new Request(origin + path, { redirect: 'manual', ...init }));
    return {
      status: response.status,
      headers: response.headers,
      location: response.headers.get('location'),
      text: await response.text(),
    };
  }

  /** Sends a form of the page at `path`, as a browser does. */
  const submit = (path: string, fields: Record<string, string>) =>
    page(path, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) });

  return {
    ...payments,
    clock,
    logged,
    shop,
    stripe,
    page,
    submit,
    /** A session of one line, $12.50, unless it is said otherwise. */
    createSession: (given: Partial<Stripe.Checkout.SessionCreateParams> = {}, options: Stripe.RequestOptions = {}) =>
      stripe.checkout.sessions.create({ ...aSession(), ...given }, options),
    /** What the customer of a session types into its page, and what becomes of it. */
    pay: (session: { id: string }, given: Partial<typeof typed> = {}) =>
      submit(`/pay/${session.id}`, { ...typed, ...given }),
    /** A request to the API as it stands, such as no SDK would make. */
    async request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
      const headers = { authorization: `Bearer ${secretKey}`, ...init.headers };
      const response = await payments.api.fetch(new Request(`https://api.example${path}`, { ...init, headers }));
      const body = (await response.json()) as { error?: ErrorBody; id?: string };
      return { status: response.status, headers: response.headers, body };
    },
  };
}

type ErrorBody = { type: string; message: string; code?: string; param?: string };

export function aSession(): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [aLine(1_250)],
    success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/cart`,
  };
}

export function aLine(unit_amount: number, quantity = 1): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity, price_data: { currency: 'usd', unit_amount, product_data: { name: 'GPU hours' } } };
}
