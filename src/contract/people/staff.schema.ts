// API requests and answers of Admin. The browser takes the types of it alone.
import { z } from 'zod';
import { attentionKinds, attentionMost } from '../operations/attention.ts';
import { sellerRoles, sellerStates } from '../selling/seller.ts';
import { line, lines } from '../text/text.schema.ts';
import { emailMaximum } from './account-limits.ts';
import { staffActions, staffRoles, suspensionReasonMaximum, suspensionReasonMinimum } from './staff.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const count = z.int().min(0);

export const staffSelfSchema = z
  .strictObject({
    account_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(staffRoles),
    may: z.array(z.enum(staffActions)).meta({ description: 'What the role includes, by name' }),
  })
  .meta({ id: 'StaffSelf', description: 'Who is asking, and what they may do' });
export type StaffSelf = z.infer<typeof staffSelfSchema>;

const counted = {
  count: count.max(attentionMost),
  more: z.boolean().meta({ description: 'Whether there are more than are counted' }),
};
const countedSchema = z.strictObject(counted).meta({ id: 'BoundedCount' });

export const overviewSchema = z
  .strictObject({
    attention: z
      .array(
        z.strictObject({
          kind: z.enum(attentionKinds),
          ...counted,
          address: z.string().meta({ description: 'Of the filtered list, on this site', example: '/admin/reports' }),
          at: instant.nullable().meta({
            description:
              'Since when the first of them waits; of card_disputes, until when the first one can be answered',
          }),
          amount: z.number().nullable().meta({ description: 'What they are about, in US dollars; null: no money' }),
        }),
      )
      .meta({ description: 'What needs somebody, of what the role may read; nothing where nothing waits' }),
    sellers: z
      .strictObject(
        Object.fromEntries(sellerStates.map((state) => [state, countedSchema])) as Record<
          (typeof sellerStates)[number],
          typeof countedSchema
        >,
      )
      .meta({ description: 'How many there are in each state' }),
    orders_waiting: countedSchema.meta({ description: 'Orders that wait for their payment, which needs nobody' }),
    as_of: instant,
  })
  .meta({ id: 'StaffOverview', description: 'What there is to do' });
export type Overview = z.infer<typeof overviewSchema>;

export const staffMemberSchema = z
  .strictObject({
    account_id: z.string().nullable().meta({ description: 'null where nobody has signed in under the address yet' }),
    email: z.string(),
    name: z.string(),
    role: z.enum(staffRoles),
  })
  .meta({ id: 'StaffMember' });
export type StaffMember = z.infer<typeof staffMemberSchema>;
export const staffListSchema = z.strictObject({ items: z.array(staffMemberSchema) }).meta({ id: 'StaffList' });

export const putStaffSchema = z
  .strictObject(
    {
      account: line()
        .min(1, 'must name an e-mail address or the id of an account')
        .max(emailMaximum, `must be at most ${emailMaximum} characters`)
        .meta({ description: 'The e-mail address of somebody who has signed in here, or the id of the account' }),
      role: z.enum(staffRoles, `must be one of ${staffRoles.join(', ')}`),
    },
    'must be an object',
  )
  .meta({ id: 'PutStaff' });

const sellerRowSchema = z
  .strictObject({
    seller_id: z.string(),
    name: z.string().nullable(),
    address: z.string().nullable().meta({ description: 'Of its page, /sellers/{address}' }),
    state: z.enum(sellerStates),
    country: z.string(),
    products: count.meta({ description: 'How many it has in the catalogue, on sale or not; counted up to 1,000' }),
    updated_at: instant,
  })
  .meta({ id: 'SellerRow' });

const stateChange = z.strictObject({
  at: instant,
  action: z.string().meta({ example: 'seller.suspended' }),
  by: z.string().meta({ description: 'Who did it, as far as that is known' }),
  reason: z.string(),
});

export const sellerDetailSchema = z
  .strictObject({
    ...sellerRowSchema.shape,
    responsible: z.string(),
    sells: z.string(),
    about: z.string(),
    support_email: z.string(),
    reason: z.string().meta({ description: 'Why it was returned or suspended; else empty' }),
    created_at: instant,
    approved_at: instant.nullable(),
    listed: count.meta({ description: 'How many of its products visitors can see; counted up to 1,000' }),
    members: z.array(
      z.strictObject({
        account_id: z.string(),
        email: z.string(),
        name: z.string(),
        role: z.enum(sellerRoles),
        joined_at: instant,
      }),
    ),
    history: z.array(stateChange).meta({ description: 'From the audit log, newest first' }),
  })
  .meta({ id: 'SellerDetail' });
export type SellerDetail = z.infer<typeof sellerDetailSchema>;

export const suspendSchema = z
  .strictObject(
    {
      reason: lines()
        .min(
          suspensionReasonMinimum,
          `must be at least ${suspensionReasonMinimum} characters: the owners of the shop read it`,
        )
        .max(suspensionReasonMaximum, `must be at most ${suspensionReasonMaximum} characters`),
    },
    'must be an object',
  )
  .meta({ id: 'SuspendSeller' });

const auditRowSchema = z
  .strictObject({
    id: z.int(),
    at: instant,
    action: z.string().meta({ example: 'order.refunded' }),
    subject_kind: z.string(),
    subject_id: z.string(),
    by: z.string().meta({
      description: 'Who did it: somebody of the staff or of a shop by name, an operator, or what kind of actor',
    }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  })
  .meta({ id: 'AuditRow' });
export type AuditRow = z.infer<typeof auditRowSchema>;
