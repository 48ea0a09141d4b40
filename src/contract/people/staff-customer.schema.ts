// One customer, for the staff. The browser takes the types of it alone.
import { z } from 'zod';
import { orderStatuses } from '../ordering/order.schema.ts';
import { sellerRoles, sellerStates } from '../selling/seller.ts';
import { lines } from '../text/text.schema.ts';
import { staffRoles, suspensionReasonMaximum, suspensionReasonMinimum } from './staff.ts';
import { customerEventKinds } from './staff-customer.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const count = z.int().min(0);
const fewNewest = 'The newest few';

export const suspendCustomerSchema = z
  .strictObject(
    {
      reason: lines()
        .min(suspensionReasonMinimum, `must be at least ${suspensionReasonMinimum} characters: the customer reads it`)
        .max(suspensionReasonMaximum, `must be at most ${suspensionReasonMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'SuspendCustomer' });

export const deleteCustomerSchema = z
  .strictObject(
    { email: z.string('must be text').max(320).meta({ description: 'The address of the customer, typed once more' }) },
    'must be an object',
  )
  .meta({ id: 'DeleteCustomer' });

const signInSchema = z.strictObject({
  id: z.string(),
  at: instant,
  methods: z.array(z.string()).meta({ description: 'How they proved who they are: amr of RFC 8176' }),
  device: z.string().nullable().meta({ description: 'What the device that is remembered is called' }),
  ended_at: instant.nullable().meta({ description: 'null: it lasts until expires_at' }),
  expires_at: instant,
});

const sentMailSchema = z.strictObject({
  id: z.string(),
  subject: z.string().meta({ description: 'A one-time code in it is masked' }),
  state: z.enum(['waiting', 'sent', 'failed']),
  created_at: instant,
  finished_at: instant.nullable(),
});

export const staffCustomerSchema = z
  .strictObject({
    id: z
      .string()
      .meta({ description: 'What this address is opened by: the account, or the address where none has come yet' }),
    account_id: z.string().nullable(),
    email: z.string(),
    name: z.string(),
    phone: z.string(),
    addresses: z.array(z.string()),
    role: z.enum(['buyer', 'seller', 'admin']),
    staff_role: z.enum(staffRoles).nullable(),
    created_at: instant,
    own: z.boolean().meta({ description: 'Whether it is the record of who asks' }),
    suspension: z
      .strictObject({
        reason: z
          .string()
          .meta({ description: 'As the customer was told; empty where a command has disabled the account' }),
        at: instant.nullable(),
        by: z.string().nullable().meta({ description: 'By name; null: an operator, by a command' }),
      })
      .nullable(),
    account: z
      .strictObject({
        state: z.string().meta({ description: 'As the account service has it, such as CONFIRMED' }),
        email_verified: z.boolean(),
        factors: z.array(z.string()).meta({ description: 'What can be asked for beside the password' }),
        created_at: instant,
        failures: count.meta({ description: 'Failed sign-ins in a row' }),
        blocked_until: instant.nullable(),
      })
      .nullable()
      .meta({ description: 'null: another account service keeps it, or it is not there any more' }),
    counts: z.strictObject({ orders: count, reviews: count, reports: count, library: count, saved: count }),
    wallet: z.number().meta({ description: 'The balance, in US dollars' }),
    wallet_expected: z.number().meta({
      description:
        'US dollars that may still come back to the wallet: from orders that are not finished, refunds and withdrawals',
    }),
    orders: z
      .array(
        z.strictObject({ order_id: z.string(), status: z.enum(orderStatuses), total: z.number(), created_at: instant }),
      )
      .meta({ description: fewNewest }),
    reviews: z
      .array(
        z.strictObject({
          review_id: z.string(),
          product_name: z.string(),
          rate: z.int(),
          text: z.string(),
          show: z.boolean(),
          updated_at: instant,
        }),
      )
      .meta({ description: fewNewest }),
    reports: z
      .array(
        z.strictObject({
          thread_id: z.string(),
          by_customer: z.boolean().meta({ description: 'Whether they have reported it, or were reported' }),
          seller: z.string(),
          reason: z.string(),
          created_at: instant,
          resolved_at: instant.nullable(),
        }),
      )
      .meta({ description: fewNewest }),
    sellers: z.array(
      z.strictObject({
        seller_id: z.string(),
        name: z.string(),
        role: z.enum(sellerRoles),
        state: z.enum(sellerStates),
      }),
    ),
    sign_ins: z
      .array(signInSchema)
      .meta({ description: 'Those of the last 30 days that are still known, newest first' }),
    mails: z.array(sentMailSchema).meta({ description: 'Of the last month, newest first' }),
    actions: z
      .array(
        z.strictObject({
          action: z.enum(['suspend', 'restore', 'sign_out', 'export', 'delete']),
          refused: z.string().nullable().meta({ description: 'Why it cannot be done now, for who asks' }),
        }),
      )
      .meta({ description: 'What the role of who asks includes, as things are' }),
  })
  .meta({ id: 'StaffCustomer' });

export const customerEventsSchema = z
  .array(
    z.strictObject({
      id: z.string(),
      at: instant,
      kind: z.enum(customerEventKinds),
      title: z.string(),
      detail: z.string().nullable(),
      by: z.string().nullable(),
      subject: z
        .string()
        .nullable()
        .meta({ description: 'The id of the order, the review, the thread or the audit entry' }),
    }),
  )
  .meta({ id: 'CustomerEvents' });

const counted = z.array(z.strictObject({ what: z.string(), count: count.nullable() }));

export const customerDeletionSchema = z
  .strictObject({
    email: z.string(),
    refused: z
      .array(z.string())
      .meta({ description: 'Why it cannot be done now, and what to do first; empty: it can' }),
    goes: counted,
    kept: z.array(z.strictObject({ what: z.string(), count: count.nullable(), why: z.string() })),
  })
  .meta({ id: 'CustomerDeletion' });

export const customerExportSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'CustomerExport', description: 'Everything the shop knows of them, by topic' });

export type StaffCustomer = z.infer<typeof staffCustomerSchema>;
export type CustomerEvent = z.infer<typeof customerEventsSchema>[number];
export type CustomerDeletion = z.infer<typeof customerDeletionSchema>;
