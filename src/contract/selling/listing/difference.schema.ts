import { z } from 'zod';
import { fileSamples } from '../../goods/release.ts';

const differenceKinds = ['added', 'removed', 'changed'] as const;

const common = {
  field: z.string().meta({ example: 'product_name' }),
  label: z.string().meta({ description: 'As people read it', example: 'Name' }),
  kind: z.enum(differenceKinds),
};

const textPart = z
  .strictObject({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })
  .meta({ id: 'TextPart', description: 'In reading order; what is removed stands before what is added in its place' });

const textBlock = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('same'), text: z.string(), paragraphs: z.int().min(0) }),
    z.strictObject({ kind: z.literal('changed'), parts: z.array(textPart) }),
  ])
  .meta({ id: 'TextBlock', description: 'Lines that stay as they are, or lines with their changes word by word' });

const listItem = z
  .strictObject({
    label: z.string().meta({ description: 'What the item is known by, such as the name of a specification' }),
    kind: z.enum(differenceKinds),
    parts: z.array(textPart).meta({ description: 'Its value, with its changes word by word' }),
  })
  .meta({ id: 'ListItemDifference' });

const fieldDifference = z
  .discriminatedUnion('shape', [
    z.strictObject({
      ...common,
      shape: z.literal('value'),
      before: z.string().nullable().meta({ description: 'As people read it; null where there was none' }),
      after: z.string().nullable(),
    }),
    z.strictObject({ ...common, shape: z.literal('text'), blocks: z.array(textBlock) }),
    z.strictObject({
      ...common,
      shape: z.literal('list'),
      items: z.array(listItem),
      same: z.int().min(0).meta({ description: 'Items that stay as they are' }),
      is_reordered: z.boolean().meta({ description: 'What stays stands in another order' }),
    }),
    z.strictObject({
      ...common,
      shape: z.literal('pictures'),
      before: z.array(z.string()).meta({ description: 'Addresses, in their order' }),
      after: z.array(z.string()),
    }),
  ])
  .meta({ id: 'FieldDifference' });

export const differenceSchema = z
  .strictObject({
    fields: z.array(fieldDifference).meta({ description: 'What differs, in the order of the page' }),
    unchanged: z.int().min(0).meta({ description: 'Fields that are there and stay as they are' }),
    files: z
      .array(
        z.strictObject({
          path: z.string(),
          kind: z.enum(['added', 'removed', 'changed', 'same']),
          size_bytes: z.number().meta({ description: 'As it is asked for; of what is removed as it was' }),
          sha256: z.string(),
          sample: z.enum(fileSamples).meta({ description: 'What of it everybody may see without buying' }),
          before: z
            .strictObject({ size_bytes: z.number(), sha256: z.string(), sample: z.enum(fileSamples) })
            .nullable()
            .meta({ description: 'Of what is changed: its bytes, or who may see it' }),
        }),
      )
      .meta({
        description: 'What buyers get, beside what they get now; what differs first, cut where there are very many',
      }),
    files_left_out: z.int().min(0).meta({ description: 'How many more there are than are told' }),
  })
  .meta({ id: 'Difference' });
