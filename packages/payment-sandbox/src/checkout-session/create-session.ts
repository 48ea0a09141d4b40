import { z } from 'zod';
import { isRedeemable } from '../coupon/coupon.object.ts';
import { findCoupon } from '../coupon/coupon.store.ts';
import { findCustomer } from '../customer/customer.store.ts';
import { LARGEST_AMOUNT, LARGEST_QUANTITY, totalOf } from '../money/amounts.rules.ts';
import { amountStep, formatAmount, isCurrency, leastAmount } from '../money/currency.rules.ts';
import { invalid, noMethods, noSuch, type ParameterRefusal, unevenAmount } from '../protocol/errors.ts';
import { newId } from '../protocol/new-id.ts';
import { email, expand, integer, metadata, oneOf, pageUrl, refuse, text, timestamp } from '../protocol/parameters.ts';
import { unixSeconds } from '../protocol/unix-seconds.ts';
import type { Sandbox } from '../sandbox.ts';
import type { CheckoutSession, Db, Discount } from '../schema.ts';
import { addSession } from './checkout-session.store.ts';
import { expandable } from './expanded-session.ts';
import { eligibleMethods, methodNames } from './payment-methods.ts';

const MOST_LINES = 100;
/** Characters. */
const LONGEST_PRODUCT_NAME = 250;
const LONGEST_PRODUCT_DESCRIPTION = 500;
const LONGEST_UNIT_LABEL = 12;
const LONGEST_REFERENCE = 200;
const LONGEST_PAYMENT_DESCRIPTION = 1_000;
/** How long a session may be open, in seconds. */
const HOUR = 3_600;
const SHORTEST_LIFETIME = HOUR / 2;
const LONGEST_LIFETIME = 24 * HOUR;

const currency = text(3).superRefine((code, context) => {
  if (!isCurrency(code)) refuse(context, `Invalid currency: ${code}`);
});

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    unit_amount: integer({ least: 0, most: LARGEST_AMOUNT }),
    product_data: z.strictObject({
      name: text(LONGEST_PRODUCT_NAME),
      description: text(LONGEST_PRODUCT_DESCRIPTION).optional(),
      unit_label: text(LONGEST_UNIT_LABEL).optional(),
    }),
  }),
  quantity: integer({ least: 1, most: LARGEST_QUANTITY }).default(1),
});

/** Parameters of a new session. Made once: to make the schema costs more than to use it. */
export const createParameters = z
  .strictObject({
    mode: oneOf('payment'),
    ui_mode: oneOf('hosted_page').optional(),
    allowed_payment_method_types: z.array(oneOf(...methodNames)).optional(),
    excluded_payment_method_types: z.array(oneOf(...methodNames)).optional(),
    line_items: z.array(lineItem),
    discounts: z.array(z.strictObject({ coupon: text() })).optional(),
    success_url: pageUrl,
    cancel_url: pageUrl.optional(),
    client_reference_id: text(LONGEST_REFERENCE).optional(),
    customer: text().optional(),
    customer_email: email.optional(),
    metadata,
    payment_intent_data: z
      .strictObject({
        description: text(LONGEST_PAYMENT_DESCRIPTION).optional(),
        metadata,
        transfer_group: text().optional(),
      })
      .optional(),
    expires_at: timestamp.optional(),
    expand: expand(...expandable),
  })
  .superRefine(refuseTogether);

type NewSession = z.output<typeof createParameters>;

/** Checks the expiry of a new session against the clock. Throws a ProviderError. */
export function checkExpiry({ expires_at }: Pick<NewSession, 'expires_at'>, now: Date) {
  const lifetime = (expires_at ?? unixSeconds(now) + LONGEST_LIFETIME) - unixSeconds(now);
  if (lifetime < SHORTEST_LIFETIME)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (lifetime > LONGEST_LIFETIME)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
}

/** A shop that is made to send its customers elsewhere does not. Throws a ProviderError. */
export function checkReturn(asked: Pick<NewSession, 'success_url' | 'cancel_url'>, origins: Sandbox['returnOrigins']) {
  if (origins === null) return;
  for (const name of ['success_url', 'cancel_url'] as const) {
    const url = asked[name];
    if (url !== undefined && !origins.includes(new URL(url).origin))
      throw invalid(
        name,
        `Not a valid URL: this sandbox sends customers back to ${origins.join(', ')} only.`,
        'url_invalid',
      );
  }
}

type Together = {
  line_items: z.output<typeof lineItem>[];
  discounts?: { coupon: string }[] | undefined;
  customer?: string | undefined;
  customer_email?: unknown;
};

