// API answers about shops.
import { z } from 'zod';
import { productSummarySchema } from '../catalogue/product/product.schema.ts';
import { countryOrNoneSchema } from '../country.schema.ts';
import { emailMaximum } from '../people/account-limits.ts';
import { isEmail } from '../people/email.ts';
import { line, lines } from '../text/text.schema.ts';
import {
  applicationFields,
  memberKeys,
  sellerAboutMaximum,
  sellerNameMaximum,
  sellerRoles,
  sellerStates,
  sellerTextMaximum,
} from './seller.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const atMost = (most: number) => [most, `must be at most ${most} characters`] as const;

/** A shop from the side of somebody who belongs to it. */
const membershipSchema = z
  .strictObject({
    seller_id: z.string(),
    name: z.string().nullable().meta({ description: 'null while the application does not say it' }),
    address: z.string().nullable().meta({ description: 'Of its page, /sellers/{address}; null while it has none' }),
    state: z.enum(sellerStates),
    role: z.enum(sellerRoles).meta({ description: 'What the caller is in it' }),
    reason: z.string().meta({ description: 'Why it was returned or suspended; else empty' }),
  })
  .meta({ id: 'SellerMembership' });
export type SellerMembership = z.infer<typeof membershipSchema>;

export const mySellersSchema = z.strictObject({ items: z.array(membershipSchema) }).meta({ id: 'MySellers' });

/** A shop as its people see it: what its application says, and what that still needs. */
export const ownSellerSchema = z
  .strictObject({
    seller_id: z.string(),
    state: z.enum(sellerStates),
    reason: z.string().meta({ description: 'Why it was returned or suspended; else empty' }),
    name: z.string(),
    address: z.string().meta({ description: 'Of its page, /sellers/{address}; empty while it has none' }),
    country: z.string().meta({ description: 'ISO 3166-1, or empty' }),
    responsible: z.string().meta({ description: 'Who answers for the shop, with a postal address' }),
    sells: z.string().meta({ description: 'What it sells, in a few sentences' }),
    about: z.string().meta({ description: 'Who it is, for its page' }),
    support_email: z.string(),
    support_confirmed: z.boolean().meta({ description: 'Whether the support address was shown to be theirs' }),
    support_mail_sent_at: instant
      .nullable()
      .meta({ description: 'When a mail that asks for it went out; null: none waits' }),
    terms_accepted: z.boolean(),
    created_at: instant,
    approved_at: instant.nullable(),
    closed_at: instant.nullable(),
    role: z.enum(sellerRoles).meta({ description: 'What the caller is in it' }),
    missing: z
      .array(z.strictObject({ field: z.enum(applicationFields), message: z.string() }))
      .meta({ description: 'What the application still needs; it is submitted once this is empty' }),
  })
  .meta({ id: 'OwnSeller' });
export type OwnSeller = z.infer<typeof ownSellerSchema>;

/** Fields that are left out stay as they are. An empty text takes a field back. */
export const putSellerSchema = z
  .object(
    {
      name: line()
        .max(...atMost(sellerNameMaximum))
        .optional(),
      address: line()
        .max(...atMost(100))
        .optional()
        .meta({ description: 'Letters a to z, digits, hyphens' }),
      country: countryOrNoneSchema.optional(),
      responsible: lines()
        .max(...atMost(500))
        .optional(),
      sells: lines()
        .max(...atMost(sellerTextMaximum))
        .optional(),
      about: lines()
        .max(...atMost(sellerAboutMaximum))
        .optional(),
      support_email: line()
        .max(...atMost(emailMaximum))
        .refine((text) => text === '' || isEmail(text), 'must be an e-mail address')
        .optional(),
      terms_accepted: z.boolean('must be true or false').optional(),
    },
    'must be an object',
  )
  .meta({ id: 'PutSeller' });
export type PutSeller = z.infer<typeof putSellerSchema>;

export const tokenSchema = z.object({ token: z.string('must be text').max(100) }).meta({ id: 'MailedToken' });

export const confirmedSupportSchema = z
  .strictObject({ seller_id: z.string(), name: z.string(), email: z.string(), state: z.enum(sellerStates) })
  .meta({ id: 'ConfirmedSupportAddress' });
export type ConfirmedSupport = z.infer<typeof confirmedSupportSchema>;

const memberSchema = z
  .strictObject({
    account_id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(sellerRoles),
    joined_at: instant,
    is_caller: z.boolean(),
    keys: z.int().meta({ description: 'How many keys they answer for; 0 where the caller is no owner' }),
  })
  .meta({ id: 'SellerMember' });
export type SellerMember = z.infer<typeof memberSchema>;
export const membersSchema = z.strictObject({ items: z.array(memberSchema) }).meta({ id: 'SellerMembers' });

