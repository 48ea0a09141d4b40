import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { licenseRights } from '#contract/catalogue/license-rights.ts';
import {
  feedPartSchema,
  productListSchema,
  productSchema,
  productTypes,
  sitemapPartSchema,
  sitemapPartsSchema,
} from '#contract/catalogue/product/product.schema.ts';
import { categories } from '#contract/catalogue/product/product.ts';
import { type Attribute, productAttributes } from '#contract/catalogue/product/product-attributes.ts';
import { filterUnit } from '#contract/catalogue/product/product-filter.ts';
import { operatorShop } from '#contract/catalogue/product/product-query.ts';
import { productPage, productSorts, sortsOf } from '#contract/catalogue/product/product-sort.ts';
import { productQueryNames, readChoices } from '#contract/catalogue/product/read-product-query.ts';
import { badRequest, notFound, ok, problems, streamed } from '../../http/answers.ts';
import { createRoute } from '../../http/create-route.ts';
import type { Db } from '../../schema/db.ts';
import { isStorableText } from '../../text/search-text.rules.ts';
import type { ListProducts } from './list-products.ts';
import { eachProduct, feedPart, findProduct, sitemapPart, sitemapParts } from './product.store.ts';

/** Ids of a part of the sitemap. */
const SITEMAP_PART = 5_000;
/** Whole products of a part of the feed. */
const FEED_PART = 50;

const flag = (description: string) =>
  z.enum(['true', 'false'], 'must be true or false').default('false').meta({ description });
const amount = (description: string) =>
  z
    .preprocess((text) => (text === '' ? undefined : text), z.coerce.number('must be a number').optional())
    .meta({ description, type: 'number' });

const several = (description: string) =>
  z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: `${description}; may be given several times`, type: 'array', items: { type: 'string' } });

/** One parameter for each value to choose and each end of a range. What they may say is read by the contract (readChoices). */
function attributeParameters(): Record<string, ReturnType<typeof several>> {
  const parameters = Object.entries(productAttributes).flatMap(([category, attributes]) =>
    attributes.flatMap((attribute: Attribute) => {
      const unit = filterUnit(attribute);
      const what = `${attribute.label} of category=${category}${unit ? `, in ${unit}` : ''}`;
      return attribute.filter === 'range'
        ? [
            [`min_${attribute.name}`, several(`Least: ${what}`)],
            [`max_${attribute.name}`, several(`Greatest: ${what}`)],
          ]
        : [[attribute.name, several(what)]];
    }),
  );
  return Object.fromEntries(parameters);
}

const listQuery = z.object({
  category: z
    .preprocess(
      (text) => (typeof text === 'string' ? text.toLowerCase() || 'all' : text),
      z.enum(categories, `must be one of ${categories.join(', ')}`).default('all'),
    )
    .meta({ description: `One of ${productTypes.join(', ')} or all`, type: 'string' }),
  keyword: z.string().default('').meta({ description: 'Part of the name, in any case; empty matches every product' }),
  min_price: amount('Least effective price; applied only together with max_price and when 0 <= min_price <= max_price'),
  max_price: amount('Greatest effective price'),
  max_gpu_price: several('Greatest price of an hour of one GPU, in dollars, of category=computing'),
  price_unit: several('Only prices for one of these units, such as hour'),
  provider: several('Only products of one of these providers'),
  license: several(
    'Only licenses of one of these families (such as apache, cc-by, open or copyleft) or with one of these ids',
  ),
  allows: several(
    `Only licenses that state each of these rights (${Object.keys(licenseRights).join(', ')}), of alternatives one`,
  ),
  seller: several(`Only products of the shop with one of these addresses; ${operatorShop}: of the operator`),
  rating: z
    .string()
    .optional()
    .meta({ description: 'Least mean of the reviews in stars, such as 4 or 4.5', type: 'number' }),
  on_sale: flag('Only products on sale'),
  in_stock: flag('Only products that are in stock or not counted'),
  at_once: flag('Only products that are delivered at once, by their goods'),
  sort: z.enum(productSorts, `must be one of ${productSorts.join(', ')}`).default('featured'),
  cursor: z.string().optional().meta({ description: 'next_cursor or prev_cursor of an earlier answer, or "last"' }),
  facets: flag('Tell the values to filter by, each with the number of matches under all other filters'),
  attributes: flag('Tell the attributes of the products'),
  ...attributeParameters(),
  limit: z.coerce
    .number('must be a number')
    .int()
    .min(1, 'must be at least 1')
    .max(productPage.most, `must be at most ${productPage.most}`)
    .default(productPage.usual),
});

const byId = z.object({ id: z.string().meta({ description: 'product_id' }) });

