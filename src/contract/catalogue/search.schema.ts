import { z } from 'zod';
import { productSummarySchema, productTypes } from './product/product.schema.ts';

const searchedFor = z.string().nullable().meta({
  description: 'What was searched instead, where a word was taken for a misspelt one; else null',
  example: 'llama',
});

export const searchResultSchema = z
  .strictObject({
    products: z.array(productSummarySchema).meta({ description: 'What fits, the best first' }),
    searched_for: searchedFor,
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
