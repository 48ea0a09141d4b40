import { z } from 'zod';
import { goodsSchema, publicGoodsSchema } from '../../goods/goods.schema.ts';
import {
  longestChoice,
  longestDeliveryHours,
  optionsMaximum,
  picturesMaximum,
  variantsMaximum,
} from './product-limits.ts';
import { selectedOptionSchema } from './selected-option.schema.ts';
import { list, price, stock, text } from './written-value.schema.ts';

/** The catalogue's four product types; the same words in URL, table and contract. */
export const productTypes = ['solutions', 'computing', 'data', 'algorithm'] as const;

const productType = z.enum(productTypes).meta({ description: 'Category of the product' });
const usd = z.number().min(0).meta({ description: 'US dollars, exact to 6 decimals', example: 2.49 });

const productOption = z
  .object({ name: z.string(), choices: z.array(z.string()) })
  .meta({ id: 'ProductOption', description: 'A group of choices, such as "Available Region"' });

const productSpec = z
  .object({ name: z.string(), value: z.string() })
  .meta({ id: 'ProductSpec', description: 'A row of the specifications table' });

export const variantSchema = z
  .strictObject({
    selected_options: z.array(selectedOptionSchema).meta({ description: 'One choice of every option' }),
    price: usd,
    sale_price: usd.nullable().meta({ description: 'Below price; in force while the product is on sale' }),
    stock: z.int().min(0).nullable().meta({ description: 'Units left; null means not counted' }),
    is_default: z.boolean().meta({ description: 'What is bought where nothing is chosen; at most one is' }),
  })
  .meta({ id: 'Variant', description: 'A combination of choices that is sold' });

const attributeValue = z.union([z.string(), z.array(z.string()), z.number(), z.array(z.number()), z.boolean()]);

const cardFields = {
  product_id: z.string().meta({ example: 'h100-sxm-80gb' }),
  product_name: z.string(),
  product_type: productType,
  description: z.string().meta({ description: 'Text with a small Markdown subset' }),
  product_img: z.string().meta({ description: 'Image address: absolute, or a path of this shop' }),
  price: usd,
  on_sale: z.boolean(),
  sale_price: usd.nullable().meta({ description: 'Below price when on sale, else null' }),
  stock: z.int().min(0).nullable().meta({ description: 'Units left; null means not counted (a service)' }),
  price_unit: z.string().meta({ description: 'What the price is for, such as "hour"; may be empty' }),
  provider: z.string(),
};

export const productSchema = z
  .strictObject({
    ...cardFields,
    options: z.array(productOption),
    specs: z.array(productSpec),
    attributes: z
      .record(z.string(), attributeValue)
      .exactOptional()
      .meta({ description: 'Typed by category; their names, kinds and units stand in docs/catalogue.md' }),
    variants: z.array(variantSchema).exactOptional().meta({
      description: 'Left out where choices change neither price nor stock',
    }),
    license: z.string().exactOptional().meta({
      description: 'An SPDX license expression, or a named license as LicenseRef-...',
      example: 'CC-BY-4.0',
    }),
    goods: publicGoodsSchema.exactOptional(),
    delivery_within_hours: z.int().min(1).max(longestDeliveryHours).nullable().exactOptional().meta({
      description: 'Hours within which the seller promises what a person delivers; left out: no time is promised',
    }),
    pictures: z.array(z.string()).exactOptional().meta({
      description: 'Addresses of its pictures where there are several; the first is product_img',
    }),
    seller: z
      .strictObject({ name: z.string(), address: z.string() })
      .exactOptional()
      .meta({ description: "Whose product it is, with the address of their page; left out for the operator's own" }),
  })
  .meta({ id: 'Product' });

const writtenVariant = z.strictObject({
  selected_options: list(selectedOptionSchema, optionsMaximum),
  price: price.nullable().exactOptional(),
  sale_price: price.nullable().exactOptional(),
  stock: stock.nullable().exactOptional(),
  is_default: z.boolean().exactOptional(),
});

/** Fields of a product as its seller writes them, each as far as it has been written. */
export const writtenFields = {
  product_name: text(1_000).exactOptional(),
  product_type: z.enum(productTypes, `must be one of ${productTypes.join(', ')}`).exactOptional(),
  description: text(40_000).exactOptional().meta({ description: 'Text with a small Markdown subset' }),
  price: price.nullable().exactOptional(),
  on_sale: z.boolean().exactOptional(),
  sale_price: price.nullable().exactOptional(),
  stock: stock.nullable().exactOptional().meta({ description: 'null means not counted' }),
  price_unit: text(200).exactOptional(),
  options: list(
    z.strictObject({ name: text(longestChoice), choices: list(text(longestChoice), 1_000) }),
    optionsMaximum,
  ).exactOptional(),
  specs: list(
    z.strictObject({ name: text(longestChoice), value: text(longestChoice) }),
    optionsMaximum,
  ).exactOptional(),
  attributes: z
    .record(
      z.string().max(100),
      z.union([text(200), list(text(200), 200), z.number(), list(z.number(), 200), z.boolean(), z.null()]),
    )
    .exactOptional(),
  variants: list(writtenVariant, variantsMaximum).exactOptional(),
  license: text(2_000).exactOptional(),
  goods: goodsSchema.exactOptional(),
  delivery_within_hours: stock
    .nullable()
    .exactOptional()
    .meta({
      description: `Hours within which you promise what a person delivers, at most ${longestDeliveryHours}; null: no time is promised`,
    }),
  pictures: list(text(2_000), picturesMaximum)
    .exactOptional()
    .meta({ description: 'Addresses of pictures; the first is shown in lists' }),
};

