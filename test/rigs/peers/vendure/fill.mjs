// node fill.mjs CATALOGUE: an empty database becomes a shop with the products of a file in JSON Lines, its categories (collections) and
// a search index that is complete.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { configOf, core } from './config.mjs';

const load = createRequire(import.meta.url);
const { populate } = load('@vendure/core/cli');

const products = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const categories = [...new Set(products.map(({ category }) => category))];

/** Colons and bars have a meaning of their own in the column of facets. */
const plain = (text) => text.replaceAll(/[:|]/g, ' ').trim();
const cell = (text) => `"${String(text).replaceAll('"', '""')}"`;
const columns =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const rows = products.map(({ id, name, description, category, facets, price_cents, stock }) =>
  [
    name,
    id,
    description,
    '',
    [['category', category], ...facets].map(([facet, value]) => `${plain(facet)}:${plain(value)}`).join('|'),
    '',
    '',
    id,
    (price_cents / 100).toFixed(2),
    'standard',
    stock,
    'true',
    '',
    '',
  ]
    .map(cell)
    .join(','),
);
const file = join(import.meta.dirname, 'products.csv');
writeFileSync(file, [columns, ...rows].join('\n'));

const initial = {
  defaultLanguage: core.LanguageCode.en,
  defaultZone: 'Americas',
  countries: [{ code: 'US', name: 'United States', zone: 'Americas' }],
  taxRates: [{ name: 'Standard Tax', percentage: 0 }],
  shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
  paymentMethods: [
    {
      name: 'Dummy Payment',
      handler: { code: core.dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: categories.map((category) => ({
    name: category,
    slug: category,
    filters: [{ code: 'facet-value-filter', args: { facetValueNames: [`category:${category}`], containsAny: false } }],
  })),
};

const start = async () => {
  const app = await core.bootstrap(configOf({ isNew: true }));
  await app.get(core.JobQueueService).start();
  return app;
};
const app = await populate(start, initial, file);
const jobs = app.get(core.TransactionalConnection).rawConnection;
async function waitForJobs() {
  for (;;) {
    const [{ open }] = await jobs.query(`select count(*)::int as open from job_record where not "isSettled"`);
    if (open === 0) return;
    await wait(200);
  }
}
await waitForJobs();
const context = await app.get(core.RequestContextService).create({ apiType: 'admin' });
await app.get(core.SearchService).reindex(context);
await waitForJobs();
const [failed] = await jobs.query(`select "queueName", error from job_record where state = 'FAILED'`);
if (failed) throw new Error(`a job failed: ${failed.queueName}: ${failed.error}`);
await app.close();
process.exit(0);