export const endingToolsSchema = z
  .strictObject({
    keys: z
      .array(z.strictObject({ key_id: z.string(), name: z.string(), prefix: z.string() }))
      .meta({ description: 'Keys that they answer for and that do more than the role may; an owner can keep them' }),
    webhooks: z
      .array(z.strictObject({ webhook_id: z.string(), url: z.string() }))
      .meta({ description: 'Webhooks that they made and that are on; they go on where an owner keeps the keys' }),
    invitations: z
      .array(z.strictObject({ invitation_id: z.string(), email: z.string(), role: z.enum(sellerRoles) }))
      .meta({
        description: 'Invitations that they sent and that wait; they are withdrawn, unless an owner keeps them',
      }),
  })
  .meta({ id: 'EndingTools', description: 'What ends when somebody leaves a shop, or may do less in it' });
export type EndingTools = z.infer<typeof endingToolsSchema>;

export const putMemberSchema = z
  .object({
    role: z.enum(sellerRoles),
    keys: z.enum(memberKeys).optional().meta({
      description:
        'What becomes of keys of theirs that do more than the new role may, of their webhooks and invitations: revoke is the default',
    }),
  })
  .meta({ id: 'PutSellerMember' });

const invitationSchema = z
  .strictObject({
    invitation_id: z.string(),
    email: z.string(),
    role: z.enum(sellerRoles),
    invited_by: z.string().meta({ description: 'The name of whoever sent it, or has taken it over' }),
    holds: z.boolean().meta({
      description: 'Whether whoever sent it is an owner who is not suspended: nobody can accept it meanwhile otherwise',
    }),
    created_at: instant,
    expires_at: instant,
    expired: z.boolean(),
  })
  .meta({ id: 'SellerInvitation' });
export type SellerInvitation = z.infer<typeof invitationSchema>;
export const invitationsSchema = z.strictObject({ items: z.array(invitationSchema) }).meta({ id: 'SellerInvitations' });

export const postInvitationSchema = z
  .object({
    email: line()
      .max(...atMost(emailMaximum))
      .refine(isEmail, 'must be an e-mail address'),
    role: z.enum(sellerRoles),
  })
  .meta({ id: 'PostSellerInvitation' });

/** Invitation, as its link shows it to the person it is for. */
export const invitedSchema = z
  .strictObject({
    seller_id: z.string(),
    name: z.string().meta({ description: 'Of the shop; may be empty' }),
    role: z.enum(sellerRoles),
    expires_at: instant,
  })
  .meta({ id: 'InvitedToSeller' });
export type InvitedToSeller = z.infer<typeof invitedSchema>;

/** Open matters of a shop that is to be closed. */
export const closingSchema = z
  .strictObject({
    state: z.enum(sellerStates),
    products_on_sale: z.int(),
    waiting_for_approval: z.int(),
    open_orders: z.int().meta({ description: 'Waiting for payment, paid and not delivered, or looked at' }),
    balance: z.number().meta({ description: 'US dollars that are not paid out yet' }),
  })
  .meta({ id: 'SellerClosing' });
export type SellerClosing = z.infer<typeof closingSchema>;

/** The page of a shop, for everybody. */
export const sellerPageSchema = z
  .strictObject({
    name: z.string(),
    address: z.string(),
    state: z.enum(['approved', 'suspended', 'closing', 'closed']),
    since: instant.meta({ description: 'When it was let in' }),
    closed_at: instant.nullable(),
    country: z.string(),
    sells: z.string(),
    about: z.string(),
    responsible: z.string(),
    support_email: z.string().nullable().meta({ description: 'null where none is confirmed' }),
    rating: z.strictObject({ average: z.number().nullable(), count: z.int() }).meta({
      description: 'Of the displayed reviews of all its products',
    }),
    delivery_hours: z.number().nullable().meta({
      description:
        'The median from payment to delivery of what the shop hands over itself, in the last 90 days; null: too few orders to say',
    }),
    automatic_delivery_hours: z.number().nullable().meta({
      description: 'The same of what is delivered by itself, such as files and keys; null: too few orders to say',
    }),
    answer_hours: z.number().nullable().meta({
      description: 'The median until the first answer to a message in the last 90 days; null: too few to say',
    }),
    products: z.int().meta({ description: 'How many are on sale' }),
  })
  .meta({ id: 'SellerPage' });
export type SellerPage = z.infer<typeof sellerPageSchema>;

export const sellerProductsSchema = z
  .strictObject({
    products: z.array(productSummarySchema),
    next: z.string().nullable().meta({ description: '`after` of the next page; null: this is the last one' }),
  })
  .meta({ id: 'SellerProducts' });
export type SellerProducts = z.infer<typeof sellerProductsSchema>;

export const sellerAddressesSchema = z.strictObject({ addresses: z.array(z.string()) }).meta({ id: 'SellerAddresses' });