/** Refuses parameters that are valid one by one and not together. */
function refuseTogether(
  { line_items: items, discounts = [], customer, customer_email }: Together,
  context: z.RefinementCtx,
) {
  const path = ['line_items'];
  const [first] = items;
  if (!first) return refuse(context, 'This array must have at least one item.', 'parameter_missing', path);
  if (items.length > MOST_LINES)
    return refuse(context, `Only up to ${MOST_LINES} line items are allowed.`, 'parameter_invalid', path);
  const { currency } = first.price_data;
  if (items.some(({ price_data }) => price_data.currency !== currency))
    return refuse(context, 'All line items must have the same currency.', 'parameter_invalid', path);
  if (discounts.length > 1)
    return refuse(context, 'Only up to 1 discounts are allowed.', 'parameter_invalid', ['discounts']);
  const total = totalOf(items.map(({ price_data, quantity }) => ({ unit_amount: price_data.unit_amount, quantity })));
  const wrong = wrongTotal(total, currency);
  // The total after a coupon is known once the coupon is found.
  if (wrong && (discounts.length === 0 || wrong.code === 'amount_too_large'))
    refuse(context, wrong.message, wrong.code, path);
  if (customer !== undefined && customer_email !== undefined)
    refuse(context, 'You may only specify one of these parameters: customer, customer_email.', 'parameters_exclusive', [
      'customer_email',
    ]);
}

/** Why so much cannot be paid at once; null when it can. */
function wrongTotal(total: number, currency: string): { message: string; code: ParameterRefusal } | null {
  const due = "The Checkout Session's total amount due must";
  const [least, step] = [leastAmount(currency), amountStep(currency)];
  const named = (amount: number) => `${formatAmount(amount, currency)} ${currency}`;
  if (total % step !== 0) return { message: unevenAmount(currency, step), code: 'parameter_invalid' };
  if (total < least) return { message: `${due} add up to at least ${named(least)}`, code: 'amount_too_small' };
  if (total > LARGEST_AMOUNT)
    return { message: `${due} be no more than ${named(LARGEST_AMOUNT)}`, code: 'amount_too_large' };
  return null;
}

type Discounted = Pick<NewSession, 'discounts'> & { currency: string; total: number; now: Date };

/** Discount of the session's coupon on its total; null where it has none. Throws a ProviderError. */
async function discountOf(db: Db, { discounts, currency, total, now }: Discounted): Promise<Discount | null> {
  const [asked] = discounts ?? [];
  if (!asked) return null;
  const param = 'discounts[0][coupon]';
  const coupon = await findCoupon(db, asked.coupon);
  if (!coupon) throw noSuch('coupon', asked.coupon, param, 400);
  if (!isRedeemable(coupon, now)) throw invalid(param, `Coupon ${coupon.id} is used up or expired.`, 'coupon_expired');
  if (coupon.currency !== currency)
    throw invalid(param, `The coupon ${coupon.id} is in ${coupon.currency}, the session in ${currency}.`);
  const amount = Math.min(coupon.amount_off, total);
  const wrong = wrongTotal(total - amount, currency);
  if (wrong) throw invalid('discounts', wrong.message, wrong.code);
  return { coupon: coupon.id, name: coupon.name ?? coupon.id, amount };
}

export async function createSession(
  transaction: Db,
  sandbox: Pick<Sandbox, 'now' | 'methods'>,
  asked: NewSession,
): Promise<CheckoutSession> {
  const now = sandbox.now();
  if (asked.customer !== undefined && !(await findCustomer(transaction, asked.customer)))
    throw noSuch('customer', asked.customer, 'customer', 400);
  const currency = asked.line_items[0]?.price_data.currency ?? '';
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = asked;
  const methods = eligibleMethods(sandbox, currency, { allowed, excluded });
  if (methods.length === 0) throw noMethods();
  const lines = asked.line_items.map(({ price_data, quantity }) => ({
    id: newId('li'),
    price: newId('price'),
    product: newId('prod'),
    name: price_data.product_data.name,
    description: price_data.product_data.description ?? null,
    unit_amount: price_data.unit_amount,
    quantity,
  }));
  const total = totalOf(lines);
  const discount = await discountOf(transaction, { discounts: asked.discounts, currency, total, now });
  return addSession(transaction, {
    id: newId('cs_test'),
    status: 'open',
    allowed_payment_method_types: allowed ? JSON.stringify(allowed) : null,
    payment_method_types: JSON.stringify(methods),
    currency,
    amount_total: total - (discount?.amount ?? 0),
    line_items: JSON.stringify(lines),
    discount: discount && JSON.stringify(discount),
    payment_intent_data: JSON.stringify({
      description: asked.payment_intent_data?.description ?? null,
      metadata: asked.payment_intent_data?.metadata ?? {},
      transfer_group: asked.payment_intent_data?.transfer_group ?? null,
    }),
    customer: asked.customer ?? null,
    customer_email: asked.customer_email ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    metadata: JSON.stringify(asked.metadata),
    success_url: asked.success_url,
    cancel_url: asked.cancel_url ?? null,
    created_at: now,
    expires_at: new Date((asked.expires_at ?? unixSeconds(now) + LONGEST_LIFETIME) * 1_000),
  });
}
