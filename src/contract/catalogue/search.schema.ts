import { z } from 'zod';
import { productSummarySchema, productTypes } from './product/product.schema.ts';

const searchedFor = z.string().nullable().meta({
  description: 'What was searched instead, where a word was taken for a misspelt one; else null',
  example: 'llama',
});

/** Kinds of filters that a query can say in words. */
export const queryFilterKinds = [
  'category',
  'price',
  'unit',
  'memory',
  'size',
  'rows',
  'count',
  'region',
  'license',
  'format',
  'provider',
  'sale',
  'stock',
  'interruptible',
  'personal_data',
  'duration',
  'not',
  'currency',
] as const;

const queryFilter = z
  .strictObject({
    kind: z.enum(queryFilterKinds),
    label: z.string().meta({ example: 'Up to $1' }),
    text: z.string().meta({ description: 'Words of the query that say it', example: 'under $1' }),
    without: z.string().meta({ description: 'The query without these words', example: 'gpu in europe' }),
    is_applied: z.boolean().meta({
      description: 'False where nothing fits with it, so that it was left out, or where it cannot be used',
    }),
  })
  .meta({ id: 'QueryFilter' });

export const searchResultSchema = z
  .strictObject({
    products: z.array(productSummarySchema).meta({ description: 'What fits, the best first' }),
    searched_for: searchedFor,
    filters: z.array(queryFilter).meta({ description: 'What the query says besides what is searched for' }),
    pinned: z.int().meta({ description: 'How many of the first products the operator has put there for this query' }),
    closest: z.array(productSummarySchema).meta({
      description: 'Where nothing fits: what comes closest, and is not what was asked for',
    }),
  })
  .meta({ id: 'SearchResult' });

const suggestedFilter = z
  .strictObject({
    label: z.string().meta({ example: 'GPU memory: 24 GB or more' }),
    address: z.string().meta({ description: 'A list page', example: '/products/category/computing?min_gpu_memory=24' }),
  })
  .meta({ id: 'SuggestedFilter' });

export const suggestionsSchema = z
  .strictObject({
    products: z.array(productSummarySchema),
    categories: z.array(z.enum(productTypes)).meta({ description: 'Where what fits is found, the best first' }),
    filters: z.array(suggestedFilter),
    searched_for: searchedFor,
  })
  .meta({ id: 'Suggestions', description: 'What may be meant by a query that is still being typed' });