const routes = {
  list: createRoute({
    method: 'get',
    path: '/product',
    cachedBy: productQueryNames,
    caching: 'shared unless signed in',
    costs: 25,
    tags: ['Products'],
    summary: 'Reads a page of products, filtered and sorted, with the number of matches per category',
    request: { query: listQuery },
    responses: { 200: ok(productListSchema, 'The page') },
  }),
  all: createRoute({
    method: 'get',
    path: '/product/all',
    caching: 'streamed',
    costs: 1_500,
    tags: ['Products'],
    summary: 'Lists every product, in the order of the shop',
    responses: { 200: ok(z.array(productSchema), 'The whole catalogue, streamed') },
  }),
  parts: createRoute({
    method: 'get',
    path: '/sitemap',
    caching: 'shared unless signed in',
    costs: 60,
    tags: ['Sitemap'],
    summary: 'Tells where the parts of the sitemap begin',
    responses: { 200: ok(sitemapPartsSchema, 'One entry per part') },
  }),
  part: createRoute({
    method: 'get',
    path: '/sitemap/part',
    caching: 'shared unless signed in',
    costs: 120,
    tags: ['Sitemap'],
    summary: 'Lists the ids of one part of the sitemap',
    request: { query: z.object({ after: z.string().default('') }) },
    responses: { 200: ok(sitemapPartSchema, `At most ${SITEMAP_PART.toLocaleString('en')} ids`) },
  }),
  feed: createRoute({
    method: 'get',
    path: '/feed/part',
    caching: 'shared unless signed in',
    costs: 40,
    tags: ['Products'],
    summary: 'Lists products in the order of their ids, part by part',
    request: { query: z.object({ after: z.string().default('') }) },
    responses: { 200: ok(feedPartSchema, `At most ${FEED_PART} products`) },
  }),
  one: createRoute({
    method: 'get',
    path: '/product/{id}',
    cachedBy: [],
    caching: 'shared unless signed in',
    tags: ['Products'],
    summary: 'Reads one product',
    description: 'With `for=page` it counts as a view in the figures of its seller, unless a known machine asks.',
    request: { params: byId, query: z.object({ for: z.string().optional() }) },
    responses: { 200: ok(productSchema, 'The product'), ...problems(404) },
  }),
};

export function mountProducts(app: OpenAPIHono, deps: { db: Db; listProducts: ListProducts }) {
  const { db, listProducts } = deps;

  app.openapi(routes.list, async (c) => {
    const query = c.req.valid('query');
    const { faults, ...choices } = readChoices(new URL(c.req.url).searchParams, query.category);
    if (faults[0]) throw badRequest(faults[0]);
    if (!sortsOf(query.category).includes(query.sort)) throw badRequest(`sort=${query.sort} needs category=computing`);
    const answer = await listProducts({
      ...choices,
      withFacets: query.facets === 'true',
      withAttributes: query.attributes === 'true',
      category: query.category,
      keyword: query.keyword,
      minPrice: query.min_price ?? null,
      maxPrice: query.max_price ?? null,
      onSale: query.on_sale === 'true',
      inStock: query.in_stock === 'true',
      atOnce: query.at_once === 'true',
      sort: query.sort,
      cursor: query.cursor || null,
      limit: query.limit,
    });
    if (!answer.ok) throw badRequest(answer.reason);
    return c.json(answer.list, 200);
  });

  // The type says what the route promises; the tests parse the whole body against it.
  app.openapi(
    routes.all,
    (c) => c.body(streamed(jsonArray(eachProduct(db))), 200, { 'content-type': 'application/json' }) as never,
  );

  app.openapi(routes.parts, async (c) => c.json({ parts: await sitemapParts(db, SITEMAP_PART) }, 200));

  app.openapi(routes.part, async (c) => {
    const { after } = c.req.valid('query');
    const rows = isStorableText(after) ? await sitemapPart(db, after, SITEMAP_PART) : [];
    const products = rows.map((row) => ({ product_id: row.product_id, updated_at: row.updated_at.toISOString() }));
    return c.json({ products }, 200);
  });

  app.openapi(routes.feed, async (c) => {
    const { after } = c.req.valid('query');
    const products = isStorableText(after) ? await feedPart(db, after, FEED_PART) : [];
    const isLast = products.length < FEED_PART;
    return c.json({ products, next: isLast ? null : (products.at(-1)?.product_id ?? null) }, 200);
  });

  app.openapi(routes.one, async (c) => {
    const { id } = c.req.valid('param');
    const product = isStorableText(id) ? await findProduct(db, id) : null;
    if (!product) throw notFound('There is no product with this id.');
    return c.json(product, 200);
  });
}

async function* jsonArray(batches: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const batch of batches) {
    yield separator + batch.map((item) => JSON.stringify(item)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
