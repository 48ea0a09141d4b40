// API answers about the terms of sales. The browser takes the types of it alone.
import { z } from 'zod';
import { productTypes } from '../catalogue/product/product.schema.ts';
import { line } from '../text/text.schema.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });

const ruleFields = {
  rule_id: z.string(),
  seller: z
    .strictObject({ seller_id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'The shop that it is for; null: all' }),
  category: z.enum(productTypes).nullable().meta({ description: 'The category that it is for; null: all' }),
  from: instant,
  until: instant.nullable().meta({ description: 'null: until somebody ends it' }),
  state: z.enum(['to come', 'in force', 'over']),
  made_at: instant,
  made_by: z.string().meta({ description: 'Who made it, by name' }),
};

const feeRuleSchema = z
  .strictObject({
    ...ruleFields,
    name: z.string(),
    percent: z.number().meta({ description: 'Of what a line costs', example: 8.5 }),
    fixed: z.number().meta({ description: 'For each line, in US dollars', example: 0.3 }),
    returned: z.boolean().meta({ description: 'Whether the percentage goes back with a refund' }),
  })
  .meta({ id: 'FeeRule' });
export type FeeRule = z.infer<typeof feeRuleSchema>;

const holdingRuleSchema = z
  .strictObject({
    ...ruleFields,
    hours: z.int().meta({ description: 'How long the money of a delivered line waits' }),
  })
  .meta({ id: 'HoldingRule' });
export type HoldingRule = z.infer<typeof holdingRuleSchema>;

export const saleRulesSchema = z
  .strictObject({ fees: z.array(feeRuleSchema), holdings: z.array(holdingRuleSchema) })
  .meta({ id: 'SaleRules', description: 'The newest 500 of each, those in force first' });
export type SaleRules = z.infer<typeof saleRulesSchema>;

/** `2.50` is exact, `2.505` is not. */
function hundredths(value: number): boolean {
  return Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
}

const day = z.iso.date('must be a day such as 2026-12-01').nullable();
const scopeFields = {
  seller: line()
    .max(200, 'must be at most 200 characters')
    .nullable()
    .meta({ description: 'The id or the address of a shop; null: all shops' }),
  category: z.enum(productTypes, `must be one of ${productTypes.join(', ')}, or null for all`).nullable(),
  from: day.meta({ description: 'The day, in UTC, on which it begins; null: now' }),
  until: day.meta({ description: 'The day, in UTC, on which it is over; null: it stays' }),
};

export const makeFeeRuleSchema = z
  .strictObject(
    {
      ...scopeFields,
      name: line()
        .min(1, 'must say what sellers read on their statements, such as Standard fee')
        .max(80, 'must be at most 80 characters'),
      percent: z
        .number('must be a number')
        .min(0, 'must not be below 0')
        .max(100, 'must be at most 100')
        .refine(hundredths, 'must have at most two decimals'),
      fixed: z
        .number('must be a number')
        .min(0, 'must not be below 0')
        .max(1_000_000, 'must be at most 1000000')
        .refine(hundredths, 'must have at most two decimals'),
      returned: z.boolean('must be true or false'),
    },
    'must be an object',
  )
  .meta({ id: 'MakeFeeRule' });
export type MakeFeeRule = z.infer<typeof makeFeeRuleSchema>;

export const makeHoldingRuleSchema = z
  .strictObject(
    {
      ...scopeFields,
      hours: z
        .number('must be a number')
        .int('must be a whole number')
        .min(0, 'must not be below 0')
        .max(8_784, 'must be at most 8784: a year'),
    },
    'must be an object',
  )
  .meta({ id: 'MakeHoldingRule' });
export type MakeHoldingRule = z.infer<typeof makeHoldingRuleSchema>;

export const commissionTermsSchema = z
  .strictObject({
    fee: z
      .strictObject({ name: z.string(), percent: z.number(), fixed: z.number(), returned: z.boolean() })
      .nullable()
      .meta({ description: 'What the marketplace keeps of each line; null: nothing' }),
    holding_hours: z.int().meta({ description: 'How long the money waits once it is delivered' }),
  })
  .meta({
    id: 'CommissionTerms',
    description: 'The terms in force for new orders; those of an order stay as they were',
  });
export type CommissionTerms = z.infer<typeof commissionTermsSchema>;
