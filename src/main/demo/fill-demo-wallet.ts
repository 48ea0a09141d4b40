// Earnings of the demo's shops in the months before the trial was opened, with what can happen to money: played in the order of
// time by what buyers, shops, staff and the shop's own jobs do, with the clock of that day.

import { makeFeeRule } from '#api/money/commission/make-rule.ts';
import { requestPayout } from '#api/money/payout/make-payout.ts';
import type { PayoutService } from '#api/money/payout/payout-service.ts';
import { confirmDestination } from '#api/money/payout/settings/confirm-destination.ts';
import { findSettings } from '#api/money/payout/settings/payout-settings.store.ts';
import { putSettings } from '#api/money/payout/settings/save-settings.ts';
import { makeBatch, payoutArrived, payoutFailed, sendBatch } from '#api/money/payout/settle-payout.ts';
import type { CheckoutService } from '#api/ordering/checkout/checkout-service.ts';
import { deliverLines } from '#api/ordering/checkout/delivery/deliver-lines.ts';
import { releaseDueEarnings } from '#api/ordering/checkout/earnings/release-due.ts';
import { markPaid } from '#api/ordering/checkout/payment/mark-paid.ts';
import { placeBilledOrder } from '#api/ordering/checkout/placing/place-order.ts';
import { reconcileJob } from '#api/ordering/checkout/reconcile.ts';
import { refundLines } from '#api/ordering/checkout/refund/refund-lines.ts';
import { insertCoupon } from '#api/ordering/coupon/coupon.store.ts';
import { defaultDisputeTimes } from '#api/ordering/dispute/dispute.rules.ts';
import { openDispute } from '#api/ordering/dispute/open-dispute.ts';
import { payoutMinimum } from '#contract/money/payout.ts';
import { withoutTurns } from '#platform/jobs/run-regularly.ts';
import type { DemoPerson } from './demo-accounts.ts';
import type { DemoCaller } from './demo-caller.ts';
import type { DemoSale, DemoTime, DemoWallet } from './demo-story.ts';

export type WalletServices = { checkout: CheckoutService; payouts: PayoutService };

type People = {
  cast: Record<DemoPerson, DemoCaller>;
  accountOf: (person: DemoPerson) => Promise<string>;
  sellerOf: (owner: DemoPerson) => string;
};
/** Action with the services of its time. */
type Act = { at: Date; run: (services: WalletServices) => Promise<void> };
type Sold = { orderId: string; line: number };

const HOUR_MS = 60 * 60_000;
const DAY_HOURS = 24;
/** When the day's money is released. */
const RELEASE_HOUR = 6;

