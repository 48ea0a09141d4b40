import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aLine, anOrder } from '../../../test/factories/order.ts';
import type { Message } from '../../mail/mailer.ts';
import { answerMail } from '../catalogue/review/answer-mail.ts';
import { hiddenReviewMail, settledReviewMail, shownReviewMail } from '../catalogue/review/review-report-mails.ts';
import { alertMail } from '../catalogue/saved-product/alert-mail.ts';
import { searchAlertMail } from '../catalogue/saved-search/search-alert-mail.ts';
import { givenMail, withdrawnMail } from '../goods/entitlement/gift-mail.rules.ts';
import { machineMail, outageMail, requestMail } from '../goods/hours/hours-mail.rules.ts';
import { runningLowMail } from '../goods/product-key/notify-running-low.ts';
import { lateAccessMail, lateForShopMail } from '../goods/provision/provision-mail.rules.ts';
import { destinationChangedMails, payoutCameBackMails } from '../money/payout/payout-mails.rules.ts';
import * as order from '../ordering/checkout/delivery/order-mails.ts';
import { cardDisputeMail } from '../ordering/dispute/card-dispute-mails.rules.ts';
import { disputeMail } from '../ordering/dispute/dispute-mails.rules.ts';
import { messageMail } from '../people/message/message-mail.ts';
import { resumedMail, settledMail, warnedMail } from '../people/message/report-mails.ts';
import type { StoredThread } from '../people/message/thread.rules.ts';
import { approvedMail, hiddenMail, returnedMail } from '../selling/approval/approval-mails.rules.ts';
import * as seller from '../selling/seller/seller-mails.rules.ts';
import { reinstatedMail, suspendedMail } from '../selling/seller/suspension/suspension-mails.ts';

const hostile = 'Claim your refund at evil-pay.example, help@evil-pay.example or +1 800 555 0199\u202E';

const to = 'reader@example.com';
const market = { name: 'Hearth', origin: 'https://shop.test' };
const service = {
  shop: { ...market, email: 'help@shop.test', address: ['Here 1'], bank: undefined },
} as unknown as Parameters<typeof order.placedMail>[0];
const sold = aLine({
  product_name: hostile,
  selected_options: [{ option: hostile, choice: hostile }] as never,
  price_unit: hostile,
  seller_id: 's',
  seller: { name: hostile, address: 's-s' } as never,
});
const bought = anOrder({ lines: [sold] });
const mailedSeller = { name: hostile, address: 's-s', owners: [to] };
const thread = {
  thread_id: 't',
  product_id: 'p',
  product_name: hostile,
  order_id: null,
  seller_id: 's',
  seller_name: hostile,
  seller_address: 's-s',
  account_id: 'b',
  username: hostile,
} as unknown as StoredThread;
const review = { product_id: 'p', product_name: hostile };
const product = { productId: 'p', name: hostile, sellerAddress: 's-s' };
const dispute = {
  dispute_id: 'd',
  order_id: 'o',
  product_name: hostile,
  seller_name: hostile,
  reason: 'not_received',
  amount_cents: 100,
  answer_until: new Date(0),
} as unknown as Parameters<typeof disputeMail>[1];
const telling = { sendMail: async () => {}, shop: service.shop };
const hours = { productName: hostile, minutesLeft: 5 };
const gift = { to, shop: market, productName: hostile, entitlementId: 'e' };
const given = { to, sellerName: hostile, sellerAddress: 's-s' };

type Mail = Omit<Message, 'to'>;

