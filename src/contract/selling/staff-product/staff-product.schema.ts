import { z } from 'zod';
import { productSchema } from '../../catalogue/product/product.schema.ts';
import { picturesMaximum, productIdMaximum } from '../../catalogue/product/product-limits.ts';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { goodsSchema } from '../../goods/goods.schema.ts';
import { auditChangesSchema, auditSaidSchema } from '../../operations/audit.schema.ts';
import { line } from '../../text/text.schema.ts';
import { plannedSaleSchema } from './planned-sale.schema.ts';
import { stockReasonMaximum } from './staff-product-labels.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const stock = z.int().min(0).nullable().meta({ description: 'null means not counted' });

/** The fields of a product as they are stored, in the words of a catalogue file. */
const staffProductFieldsSchema = productSchema
  .omit({ product_id: true, product_img: true, stock: true, seller: true })
  .required()
  .extend({
    pictures: z.array(z.string()).max(picturesMaximum).meta({
      description:
        'Addresses: of pictures sent to the shop, or of elsewhere. The first is product_img of a catalogue file; none where the shop shows art of its own',
    }),
    goods: goodsSchema,
  });

export const editedFieldSchema = z.keyof(staffProductFieldsSchema);

export const staffProductSchema = z
  .strictObject({
    product_id: z.string(),
    fields: staffProductFieldsSchema.extend({
      goods: goodsSchema.optional().meta({
        description: 'What buyers get, with its texts: told of own products alone, to who may change them',
      }),
    }),
    mark: z.string().meta({ description: 'Of the fields as they are now; to be sent with a change' }),
    state: z
      .enum(['on_sale', 'paused', 'archived', 'hidden'])
      .meta({ description: 'hidden: a product of a shop that visitors do not see' }),
    stock,
    held: z.int().meta({ description: 'Units that orders hold until they are paid' }),
    sold: z.int().meta({ description: 'Lines of orders that know it: with one it is never deleted' }),
    reviews: z.int(),
    picture: z.string().meta({ description: 'The address of the picture that the shop shows' }),
    seller: z
      .strictObject({ seller_id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "Whose it is; null: the operator's own, and the staff change it" }),
    version: z.int().nullable(),
    created_at: instant,
    updated_at: instant,
    sales: z.array(plannedSaleSchema).meta({ description: 'Planned, running and past ones, the last to begin first' }),
    stock_changes: z.array(
      z.strictObject({
        at: instant,
        by: z.string(),
        reason: z.string(),
        selected_options: z.array(selectedOptionSchema),
        before: stock,
        after: stock,
      }),
    ),
    history: z
      .array(
        z.strictObject({
          at: instant,
          action: z.string(),
          by: z.string(),
          details: auditSaidSchema,
          changes: auditChangesSchema,
        }),
      )
      .meta({ description: 'Newest first' }),
  })
  .meta({ id: 'StaffProduct', description: 'A product as the staff keep it' });

const productId = z.string().min(1).max(productIdMaximum);

/** Values are judged as those of a catalogue file are. */
const fields = z
  .partialRecord(editedFieldSchema, z.unknown())
  .meta({ description: 'In the words of a catalogue file; what is left out stays' });

export const makeProductSchema = z.strictObject({ product_id: productId, fields }).meta({ id: 'MakeProduct' });
export const changeProductSchema = z.strictObject({ mark: z.string().max(400), fields }).meta({ id: 'ChangeProduct' });
export const duplicateProductSchema = z.strictObject({ product_id: productId }).meta({ id: 'DuplicateProduct' });
export const changeStockSchema = z
  .strictObject({
    selected_options: z.array(selectedOptionSchema).max(50).default([]).meta({ description: 'Of which variant' }),
    before: stock.meta({ description: 'As it was read: if it is another one now nothing changes' }),
    after: stock,
    reason: line().min(1, 'must say why').max(stockReasonMaximum),
  })
  .meta({ id: 'ChangeStock' });
