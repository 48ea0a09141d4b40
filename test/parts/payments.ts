// The payment sandbox as the shop meets it: the provider's own SDK in front of it, webhooks into a list, customers who
// fill in its page. Time is the test's.

import type { PaymentsTables, WebhookDeps } from '@hearth/payment-sandbox';
import { createPayments, type PaymentsDeps } from '@hearth/payment-sandbox';
import type { QueryExecutorProvider } from 'kysely';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { dashboard } from '../clients/payments-dashboard.ts';
import { emptyTables, openTestDatabase } from '../database/test-database.ts';

export const origin = 'https://shop.example';
export const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
export const webhookSecret = 'whsec_testsecret';
export const HOUR = 3_600_000;

export type TestPayments = ReturnType<typeof startPayments>;

/** Form of a customer who pays with the card that works. */
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
  const tables = [
    'customer',
    'coupon',
    'payment_intent',
    'checkout_session',
    'refund',
    'dispute',
    'event',
    'webhook_delivery',
  ];
  const ofConnect = ['account', 'account_link', 'balance_transaction', 'transfer', 'transfer_reversal', 'payout'];
  await emptyTables(
    database,
    [...tables, ...ofConnect, 'sandbox_switches', 'idempotency_key'].map((table) => `payments.${table}`),
  );
}

/** To be called once in a test file. Before each test the tables are emptied, and `begin` is given a sandbox and its database. */
export function eachWithPayments(begin: (payments: TestPayments, database: Database<PaymentsTables>) => void) {
  let database: Database<PaymentsTables>;
  let payments: TestPayments;
  beforeAll(async () => {
    database = await openPaymentsDatabase();
  });
  beforeEach(async () => {
    await emptyPayments(database);
    payments = startPayments(database);
    begin(payments, database);
  });
  afterEach(() => payments.close(0));
  afterAll(() => database.close());
}

/** One process of the sandbox. It delivers webhooks from `start` on; `answer` is what the shop says to one. */
export function startPayments(
  database: Database<PaymentsTables>,
  {
    patienceMs = 10_000,
    methods = ['card'],
    settleMs = null,
    returnOrigins,
    processingFee,
    boardKey,
    ...chosen
  }: Partial<Pick<WebhookDeps['webhook'], 'events' | 'secret'>> &
    Pick<PaymentsDeps, 'patienceMs' | 'methods' | 'settleMs' | 'returnOrigins' | 'processingFee' | 'boardKey'> = {},
) {
  const clock = { ahead: 0 };
  const logged: string[] = [];
  const taken: Stripe.Event[] = [];
  const takenThin: Stripe.V2.Core.EventNotification[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const shop = {
    /** Events that the shop has answered 2xx, in the order of their arrival. */
    taken,
    /** Those of version 2 of the API, which the SDK reads with `parseEventNotification`. */
    takenThin,
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
      const body = await request.text();
      const isThin = (JSON.parse(body) as { object: string }).object === 'v2.core.event';
      if (isThin) {
        takenThin.push(stripe.parseEventNotification(body, signature, webhookSecret));
        return new Response(null, { status: 204 });
      }
      const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
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
    ...(processingFee && { processingFee }),
    ...(boardKey && { boardKey }),
  });

  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(async (url, init) => payments.api.fetch(new Request(url as string, init))),
    maxNetworkRetries: 0,
  });

  const atProvider = dashboard(stripe);

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

  /** A session of one line, $12.50, unless it is said otherwise. */
  const createSession = (
    given: Partial<Stripe.Checkout.SessionCreateParams> = {},
    options: Stripe.RequestOptions = {},
  ) => stripe.checkout.sessions.create({ ...aSession(), ...given }, options);

  /** Fills in the page of a session as its customer, and answers the outcome. */
  const pay = (session: { id: string }, given: Partial<typeof typed> = {}) =>
    submit(`/pay/${session.id}`, { ...typed, ...given });

  return {
    ...payments,
    clock,
    logged,
    shop,
    stripe,
    page,
    submit,
    createSession,
    pay,
    atProvider,
    /** The payment intent of a session of $12.50 that was paid. */
    async paid(number: string = typed.number): Promise<string> {
      const session = await createSession();
      await pay(session, { number });
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
      return String(payment_intent);
    },
    /** A charge of so many cents that has succeeded. */
    async charged(amount: number, number: string = typed.number): Promise<string> {
      const session = await createSession({ line_items: [aLine(amount)] });
      await pay(session, { number });
      const { payment_intent: id } = await stripe.checkout.sessions.retrieve(session.id);
      const { latest_charge } = await stripe.paymentIntents.retrieve(String(id));
      return String(latest_charge);
    },
    /** A connected account that may be paid, or (`onboarded: false`) is new. */
    async seller({ onboarded = true, bank_account }: { onboarded?: boolean; bank_account?: string } = {}) {
      const { id } = await stripe.v2.core.accounts.create(aSeller());
      if (onboarded) await atProvider.onboard(id, { ...(bank_account && { bank_account }) });
      return id;
    },
    /** Available and pending money, in cents of dollars: of the platform, or of an account. */
    async balance(stripeAccount?: string) {
      const options = { ...(stripeAccount && { stripeAccount }) };
      const { available, pending, connect_reserved = [] } = await stripe.balance.retrieve({}, options);
      const usd = (amounts: { amount: number; currency: string }[]) =>
        amounts.find(({ currency }) => currency === 'usd')?.amount ?? 0;
      return { available: usd(available), pending: usd(pending), reserved: usd(connect_reserved) };
    },
    /** The charge of a payment, with its refunds. */
    async chargeOf(payment_intent: string) {
      const { data } = await stripe.charges.list({ payment_intent, expand: ['data.refunds'] });
      return data[0];
    },
    /** Types and states of all events since `after` of them. */
    async happened(after = 0) {
      const events = (await atProvider.events()).slice(after);
      return events.map(({ type, data }) => [type, (data.object as { status?: string }).status]);
    },
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

export function aSeller(): Stripe.V2.Core.AccountCreateParams {
  return {
    contact_email: 'mara@example.com',
    display_name: 'Mara Compute',
    identity: { country: 'us', entity_type: 'individual' },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    include: ['configuration.recipient', 'requirements'],
  };
}

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
