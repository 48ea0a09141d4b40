// medusa exec fill.js CATALOGUE OUT: an empty database becomes a shop with the products of a file in JSON Lines and its categories. The file
// OUT then tells what a visitor's program has to know: the key, the region, and the ids of products, variants and categories.
const { readFileSync, writeFileSync } = require('node:fs');

// The packages stand in the folder that this file is copied to, not in the repository.
const load = module.require.bind(module);
const { ContainerRegistrationKeys, Modules } = load('@medusajs/framework/utils');
const flows = load('@medusajs/medusa/core-flows');

const BATCH = 100;

async function fill({ container, args }) {
  const [catalogue, out] = args;
  const products = readFileSync(catalogue, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const query = container.resolve(ContainerRegistrationKeys.QUERY);
  const run = async (name, input) => (await flows[name](container).run({ input })).result;

  const [store] = await container.resolve(Modules.STORE).listStores();
  const [channel] = await run('createSalesChannelsWorkflow', { salesChannelsData: [{ name: 'Shop' }] });
  await run('updateStoresWorkflow', {
    selector: { id: store.id },
    update: {
      supported_currencies: [{ currency_code: 'usd', is_default: true }],
      default_sales_channel_id: channel.id,
    },
  });
  const [region] = await run('createRegionsWorkflow', {
    regions: [{ name: 'America', currency_code: 'usd', countries: ['us'], payment_providers: ['pp_system_default'] }],
  });
  await run('createTaxRegionsWorkflow', [{ country_code: 'us', provider_id: 'tp_system' }]);
  const [location] = await run('createStockLocationsWorkflow', {
    locations: [{ name: 'Warehouse', address: { city: 'Springfield', country_code: 'US', address_1: '' } }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' },
  });
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const [found] = await fulfillment.listShippingProfiles({ type: 'default' });
  const profile =
    found ?? (await run('createShippingProfilesWorkflow', { data: [{ name: 'Default', type: 'default' }] }))[0];
  const set = await fulfillment.createFulfillmentSets({
    name: 'Delivery',
    type: 'shipping',
    service_zones: [{ name: 'America', geo_zones: [{ country_code: 'us', type: 'country' }] }],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  await run('createShippingOptionsWorkflow', [
    {
      name: 'Standard Shipping',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Standard', description: 'In some days.', code: 'standard' },
      prices: [
        { currency_code: 'usd', amount: 5 },
        { region_id: region.id, amount: 5 },
      ],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  await run('linkSalesChannelsToStockLocationWorkflow', { id: location.id, add: [channel.id] });
  const [key] = await run('createApiKeysWorkflow', {
    api_keys: [{ title: 'Visitors', type: 'publishable', created_by: '' }],
  });
  await run('linkSalesChannelsToApiKeyWorkflow', { id: key.id, add: [channel.id] });

  const names = [...new Set(products.map(({ category }) => category))];
  const categories = await run('createProductCategoriesWorkflow', {
    product_categories: names.map((name) => ({ name, handle: name, is_active: true })),
  });
  const categoryIds = Object.fromEntries(categories.map(({ handle, id }) => [handle, id]));
  const facets = products.flatMap((product) => product.facets.map(facetText));
  const tags = await run('createProductTagsWorkflow', {
    product_tags: [...new Set(facets)].map((value) => ({ value })),
  });
  const tagIds = new Map(tags.map(({ value, id }) => [value, id]));

  for (let from = 0; from < products.length; from += BATCH)
    await run('createProductsWorkflow', {
      products: products.slice(from, from + BATCH).map((product) => ({
        title: product.name,
        handle: product.id,
        description: product.description,
        status: 'published',
        category_ids: [categoryIds[product.category]],
        tag_ids: [...new Set(product.facets.map(facetText))].map((text) => tagIds.get(text)),
        shipping_profile_id: profile.id,
        sales_channels: [{ id: channel.id }],
        options: [{ title: 'Kind', values: ['Usual'] }],
        variants: [
          {
            title: 'Usual',
            sku: product.id,
            manage_inventory: true,
            options: { Kind: 'Usual' },
            prices: [{ currency_code: 'usd', amount: product.price_cents / 100 }],
          },
        ],
      })),
    });

  const { data: items } = await query.graph({ entity: 'inventory_item', fields: ['id', 'sku'] });
  const stockOf = new Map(products.map(({ id, stock }) => [id, stock]));
  for (let from = 0; from < items.length; from += BATCH)
    await run('createInventoryLevelsWorkflow', {
      inventory_levels: items.slice(from, from + BATCH).map(({ id, sku }) => ({
        location_id: location.id,
        inventory_item_id: id,
        stocked_quantity: stockOf.get(sku),
      })),
    });

  const { data: made } = await query.graph({ entity: 'product', fields: ['id', 'handle', 'variants.id'] });
  const ids = Object.fromEntries(
    made.map(({ id, handle, variants }) => [handle, { product: id, variant: variants[0].id }]),
  );
  writeFileSync(out, JSON.stringify({ key: key.token, region: region.id, categories: categoryIds, ids }));
}

const facetText = ([name, value]) => `${name}: ${value}`;

exports.default = fill;
