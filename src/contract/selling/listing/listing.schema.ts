import { z } from 'zod';
import { productTypes, writtenFields } from '../../catalogue/product/product.schema.ts';
import { productFaultSchema } from '../../catalogue/product/product-fault.schema.ts';
import { optionsMaximum, productIdMaximum, variantsMaximum } from '../../catalogue/product/product-limits.ts';
import { selectedOptionSchema } from '../../catalogue/product/selected-option.schema.ts';
import { list, price, stock } from '../../catalogue/product/written-value.schema.ts';
import { greatestPrice } from '../../money/amount/money.ts';
import { differenceSchema } from './difference.schema.ts';
import {
  bulkActions,
  bulkMaximum,
  draftStates,
  listingActions,
  listingSorts,
  listingStates,
} from './listing-labels.ts';

const instant = z.string().meta({ description: 'UTC, ISO 8601', example: '2026-11-02T09:30:00.000Z' });
const usd = z.number().min(0).meta({ description: 'US dollars, exact to 6 decimals', example: 2.49 });

/** A product as its seller writes it, as far as it has been written; `missing` says what is wrong with it. */
export const listingContentSchema = z
  .strictObject(writtenFields)
  .meta({ id: 'ListingContent', description: 'What a seller writes about a product, as far as it has been written' });

const listingFieldSchema = z.keyof(listingContentSchema);

const variantOffer = z.strictObject({
  selected_options: list(selectedOptionSchema, optionsMaximum),
  price: usd,
  sale_price: usd.nullable(),
  stock: z.int().min(0).nullable(),
});

/** Fields of a product on sale that change at once. */
export const offerSchema = z
  .strictObject({
    price: usd,
    on_sale: z.boolean(),
    sale_price: usd.nullable(),
    stock: z.int().min(0).nullable(),
    variants: z.array(variantOffer).max(variantsMaximum),
  })
  .meta({ id: 'Offer', description: 'What a product costs and how many there are' });

const offerChange = {
  price: price.exactOptional(),
  on_sale: z.boolean('must be true or false').exactOptional(),
  sale_price: price.nullable().exactOptional(),
  stock: stock.nullable().exactOptional(),
  variants: list(
    z.strictObject({
      selected_options: list(selectedOptionSchema, optionsMaximum),
      price: price.exactOptional(),
      sale_price: price.nullable().exactOptional(),
      stock: stock.nullable().exactOptional(),
    }),
    variantsMaximum,
  )
    .exactOptional()
    .meta({ description: 'Those that change; the price of the product follows its default or cheapest variant' }),
};

export const putOfferSchema = z
  .strictObject({
    ...offerChange,
    with_draft: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Prices change together with the draft, once that is approved, and not at once' }),
  })
  .meta({ id: 'PutOffer', description: 'What is left out stays as it is' });

export const listingRowSchema = z
  .strictObject({
    product_id: z.string(),
    name: z.string().meta({ description: 'May be empty in a draft' }),
    picture: z.string().nullable(),
    product_type: z.enum(productTypes).nullable(),
    state: z.enum(listingStates),
    attention: z
      .string()
      .meta({ description: 'What there is to know or to do, as a sentence; empty where there is nothing' }),
    reason: z.string().meta({ description: 'Why it was returned or hidden; empty where it was not' }),
    missing: z.int().meta({ description: 'How many things a draft lacks before it can be submitted' }),
    waiting_since: instant.nullable().meta({ description: 'Since when a decision is waited for' }),
    version: z.int().nullable().meta({ description: 'The approved version; null before the first approval' }),
    unsent: z.boolean().meta({ description: 'Something is written that has not been submitted' }),
    price: usd.nullable(),
    price_unit: z.string(),
    on_sale: z.boolean(),
    sale_price: usd.nullable(),
    stock: z.int().min(0).nullable().meta({ description: 'null means not counted' }),
    variants: z.int().meta({ description: 'How many variants it has' }),
    sold: z.int(),
    views: z.int(),
    updated_at: instant,
    path: z.string().nullable().meta({ description: 'Its public page; null where it has none now' }),
  })
  .meta({ id: 'ListingRow' });

const countOf = z.int().min(0);

export const listingListSchema = z
  .strictObject({
    listings: z.array(listingRowSchema),
    next_cursor: z.string().nullable().meta({ description: 'The parameter after of the next page; null at the end' }),
    counts: z
      .strictObject({
        all: countOf,
        hidden: countOf,
        returned: countOf,
        draft: countOf,
        changes_waiting: countOf,
        waiting: countOf,
        on_sale: countOf,
        paused: countOf,
        archived: countOf,
      })
      .meta({ description: 'How many there are of each state, whatever is asked for' }),
    counted_up_to: z.int().meta({ description: 'A count of so many means: at least so many' }),
  })
  .meta({ id: 'ListingList' });