export async function fillDemoWallet(services: WalletServices, story: DemoWallet, people: People): Promise<void> {
  const { checkout } = services;
  const at = clockOf(checkout.now());
  const staff = await people.accountOf('staff');
  const since = at({ day: story.opened, hour: 0 });
  for (const rule of story.feeRules) {
    const scope = { seller: null, from: null, until: null };
    const made = await makeFeeRule(checkout.db, { ...rule, ...scope }, { by: staff, now: since });
    if (!made.ok) throw new Error(`the demo's fee "${rule.name}" was not made: ${made.message}`);
  }
  await insertCoupon(checkout.db, { ...story.coupon, amount_cents: null, ...unlimited, total_limit: 1 });
  const acts = [...salesOf(story, people, at), ...payoutsOf(story, people, at, staff), ...releasesOf(story, at)];
  // The job that releases money by today's clock would be ahead of the story.
  await withoutTurns(checkout.db, reconcileJob, async () => {
    for (const act of acts.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
      await act.run(servicesOf(services, act.at));
  });
}

const unlimited = { category: null, expires_at: null, customer_limit: null };

function clockOf(opened: Date): (time: DemoTime) => Date {
  const midnight = Date.UTC(opened.getUTCFullYear(), opened.getUTCMonth(), opened.getUTCDate());
  return ({ day, hour }) => new Date(midnight + (hour - day * DAY_HOURS) * HOUR_MS);
}

/** Nobody is written to about what was months ago. */
function servicesOf({ checkout, payouts }: WalletServices, at: Date): WalletServices {
  const then = { now: () => at, sendMail: async () => undefined };
  return { checkout: { ...checkout, ...then }, payouts: { ...payouts, ...then } };
}

/** Sales, with what buyers and shops do about them. */
function salesOf(story: DemoWallet, people: People, at: (time: DemoTime) => Date): Act[] {
  const sold = new Map<string, Sold & { sale: DemoSale }>();
  const soldAs = (ref: string) => {
    const found = sold.get(ref);
    if (!found) throw new Error(`the demo has not sold ${ref}`);
    return found;
  };
  const sales = story.sales.flatMap((sale): Act[] => {
    const { shop, delivered_after_hours: after } = sale;
    const placing = async ({ checkout }: WalletServices) => {
      sold.set(sale.ref, { sale, ...(await sell(checkout, sale, sale.coupon ? story.coupon.code : null, people)) });
    };
    const delivering = async ({ checkout }: WalletServices) => {
      const { orderId } = soldAs(sale.ref);
      const by = await people.accountOf(shop);
      done(await deliverLines(checkout, { orderId, sellerId: people.sellerOf(shop), lines: null, by }));
    };
    const delivered = after === undefined ? [] : [{ at: at({ ...sale, hour: sale.hour + after }), run: delivering }];
    return [{ at: at(sale), run: placing }, ...delivered];
  });
  const refunds = story.refunds.map(
    (refund): Act => ({
      at: at(refund),
      async run({ checkout }) {
        const { orderId, line, sale } = soldAs(refund.sale);
        const cents = refund.dollars === null ? null : Math.round(refund.dollars * 100);
        done(
          await refundLines(checkout, {
            ...{ orderId, sellerId: people.sellerOf(sale.shop), lines: [{ line, cents }] },
            ...{ reason: refund.reason, by: await people.accountOf(sale.shop) },
          }),
        );
      },
    }),
  );
  const { dispute } = story;
  const disputing: Act = {
    at: at(dispute),
    async run({ checkout }) {
      const { orderId, line, sale } = soldAs(dispute.sale);
      const accountId = await people.accountOf(sale.buyer);
      const { reason, text } = dispute;
      const opened = await openDispute(checkout, {
        orderId,
        line,
        accountId,
        reason,
        text,
        times: defaultDisputeTimes,
      });
      if (!opened || 'code' in opened) throw new Error(`the demo's dispute was refused: ${opened?.message}`);
    },
  };
  return [...sales, ...refunds, disputing];
}

/** Ordered by transfer, which the operator finds on the account. */
async function sell(
  checkout: CheckoutService,
  { buyer, product_id, selected_options }: DemoSale,
  coupon: string | null,
  { cast, accountOf }: People,
): Promise<Sold> {
  const { email, post } = cast[buyer];
  const items = [{ product_id, quantity: 1, ...(selected_options && { selected_options }) }];
  const { total } = await post('/cart/quote', { items, coupon });
  const purchase = { items, amount: total, coupon, walletCents: 0, userId: email, accountId: await accountOf(buyer) };
  const { placed } = done(
    await placeBilledOrder(checkout, purchase, { method: 'transfer', billing: { ...billing, email } }),
  );
  const { order_id: orderId, lines } = placed.order;
  const settled = await markPaid(checkout, orderId);
  if (settled !== 'paid') throw new Error(`the transfer for the demo's order ${orderId} was not taken`);
  return { orderId, line: lines[0]?.line ?? 0 };
}

const billing = {
  first_name: 'Demo',
  last_name: 'Buyer',
  address: '1 Example Street',
  city: 'Berlin',
  country: 'DE',
  postcode: '10115',
  mobile: '+49 30 1234567',
};

/** Where money goes to, what was asked for, and what the bank made of it. */
function payoutsOf(
  story: DemoWallet,
  { cast, accountOf, sellerOf }: People,
  at: (time: DemoTime) => Date,
  staff: string,
) {
  const accounts = story.accounts.map((account): Act => {
    const { shop, holder, iban, town, country } = account;
    const bank_account = { kind: 'iban', holder, town, country, iban: iban.replaceAll(' ', '') } as const;
    const settings = {
      method: 'bank',
      schedule: 'none',
      day: null,
      minimum: payoutMinimum.usual,
      bank_account,
    } as const;
    return {
      at: at(account),
      async run({ payouts }) {
        const before = await findSettings(payouts.db, sellerOf(shop));
        await putSettings(payouts, sellerOf(shop), settings, { by: await accountOf(shop), email: cast[shop].email });
        // The staff have asked the owner: payouts to the new account need not wait.
        const seen = (await findSettings(payouts.db, sellerOf(shop)))?.destination_changed_at;
        if (before && seen) await confirmDestination(payouts, sellerOf(shop), { by: staff, as: 'staff', seen });
      },
    };
  });
  const payouts = story.payouts.flatMap((payout): Act[] => {
    const { shop, day, hour, sent_after_days: sentAfter, paid_after_days: paidAfter, failed } = payout;
    const after = (days: number) => at({ day: day - days, hour: hour + 1 });
    let payoutId = '';
    const asking: Act['run'] = async (services) => {
      const asked = { sellerId: sellerOf(shop), requestKey: `demo ${day}`, cents: null, bySchedule: false };
      const made = await requestPayout(services.payouts, { ...asked, by: await accountOf(shop) });
      if (!made.ok) throw new Error(`the demo's payout was refused: ${made.hindrance}`);
      payoutId = made.payout.payout_id;
    };
    const sending: Act['run'] = async (services) =>
      sendBatch(services.payouts, await makeBatch(services.payouts, [payoutId], staff), staff);
    const steps: Act[] = [
      { at: at(payout), run: asking },
      { at: after(sentAfter), run: sending },
    ];
    if (paidAfter !== undefined)
      steps.push({ at: after(paidAfter), run: (services) => payoutArrived(services.payouts, payoutId, staff) });
    if (failed)
      steps.push({
        at: after(failed.after_days),
        run: (services) => payoutFailed(services.payouts, payoutId, staff, failed.reason),
      });
    return steps;
  });
  return [...accounts, ...payouts];
}

/** Runs of the release job that this stands for, once on each day. */
function releasesOf({ opened }: DemoWallet, at: (time: DemoTime) => Date): Act[] {
  return Array.from({ length: opened }, (_, index) => ({
    at: at({ day: opened - index, hour: RELEASE_HOUR }),
    run: ({ checkout }) => releaseDueEarnings(checkout),
  }));
}

function done<T extends object>(outcome: T): Exclude<T, { refused: unknown }> {
  if ('refused' in outcome) throw new Error(`the demo's wallet was refused: ${JSON.stringify(outcome.refused)}`);
  return outcome as Exclude<T, { refused: unknown }>;
}