/** Every mail that says something that somebody else has written or named, with such words in it. */
const carrying: Record<string, () => Mail | Mail[]> = {
  alertMail: () =>
    alertMail(market, {
      productId: 'p',
      productName: hostile,
      to,
      endToken: 't',
      news: [
        { kind: 'cheaper', micros: 1, wasMicros: 2, unit: hostile },
        { kind: 'back_in_stock' },
        { kind: 'new_version', version: hostile, was: hostile },
      ],
    }),
  answerMail: () => answerMail(market, { review: review as never, sellerName: hostile, to }),
  applicationDecidedMails: () => [
    ...seller.applicationDecidedMails(market, mailedSeller, 'approved', ''),
    ...seller.applicationDecidedMails(market, mailedSeller, 'returned', 'Who are you?'),
  ],
  applicationReceivedMails: () => seller.applicationReceivedMails(market, mailedSeller),
  approvedMail: () => approvedMail(market, product, { isNew: true, isListed: true }),
  destinationChangedMails: () =>
    destinationChangedMails(market, mailedSeller, { last4: '1234', by: hostile, waitDays: 3 }),
  cardDisputeMail: () =>
    cardDisputeMail(
      market,
      { id: 'd', state: 'open', reason: 'fraudulent', orderId: 'o', amountCents: 1, dueBy: new Date(0) },
      { to, products: [hostile], isAll: true },
    ),
  confirmationMail: () => order.confirmationMail(service, bought, to),
  deliveredMail: () => order.deliveredMail(service, bought, to, [sold]),
  disputeMail: () =>
    (['opened', 'answered', 'withdrawn', 'lost_by_silence'] as const).flatMap((step) =>
      (['buyer', 'seller'] as const).map((side) =>
        disputeMail(market, dispute, { step, cents: 1 } as never, { side, to }),
      ),
    ),
  givenMail: () => givenMail({ ...gift, until: null }),
  hiddenMail: () => hiddenMail(market, product, 'It is not yours'),
  hiddenReviewMail: () => hiddenReviewMail(market, { review, to, reason: 'Rude' }),
  invitationMail: () => seller.invitationMail(market, { to, name: hostile, role: 'editor', token: 't' }),
  lateAccessMail: () => lateAccessMail({ shop: market }, bought, to, sold),
  lateForShopMail: () => lateForShopMail({ shop: market, to, seller: { address: 's-s' } }, bought, sold),
  machineMail: () =>
    (['started', 'low', 'stopped'] as const).map((what) =>
      machineMail({ ...hours, what, stopReason: 'not_started' })({ shop: market }, bought, to),
    ),
  messageMail: () => (['buyer', 'seller'] as const).map((reader) => messageMail(market, thread, { reader, to })),
  outageMail: () =>
    outageMail({ productName: hostile, minutes: 5, from: new Date(0), to: new Date(1), reason: hostile })(
      { shop: market },
      bought,
      to,
    ),
  payoutCameBackMails: () =>
    payoutCameBackMails(market, mailedSeller, { payoutId: 'PO-1', cents: 1, reason: 'The account is closed' }),
  placedMail: () => order.placedMail(service, { ...bought, payment_method: 'check' }, to),
  refundMail: () =>
    order.refundMail(service, bought, to, {
      parts: [{ amountCents: 1, destination: 'origin' }],
      refundedCents: 1,
      reason: hostile,
    }),
  reinstatedMail: () => reinstatedMail(market, given),
  releasedMail: () => order.releasedMail(service, bought, to),
  requestMail: () =>
    (['start', 'stop', 'extend'] as const).map((what) =>
      requestMail({ ...hours, what, orderId: 'o' })({ to, shop: market, seller: { address: 's-s', name: hostile } }),
    ),
  resumedMail: () => resumedMail(market, thread, { side: 'buyer', to }),
  searchAlertMail: () =>
    searchAlertMail(market, {
      to,
      endToken: 't',
      matches: [
        {
          name: hostile,
          address: '/products/category/data',
          count: 2,
          products: [{ product_name: hostile, price: 1, on_sale: false, sale_price: null, price_unit: hostile }],
        },
      ],
    }),
  returnedMail: () => returnedMail(market, product, { isNew: false, reason: 'It has no license' }),
  runningLowMail: () =>
    runningLowMail(telling, {
      product_name: hostile,
      product_id: 'p',
      seller_id: 's',
      name: hostile,
      free: 1,
      waiting: 1,
      to,
    } as never),
  sellerClosedMails: () => seller.sellerClosedMails(market, mailedSeller),
  settledMail: () =>
    (['dismiss', 'warn', 'stop'] as const).map((decision) =>
      settledMail(market, thread, { side: 'buyer', to, decision }),
    ),
  settledReviewMail: () => settledReviewMail(market, { review, to, isHidden: true }),
  shownReviewMail: () => shownReviewMail(market, { review, to, reason: 'It is fair' }),
  soldMail: () => order.soldMail(service, bought, to, [sold]),
  supportAddressMail: () => seller.supportAddressMail(market, { to, name: hostile, token: 't' }),
  suspendedMail: () => suspendedMail(market, { ...given, reason: 'Fraud' }),
  warnedMail: () =>
    (['warn', 'stop'] as const).map((decision) =>
      warnedMail(market, thread, { side: 'seller', to, decision, reason: 'Rude' }),
    ),
  withdrawnMail: () => [
    withdrawnMail({ ...gift, reason: 'By mistake' }),
    order.withdrawnMail(service, { ...bought, lines: [sold] }, to),
  ],
};

/** The rest, and why: the marketplace's own words alone, or those of whoever reads them. */
const plain: Record<string, string> = {
  contactMail: 'to the support mail box, which is there to read what strangers write',
  deletedCustomerMail: 'no words of anybody',
  exportFailedMail: 'no words of anybody',
  exportReadyMail: 'no words of anybody',
  inReviewMail: 'the number of the order',
  lateRefundMail: 'the number of the order',
  paymentFailedMail: 'the number of the order',
  restoredCustomerMail: 'no words of anybody',
  staffRoleMail: 'the role',
  suspendedCustomerMail: 'the reason of the staff',
  switchedOffMail: 'the host that its own shop has named',
};

test('every mail is judged: it carries words of somebody else, or there is a reason why it does not', () => {
  const files = readdirSync('src/api', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.(test|store)\.ts$/.test(file),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(`src/api/${file}`, 'utf8').matchAll(/function (\w+Mails?)\(/g)].map(([, name]) => name ?? ''),
  );
  const templates = new Set(found.filter((name) => name !== 'sendMails'));
  expect([...templates].sort()).toEqual([...Object.keys(carrying), ...Object.keys(plain)].sort());
});

test.each(Object.entries(carrying))('%s leads nowhere by the words of somebody else', (_name, mail) => {
  for (const { subject, heading, paragraphs, rows = [], note = '' } of [mail()].flat()) {
    const text = [subject, heading, ...paragraphs, ...rows.flatMap(({ label, value }) => [label, value]), note].join(
      '\n',
    );
    expect(text).not.toMatch(/evil-pay\.|@evil|555|\u202E/);
    expect(subject.length).toBeLessThan(260);
  }
});
