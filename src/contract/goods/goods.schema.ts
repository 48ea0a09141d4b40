import { z } from 'zod';
import { optionsMaximum, variantsMaximum } from '../catalogue/product/product-limits.ts';
import { selectedOptionSchema } from '../catalogue/product/selected-option.schema.ts';
import { line } from '../text/text.schema.ts';
import { mostTemplates } from './machine-template.ts';

export const goodsKinds = ['files', 'keys', 'access', 'hours'] as const;
/** Which later releases an earlier buyer gets without paying again: all, those of a year, or none. */
export const updateRules = ['free', 'year', 'none'] as const;

const days = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(36_500, 'must be at most 36,500')
  .meta({ description: 'Days from the purchase on; left out: without an end' });
const accessText = z
  .string('must be text')
  .max(4_000, 'must be at most 4,000 characters')
  .refine((given) => !given.includes('\0') && given.isWellFormed(), 'must be valid text');

const keys = z.strictObject({
  source: z
    .enum(['list', 'signed'], 'must be list or signed')
    .meta({ description: 'From a list of the seller, or signed by the shop' }),
  seats: z.int('must be a whole number').min(1).max(100_000).exactOptional(),
  valid_days: days.exactOptional(),
});
const within = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(43_200, 'must be at most 43,200')
  .meta({ description: 'Minutes within which it is promised' });
const template = z.strictObject({
  name: line().min(1, 'must not be empty').max(60, 'must be at most 60 characters').meta({ example: 'PyTorch 2.9' }),
  image: line()
    .min(1, 'must not be empty')
    .max(300, 'must be at most 300 characters')
    .exactOptional()
    .meta({ description: 'What the endpoint starts, such as the name of a container image' }),
});
const areDifferent = (templates: ReadonlyArray<{ name: string }>) =>
  new Set(templates.map(({ name }) => name)).size === templates.length;

const hours = z.strictObject({
  by: z
    .enum(['endpoint', 'hand'], 'must be endpoint or hand')
    .meta({ description: "Started and stopped by the shop's endpoint, or by hand" }),
  minutes_each: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(5_256_000, 'must be at most 5,256,000')
    .meta({ description: 'What one piece buys' }),
  valid_days: days.exactOptional(),
  templates: z
    .array(template)
    .max(mostTemplates, `must be at most ${mostTemplates} entries`)
    .refine(areDifferent, 'must have different names')
    .exactOptional()
    .meta({ description: 'What buyers choose from when they start a machine, the usual one first' }),
});
const updates = z.enum(updateRules, 'must be free, year or none');
const accessDays = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(36_500, 'must be at most 36,500')
  .meta({
    description:
      'Days that it works from the purchase on, or from when it is there where that is later than promised: for each piece where a span of time such as a month is sold, otherwise for all of them; left out: without an end, unless the endpoint names one',
  });
const accessBy = z
  .enum(['text', 'endpoint'], 'must be text or endpoint')
  .meta({ description: "A text with placeholders, or what the shop's endpoint answers" });

const kinds = {
  files: z
    .strictObject({
      release: z.string().min(1).max(64).exactOptional().meta({ description: 'release_id of what is sold now' }),
      updates,
    })
    .exactOptional(),
  keys: keys.exactOptional(),
  access: z
    .strictObject({
      by: accessBy,
      text: accessText.exactOptional(),
      within_minutes: within.exactOptional(),
      valid_days: accessDays.exactOptional(),
    })
    .exactOptional(),
  hours: hours.exactOptional(),
};

/** Goods for buyers, as their seller states them. Empty: delivered by hand. */
export const goodsSchema = z
  .strictObject({
    ...kinds,
    variants: z
      .array(z.strictObject({ selected_options: z.array(selectedOptionSchema).max(optionsMaximum), ...kinds }))
      .max(variantsMaximum, `must be at most ${variantsMaximum} entries`)
      .exactOptional()
      .meta({ description: 'Variants with goods of their own, which they get instead' }),
  })
  .meta({ id: 'Goods', description: 'What buyers get; empty where it is delivered by hand' });

const publicKinds = {
  files: z.strictObject({ updates }).exactOptional(),
  keys: keys.exactOptional(),
  access: z
    .strictObject({ by: accessBy, within_minutes: within.exactOptional(), valid_days: accessDays.exactOptional() })
    .exactOptional(),
  hours: hours.exactOptional(),
};

/** Goods as everybody may know them before buying. */
export const publicGoodsSchema = z
  .strictObject({
    ...publicKinds,
    variants: z
      .array(z.strictObject({ selected_options: z.array(selectedOptionSchema), ...publicKinds }))
      .exactOptional()
      .meta({ description: 'Variants with goods of their own, which they get instead' }),
  })
  .meta({ id: 'PublicGoods', description: 'What buyers get; left out where it is delivered by hand' });