export const listingSortSchema = z.enum([...listingSorts, ...listingSorts.map((sort) => `-${sort}` as const)]);

export const listingSchema = z
  .strictObject({
    product_id: z.string(),
    seller_id: z.string(),
    name: z.string(),
    state: z.enum(listingStates),
    version: z.int().nullable(),
    versions: z.int().meta({ description: 'How many approved versions are kept' }),
    draft_state: z.enum(draftStates).nullable().meta({ description: 'null: nothing is written that is not on sale' }),
    unsent: z.boolean().meta({ description: 'Something is written that has not been submitted' }),
    revision: z.int().meta({ description: 'Of the draft: to be sent with the next change of it' }),
    content: listingContentSchema.meta({ description: 'As it would be submitted' }),
    approved: listingContentSchema
      .nullable()
      .meta({ description: 'As it is on sale, or was; null before the first approval' }),
    missing: z.array(productFaultSchema).meta({ description: 'What is to be done before it can be submitted' }),
    reason: z.string().meta({ description: 'Why it was returned; empty where it was not' }),
    hidden_reason: z.string().nullable().meta({ description: 'Why the marketplace has hidden it; null: it has not' }),
    approval: z
      .strictObject({ approval_id: z.string(), submitted_at: instant })
      .nullable()
      .meta({ description: 'What waits for a decision' }),
    paused: z.boolean(),
    archived: z.boolean(),
    actions: z.array(z.enum(listingActions)).meta({ description: 'What can be done with it now' }),
    sold: z.int(),
    views: z.int(),
    created_at: instant,
    updated_at: instant,
    path: z.string().nullable().meta({ description: 'Its public page; null where it has none now' }),
  })
  .meta({ id: 'Listing', description: 'A product as its seller sees it' });

export const newListingSchema = z
  .strictObject({
    copy_of: z
      .string()
      .max(productIdMaximum)
      .exactOptional()
      .meta({ description: 'product_id of a listing of the same shop' }),
    content: listingContentSchema.exactOptional(),
  })
  .meta({ id: 'NewListing' });

export const putDraftSchema = z
  .strictObject({
    revision: z
      .int('must be a whole number')
      .min(0)
      .meta({ description: 'The one that was read; 409 where there is a newer one' }),
    content: listingContentSchema,
  })
  .meta({ id: 'PutDraft', description: 'The whole draft; what is left out is empty' });

export const savedDraftSchema = z
  .strictObject({
    revision: z.int(),
    state: z.enum(listingStates),
    draft_state: z
      .enum(draftStates)
      .nullable()
      .meta({ description: 'null: it is as it is on sale, and the draft is gone' }),
    unsent: z.boolean(),
    missing: z.array(productFaultSchema),
    updated_at: instant,
  })
  .meta({ id: 'SavedDraft' });

