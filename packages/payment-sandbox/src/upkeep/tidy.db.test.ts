import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  eachWithPayments,
  HOUR,
  type openPaymentsDatabase,
  type TestPayments,
} from '../../../../test/parts/payments.ts';
import { tidy } from './tidy.ts';

let database: Awaited<ReturnType<typeof openPaymentsDatabase>>;
let payments: TestPayments;
eachWithPayments((started, opened) => {
  database = opened;
  payments = started;
});

test('events are forgotten after thirty days, but for those that the shop has not heard of', async () => {
  const made: string[] = [];
  for (let index = 0; index < 3; index++) {
    const { id } = await payments.createSession();
    await payments.stripe.checkout.sessions.expire(id);
    made.push(id);
  }
  const [heard, waiting, young] = (await payments.stripe.events.list()).data.map(({ id }) => id).reverse();
  await sql`update payments.webhook_delivery set state = 'sent', finished_at = now()
    where id in (${heard}, ${young})`.execute(database.kysely);
  await sql`update payments.event set created_at = created_at - interval '31 days'
    where id in (${heard}, ${waiting})`.execute(database.kysely);
  const sandbox = {
    db: database.kysely,
    origin: '',
    shopName: '',
    listensTo: null,
    returnOrigins: null,
    methods: ['card' as const],
    processingFee: { basisPoints: 290, fixed: 30 },
    settleMs: null,
    notifyShop: async () => {},
    now: () => new Date(Date.now() - HOUR),
  };
  await tidy(sandbox);
  expect((await payments.stripe.events.list()).data.map(({ id }) => id)).toEqual([young, waiting]);
  // Sessions of forgotten events stay.
  expect((await payments.stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual(made.reverse());
});
