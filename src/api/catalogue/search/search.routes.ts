import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { productTypes } from '#contract/catalogue/product/product.schema.ts';
import { categories } from '#contract/catalogue/product/product.ts';
import { productPage } from '#contract/catalogue/product/product-sort.ts';
import { searchResultSchema, suggestionsSchema } from '#contract/catalogue/search.schema.ts';
import { longestQuery, mostFound } from '#contract/catalogue/search.ts';
import { ok } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { ListProducts } from '../product/list-products.ts';
import type { Meaning } from './meaning/meaning.ts';
import type { CountMisses } from './miss/count-misses.ts';
import { searchProducts } from './search-products.ts';
import { suggest } from './suggest.ts';
import type { ReadShopVocabulary } from './vocabulary/read-shop-vocabulary.ts';

const q = z
  .string('is missing: say what is searched for')
  .max(longestQuery, `must have at most ${longestQuery} characters`)
  .meta({ description: 'Words in any order; small mistakes in them are forgiven', example: 'speach recognition' });

const searchQuery = z.object({
  q,
  category: z
    .enum(categories, `must be one of ${categories.join(', ')}`)
    .default('all')
    .meta({ description: `One of ${productTypes.join(', ')} or all`, type: 'string' }),
  beyond_name: z.enum(['true', 'false'], 'must be true or false').default('false').meta({
    description: 'Without the products whose name contains the query as it stands, as GET /product lists them',
  }),
  limit: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be at least 1')
    .max(mostFound, `must be at most ${mostFound}`)
    .default(productPage.usual),
});

const routes = {
  search: createRoute({
    method: 'get',
    path: '/search',
    caching: 'shared unless signed in',
    costs: 60,
    tags: ['Search'],
    summary: 'Lists products that fit a query, the best first: by name, facts and description, mistakes forgiven',
    request: { query: searchQuery },
    responses: { 200: ok(searchResultSchema, 'What fits') },
  }),
  suggestions: createRoute({
    method: 'get',
    path: '/search/suggestions',
    caching: 'shared unless signed in',
    costs: 50,
    whileTyping: true,
    tags: ['Search'],
    summary: 'Tells what may be meant by a query that is still being typed: products, categories and filters',
    request: { query: z.object({ q }) },
    responses: { 200: ok(suggestionsSchema, 'The suggestions') },
  }),
};

type Deps = {
  db: Db;
  listProducts: ListProducts;
  readVocabulary: ReadShopVocabulary;
  misses: Pick<CountMisses, 'recordEmpty'>;
  meaning: Pick<Meaning, 'find' | 'recall'> | null;
};

export function mountSearch(app: OpenAPIHono, { db, listProducts, readVocabulary, misses, meaning }: Deps) {
  app.openapi(routes.search, async (c) => {
    const { q: query, category, beyond_name, limit } = c.req.valid('query');
    const empty = { products: [], searched_for: null, filters: [], closest: [], pinned: 0 };
    if (!isStorableText(query)) return c.json(empty, 200);
    const wanted = { query, category, limit, beyondName: beyond_name === 'true' };
    const vocabulary = await readVocabulary();
    const result = await searchProducts({ db, listProducts, vocabulary, findMeant: meaning?.find }, wanted);
    if (result.products.length === 0) misses.recordEmpty(query);
    return c.json(result, 200);
  });

  app.openapi(routes.suggestions, async (c) => {
    const { q: query } = c.req.valid('query');
    const nothing = { products: [], categories: [], filters: [], searched_for: null };
    if (!isStorableText(query)) return c.json(nothing, 200);
    const vocabulary = await readVocabulary();
    return c.json(await suggest({ db, listProducts, vocabulary, findMeant: meaning?.recall }, query), 200);
  });
}