export const productSummarySchema = z
  .strictObject({
    ...cardFields,
    facts: z.string().exactOptional().meta({
      description: 'What tells a machine from another, from its specifications',
      example: '80 GB HBM3, 700 W',
    }),
    attributes: z
      .record(z.string(), attributeValue)
      .exactOptional()
      .meta({ description: 'Where attributes=true asks for them' }),
    least_quantity: z.int().exactOptional().meta({
      description: 'Of what is rented no shorter: the least quantity that can be ordered, in units of its price',
    }),
    delivery: z.string().exactOptional().meta({
      description: 'When it is delivered; left out where no time is promised',
      example: 'Delivered at once',
    }),
    rating: z
      .strictObject({
        average: z.number().meta({ description: 'Mean in stars, to one digit' }),
        reviews: z.int(),
      })
      .exactOptional()
      .meta({ description: 'Of the reviews that are shown; left out where there are none' }),
    seller: z
      .strictObject({ name: z.string(), address: z.string() })
      .exactOptional()
      .meta({ description: "Whose product it is; left out for the operator's own" }),
    regions: z.array(z.string()).exactOptional().meta({ description: 'Regions of a machine, at most 12' }),
    region_count: z.int().exactOptional().meta({ description: 'How many regions there are, where that is more' }),
    offer: z
      .strictObject({
        region: z.string().exactOptional(),
        gpus: z.int().exactOptional().meta({ description: 'GPUs in one machine, where buyers choose how many' }),
        quantity: z.int().exactOptional().meta({
          description: 'Units of its price that a rental of the length that is asked for takes',
        }),
        selected_options: z.array(selectedOptionSchema).exactOptional().meta({
          description: 'Choices of which price, stock and default_options are; left out: they are the usual ones',
        }),
        text: z.string().meta({
          description: 'The same in words, as they stand behind a price',
          example: ' for 8 GPUs in Norway · 24 hours: $449.76',
        }),
      })
      .exactOptional()
      .meta({
        description:
          'Where region=..., gpu_count=... or the words of a search ask for a region, a number of GPUs or a length of ' +
          'time: what the price and the stock are for',
      }),
    is_rental: z.literal(true).exactOptional().meta({
      description: 'Of what is sold by time: its stock is what is free now',
    }),
    gb_hour_price: usd.exactOptional().meta({
      description:
        'Where attributes=true asks for it: the price of an hour of a GB of GPU memory, of what is priced by the hour',
    }),
    default_options: z.array(selectedOptionSchema).exactOptional().meta({
      description:
        'Of a product with variants: what is bought where nothing is chosen; empty where something has to be',
    }),
  })
  .meta({ id: 'ProductSummary', description: 'A product as lists show it; the description is cut to an excerpt' });

export const productCountsSchema = z
  .strictObject({ all: z.int(), solutions: z.int(), computing: z.int(), data: z.int(), algorithm: z.int() })
  .meta({ id: 'ProductCounts', description: 'How many products match, per category, whatever category is asked for' });

export const facetSchema = z
  .strictObject({
    name: z.string().meta({ description: 'As in addresses', example: 'gpu_model' }),
    is_exact: z.boolean().meta({ description: 'Otherwise the counts are about right, to two digits' }),
    values: z.array(
      z.strictObject({
        value: z.string().meta({ description: 'As in addresses' }),
        count: z.int(),
        label: z.string().exactOptional().meta({ description: 'As people read it, where the value is no such text' }),
        within: z.string().exactOptional().meta({
          description: 'Of a region: the value above it that it is part of, whose count has its products too',
        }),
      }),
    ),
  })
  .meta({
    id: 'Facet',
    description:
      'Values to filter by, with the matches under all other filters: those that products have, and those chosen. Left out where none of them separates anything',
  });

export const productListSchema = z
  .strictObject({
    products: z.array(productSummarySchema),
    total: z.int().meta({ description: 'Products that match, on all pages' }),
    counts: productCountsSchema,
    page: z.int().meta({ description: 'Number of this page, from 1' }),
    pages: z.int(),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
    total_is_exact: z.literal(false).exactOptional().meta({
      description: 'There where many of very many products match: total and pages are then about right, to two digits',
    }),
    counts_are_exact: z.literal(false).exactOptional().meta({
      description: 'There where the counts of the categories that were not asked for are about right, to two digits',
    }),
    from_end: z.int().exactOptional().meta({
      description:
        'Number of this page counted from the last one, where the total is not exact and cursor=last led here',
    }),
    facets: z.array(facetSchema).exactOptional().meta({ description: 'Where facets=true asks for them' }),
  })
  .meta({ id: 'ProductList' });

export const sitemapPartsSchema = z
  .strictObject({ parts: z.array(z.string()) })
  .meta({ id: 'SitemapParts', description: 'The cursor in front of each part of at most 10,000 products' });

export const sitemapPartSchema = z
  .strictObject({ products: z.array(z.strictObject({ product_id: z.string(), updated_at: z.string() })) })
  .meta({ id: 'SitemapPart' });

export const feedPartSchema = z
  .strictObject({
    products: z.array(productSchema),
    next: z.string().nullable().meta({ description: 'The cursor of the next part; null at the end' }),
  })
  .meta({ id: 'FeedPart' });
