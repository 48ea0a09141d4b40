import { z } from 'zod';
import { longestChoice, optionsMaximum, productIdMaximum } from '../catalogue/product/product-limits.ts';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { countrySchema } from '../country.schema.ts';
import { goodsKinds } from '../goods/goods.schema.ts';
import { greatestPrice } from '../money/amount/money.ts';
import { emailMaximum, phoneMaximum, phonePattern } from '../people/account-limits.ts';
import { checkTaxNumber, taxNumberText, withPlainTaxNumber } from '../tax-number.schema.ts';
import {
  couponTypedMaximum,
  linesMaximum,
  machinesMaximum,
  machineTimeMaximum,
  quantityMaximum,
} from './order-limits.ts';

/** Dollars: as many as can be of the dearest. */
const greatestAmount = greatestPrice * machineTimeMaximum * linesMaximum;

const claim = z.unknown().optional().meta({ description: 'Accepted and not believed: the server decides it' });

/** Longer than any that the catalogue keeps. */
const shown = z.string().max(2_000).optional();

export const cartItemSchema = z
  .object({
    product_id: z.string('must be the id of a product').min(1).max(productIdMaximum),
    quantity: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(quantityMaximum, `must be at most ${quantityMaximum}`),
    machines: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(machinesMaximum, `must be at most ${machinesMaximum}`)
      .optional()
      .meta({
        description:
          'Of computing that is rented by time: how many machines at once, each for the whole quantity; 1 if left out',
      }),
    price: claim,
    price_unit: shown.meta({ description: 'What the buyer was shown the price to be for; another one is refused' }),
    license: shown.meta({
      description: 'The license that the buyer was shown, empty where none was; to order under another one is refused',
    }),
    selected_options: z
      .array(
        z.strictObject({
          name: z.string('must be the name of an option').min(1).max(longestChoice),
          value: z.string('must be a choice of the option').min(1).max(longestChoice),
        }),
        'must list names and values of options',
      )
      .max(optionsMaximum, `must be at most ${optionsMaximum} options`)
      .optional()
      .meta({ description: 'What is chosen of the options of the product; the default where nothing is' }),
    extends: z.string().min(1).max(200).optional().meta({
      description: 'entitlement_id of a machine of the caller: the quantity is more time for it, at the price of today',
    }),
    buy_again: z.boolean().optional().meta({
      description: 'The buyer knows that the same files are in their library, and wants them again; refused without it',
    }),
  })
  .refine(({ quantity, machines = 1 }) => quantity * machines <= machineTimeMaximum, {
    path: ['machines'],
    message: `must be fewer: with the quantity at most ${machineTimeMaximum.toLocaleString('en-US')}`,
  })
  .refine((item) => item.extends === undefined || (item.machines ?? 1) === 1, {
    path: ['machines'],
    message: 'must be 1: one machine is extended',
  });
const items = z
  .array(cartItemSchema, 'must list what is in the cart')
  .max(linesMaximum, `must be at most ${linesMaximum} lines`);
const coupon = z.string().trim().max(couponTypedMaximum, `must be at most ${couponTypedMaximum} characters`).nullish();

/** Cart as a whole: a line that is left out is not in it. */
export const cartSchema = z
  .object(
    { items, coupon: coupon.meta({ description: 'The code that was applied; a quote says what it takes off' }) },
    'must be an object',
  )
  .meta({ id: 'Cart' });

/** Questions of the cart: its prices now, and what a coupon takes off. */
export const quoteRequestSchema = z.object({ items, coupon }, 'must be an object').meta({ id: 'QuoteRequest' });

export const quoteSchema = z
  .strictObject({
    lines: z.array(
      z.strictObject({
        product_id: z.string(),
        product_name: z.string(),
        quantity: z.int(),
        machines: z.int().exactOptional().meta({
          description: 'Where several can be rented: how many at once, each for the whole quantity',
        }),
        unit_price: z.number(),
        amount: z.number(),
        available: z.boolean().meta({ description: 'Whether so many can be had now, and for so long' }),
        problem: z.string().exactOptional().meta({ description: 'Why it is not available, for a person' }),
        selected_options: z.array(selectedOptionSchema).exactOptional(),
        price_unit: z.string().exactOptional(),
        license: z.string().exactOptional().meta({ description: 'What ordering accepts' }),
        goods: z.array(z.enum(goodsKinds)).exactOptional().meta({
          description: 'What the library has of it once it is paid; left out where it is delivered by hand',
        }),
        most_quantity: z.int().exactOptional().meta({
          description: 'Of more time for a machine: as many as can be ordered; left out where nothing bounds it',
        }),
        owned: z
          .strictObject({
            entitlement_id: z.string(),
            needs_yes: z.boolean().meta({ description: 'The same files: they are ordered again with buy_again alone' }),
          })
          .exactOptional()
          .meta({ description: 'What the caller has of the product; left out where that is nothing' }),
        gets: z.string().meta({ description: 'The same for a person', example: 'Files, at once' }),
      }),
    ),
    subtotal: z.number(),
    discount: z.number(),
    coupon: z.string().nullable(),
    coupon_problem: z.string().nullable().meta({ description: 'Why the coupon takes nothing off, for a person' }),
    total: z.number(),
  })
  .meta({ id: 'Quote' });

export const checkoutRequestSchema = z
  .object(
    {
      amount: z
        .number('must be a number')
        .min(0, 'must not be negative')
        .max(greatestAmount, `must be at most ${greatestAmount}`)
        .meta({ description: "The cart's total in US dollars" }),
      items,
      coupon,
      wallet_amount: z
        .number('must be a number')
        .min(0, 'must not be negative')
        .max(greatestAmount, `must be at most ${greatestAmount}`)
        .optional()
        .meta({
          description: "What of the amount is paid from the buyer's wallet, in US dollars; the card pays the rest",
        }),
    },
    'must be an object',
  )
  .meta({ id: 'CheckoutRequest' });

export const checkoutSessionSchema = z
  .strictObject({ checkout_url: z.string(), order_id: z.string() })
  .meta({ id: 'CheckoutSession' });

const billingText = (longest: number) =>
  z.string().trim().min(1, 'is required').max(longest, `must be at most ${longest} characters`);

/** The form of /checkout, where the shop takes orders by it. */
export const billingSchema = z.object({
  first_name: billingText(80),
  last_name: billingText(80),
  company: z.string().trim().max(120).optional(),
  address: billingText(200),
  city: billingText(120),
  country: countrySchema,
  postcode: billingText(20),
  mobile: billingText(phoneMaximum).regex(phonePattern, 'must be a telephone number'),
  email: z.email('must be an e-mail address').max(emailMaximum),
  notes: z.string().trim().max(2_000).optional(),
  tax_number: taxNumberText.optional().meta({ description: 'Of a business, such as a VAT ID' }),
});

export const billedOrderRequestSchema = checkoutRequestSchema
  .omit({ wallet_amount: true })
  .extend({
    payment_method: z.enum(['transfer', 'check']),
    billing: billingSchema.superRefine(checkTaxNumber).overwrite(withPlainTaxNumber),
  })
  .meta({ id: 'BilledOrderRequest' });

export const paymentAnswerSchema = z
  .strictObject({ message: z.string(), order_id: z.string() })
  .meta({ id: 'PaymentVerification' });