export const offerAnswerSchema = z
  .strictObject({
    before: offerSchema,
    after: offerSchema.meta({ description: 'As it is now, or as it will be once it is approved' }),
    waits: z
      .boolean()
      .meta({ description: 'The price changes by more than may change at once: it waits for approval' }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'OfferAnswer' });

const productIds = z
  .array(z.string().max(200), 'must be a list')
  .min(1, 'must name a product')
  .max(bulkMaximum, `must be at most ${bulkMaximum}`);
const dryRun = z.boolean('must be true or false').default(false).meta({ description: 'Only says what would change' });

/** How prices of many products change. */
export const priceStep = {
  by: z
    .enum(['percent', 'amount', 'set'])
    .meta({ description: 'A part of the price, dollars more or less, or the price' }),
  value: z
    .number('must be a number')
    .min(-greatestPrice)
    .max(greatestPrice)
    .meta({ description: 'Below 0 it lowers', example: -10 }),
  round_to: z
    .number()
    .min(0.000001)
    .max(1_000_000)
    .default(0.01)
    .meta({ description: 'Dollars; new prices are rounded to a multiple of it, half up, but never past the old one' }),
};

export const bulkSchema = z
  .discriminatedUnion('action', [
    z.strictObject({
      action: z.literal('price'),
      product_ids: productIds,
      ...priceStep,
      dry_run: dryRun,
    }),
    z.strictObject({ action: z.literal('stock'), product_ids: productIds, value: stock.nullable(), dry_run: dryRun }),
    z.strictObject({ action: z.literal('pause'), product_ids: productIds, dry_run: dryRun }),
    z.strictObject({ action: z.literal('resume'), product_ids: productIds, dry_run: dryRun }),
    z.strictObject({ action: z.literal('archive'), product_ids: productIds, dry_run: dryRun }),
    z.strictObject({
      action: z.literal('restore'),
      product_ids: productIds,
      dry_run: dryRun,
    }),
    z.strictObject({
      action: z.literal('offers'),
      offers: z
        .array(
          z.strictObject({
            product_id: z.string().max(productIdMaximum),
            ...offerChange,
            expected: offerSchema.exactOptional().meta({
              description:
                'What it costs now, such as after an action that is undone; what is not so any more is refused',
            }),
          }),
        )
        .min(1)
        .max(bulkMaximum, `must be at most ${bulkMaximum}`)
        .meta({ description: 'What each costs, such as before an action that is undone' }),
      dry_run: dryRun,
    }),
  ])
  .meta({ id: 'BulkChange' });

export const bulkAnswerSchema = z
  .strictObject({
    action: z.enum(bulkActions),
    dry_run: z.boolean(),
    changed: z.int().meta({ description: 'Those that change, at once or once it is approved' }),
    refused: z.int(),
    results: z.array(
      z.strictObject({
        product_id: z.string(),
        name: z.string(),
        outcome: z.enum(['changed', 'waits', 'same', 'refused']),
        message: z.string().meta({ description: 'Why it is refused, or what to know; may be empty' }),
        before: offerSchema
          .nullable()
          .meta({ description: 'What of it has changed is sent as offers to undo it; null where no price changes' }),
        after: offerSchema.nullable(),
        state_before: z.enum(listingStates).nullable().meta({ description: 'null: there is no such product' }),
        state_after: z.enum(listingStates).nullable(),
      }),
    ),
  })
  .meta({ id: 'BulkAnswer' });

const changedCell = z.strictObject({
  field: z.string(),
  before: z.string().meta({ description: 'As a cell of an export, cut where it is long' }),
  after: z.string(),
});
const remark = productFaultSchema
  .omit({ message: true })
  .extend({ reason: z.string().meta({ description: 'As a sentence about a file' }) });

export const listingImportSchema = z
  .strictObject({
    dry_run: z.boolean(),
    rows: z.int(),
    new: z.int().meta({ description: 'Rows that become drafts' }),
    changed: z.int(),
    same: z.int(),
    refused: z.int(),
    results: z
      .array(
        z.strictObject({
          line: z.int(),
          product_id: z.string(),
          name: z.string(),
          outcome: z.enum(['new', 'changed', 'refused']),
          at_once: z.array(changedCell).meta({ description: 'What changes at once: price, sale and stock' }),
          staged: z.array(changedCell).meta({ description: 'What is written into the draft, to be submitted' }),
          remarks: z.array(remark).meta({ description: 'Why it is refused, and what was changed to fit' }),
        }),
      )
      .meta({ description: 'In the order of the file; rows that change nothing are left out' }),
    results_left_out: z.int().meta({ description: 'How many more there are than are told' }),
    unknown_columns: z.array(z.string()),
  })
  .meta({ id: 'ListingImport' });

const listingVersionRowSchema = z
  .strictObject({
    version: z.int(),
    name: z.string(),
    approved_at: instant,
    is_current: z.boolean(),
    changed: z
      .array(listingFieldSchema)
      .meta({ description: 'What differs from the version before; empty for the first' }),
  })
  .meta({ id: 'ListingVersionRow' });

export const listingVersionsSchema = z
  .strictObject({
    versions: z.array(listingVersionRowSchema).meta({ description: 'Newest first' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ListingVersions' });

export const listingVersionSchema = z
  .strictObject({
    product_id: z.string(),
    version: z.int(),
    approved_at: instant,
    is_current: z.boolean(),
    content: listingContentSchema,
  })
  .meta({ id: 'ListingVersion' });

export const listingDifferencesSchema = z
  .strictObject({
    from: z.union([z.int(), z.literal('draft')]),
    to: z.union([z.int(), z.literal('draft')]),
    difference: differenceSchema,
  })
  .meta({ id: 'ListingDifferences' });

/** A product as it was when it was bought. */
export const boughtVersionSchema = z
  .strictObject({
    order_id: z.string(),
    line: z.int(),
    product_id: z.string(),
    product_name: z.string().meta({ description: 'As it stands on the order' }),
    version: z.int(),
    approved_at: instant,
    content: listingContentSchema,
    is_current: z.boolean().meta({ description: 'It is sold now as it was then' }),
  })
  .meta({ id: 'BoughtVersion' });
