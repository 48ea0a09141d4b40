import type { APIRequestContext, Page } from '@playwright/test';
import { expect, open, test } from '../shop.ts';

type Product = {
  product_id: string;
  product_name: string;
  product_type: string;
  description: string;
  product_img: string;
  price: number;
  on_sale: boolean;
  sale_price: number | null;
  stock: number | null;
  price_unit: string;
  provider: string;
};

/** The whole catalogue, from the API of the specification: what the page's filters are checked against. */
async function catalogue(request: APIRequestContext): Promise<Product[]> {
  const response = await request.get('/api/product/all');
  return (await response.json()) as Product[];
}

const idsOf = (products: Product[]) => products.map((product) => product.product_id).sort();
const effectivePrice = (product: Product) => (product.on_sale ? Number(product.sale_price) : product.price);

const cards = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('article');
const cardOf = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('link', { name, exact: true }) });

/** The ids behind the names of the cards of this page, in their order. */
const shownHere = (page: Page) =>
  cards(page)
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1)));

/** The ids of all cards of a list, sorted: of this page and of all that follow it. */
async function shownFrom(page: Page, path: string): Promise<Array<string | undefined>> {
  const ids = [];
  for (let next: string | null = path; next; ) {
    await page.goto(next);
    ids.push(...(await shownHere(page)));
    const link = page.getByRole('link', { name: 'Next page' });
    next = (await link.count()) > 0 ? await link.getAttribute('href') : null;
  }
  return ids.sort();
}

test("[R-04] [L-01] [L-05] each category lists its products under the heading '{category} Products'", async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  for (const category of ['solutions', 'computing', 'data', 'algorithm']) {
    const wanted = all.filter((product) => product.product_type.toLowerCase() === category);
    expect(wanted.length, category).toBeGreaterThan(0);
    expect(await shownFrom(page, `/products/category/${category}`)).toEqual(idsOf(wanted));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category} Products`);
  }
});

test("[R-04] [L-01] [L-05] [L-07] 'all', in any case, and an empty category or keyword leave nothing out", async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  expect(await shownFrom(page, '/products/category/all')).toEqual(idsOf(all));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('all Products');
  const found = page.getByRole('main').getByRole('status').first();
  for (const path of [
    '/products/category/ALL',
    '/products/category/all?keyword=',
    '/products/category/all?category=',
  ]) {
    await page.goto(path);
    await expect(found).toHaveText(`${all.length} products`);
  }
  await page.goto('/products/category/Data');
  await expect(found).toHaveText(`${all.filter((product) => product.product_type === 'data').length} products`);
});

test("[L-02] [L-06] a keyword lists what has it in its name, in any case, under 'Search results for'", async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  for (const keyword of ['rTx 40', '(hycons)', ', 5', 'english–KOREAN']) {
    const wanted = all.filter((product) => product.product_name.toLowerCase().includes(keyword.toLowerCase()));
    expect(wanted.length, keyword).toBeGreaterThan(0);
    expect(await shownFrom(page, `/products/keyword/${encodeURIComponent(keyword)}`), keyword).toEqual(idsOf(wanted));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search results for '${keyword}'`);
  }
});

test("[L-03] a keyword without a match shows No products matching keyword '{keyword}'", async ({ page }) => {
  for (const keyword of ['zebra crossing', 'accelerators by the hour']) {
    await page.goto(`/products/keyword/${encodeURIComponent(keyword)}`);
    const nothing = page.getByRole('heading', { name: `No products matching keyword '${keyword}'`, exact: true });
    await expect(nothing).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
  }
});

test('[L-04] a sidebar links to solutions, computing, data and algorithm', async ({ page }) => {
  for (const path of ['/products/category/all', '/products/keyword/rtx']) {
    await page.goto(path);
    const sidebar = page.getByRole('complementary', { name: 'Filters' });
    for (const [name, href] of [
      ['Solutions', '/products/category/solutions'],
      ['Computing', '/products/category/computing'],
      ['Data', '/products/category/data'],
      ['Algorithm', '/products/category/algorithm'],
    ] as const) {
      const link = sidebar.getByRole('link', { name });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', href);
    }
  }
});

test('[L-05] [L-06] the filters of category and keyword narrow a list by the same rules', async ({ page, request }) => {
  const all = await catalogue(request);
  const gpus = all.filter((product) => product.product_name.toLowerCase().includes('gb'));
  const computing = gpus.filter((product) => product.product_type === 'computing');
  const inference = all.filter((product) => product.product_name.toLowerCase().includes('sea'));
  const searching = inference.filter((product) => product.product_type === 'algorithm');

  await open(page, '/products/keyword/sea');
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(inference));
  await page.getByRole('combobox', { name: 'Category' }).selectOption('algorithm');
  await expect(page).toHaveURL('/products/keyword/sea?category=algorithm');
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(searching));
  expect(searching.length).toBeLessThan(inference.length);

  await open(page, '/products/category/computing');
  await page.getByRole('searchbox', { name: 'Keyword filter' }).fill('gB');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/category/computing?keyword=gB');
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(computing));
});

test('[L-08] [L-11] [L-12] the filters show exactly what the rules of the specification leave', async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  const between = (min: number, max: number) => (product: Product) =>
    effectivePrice(product) >= min && effectivePrice(product) <= max;
  const onSale = (product: Product) => product.on_sale;
  const inStock = (product: Product) => product.stock === null || product.stock > 0;

  for (const [address, ...rules] of [
    ['/products/category/all?min_price=100&max_price=500', between(100, 500)],
    ['/products/category/all?min_price=140&max_price=140', between(140, 140)],
    ['/products/category/computing?min_price=0.29&max_price=1.19', between(0.29, 1.19), isOf('computing')],
    ['/products/category/all?on_sale=true', onSale],
    ['/products/category/computing?in_stock=true', inStock, isOf('computing')],
    [
      '/products/category/data?on_sale=true&in_stock=true&min_price=500&max_price=2000',
      between(500, 2000),
      onSale,
      inStock,
      isOf('data'),
    ],
    ['/products/keyword/e?on_sale=true&min_price=0&max_price=150', between(0, 150), onSale, isNamed('e')],
    ['/products/keyword/rtx?in_stock=true&category=computing', inStock, isOf('computing'), isNamed('rtx')],
  ] as const) {
    const wanted = all.filter((product) => rules.every((rule) => rule(product)));
    expect(wanted.length, `${address} is worth asking`).toBeGreaterThan(0);
    expect(wanted.length, `${address} is worth asking`).toBeLessThan(all.length);
    expect(await shownFrom(page, address), address).toEqual(idsOf(wanted));
  }

  function isOf(category: string) {
    return (product: Product) => product.product_type === category;
  }
  function isNamed(keyword: string) {
    return (product: Product) => product.product_name.toLowerCase().includes(keyword);
  }
});

test('[L-08] [L-10] [L-11] [L-12] the filter form writes the address, and clearing resets the price alone', async ({
  page,
  request,
}) => {
  const data = (await catalogue(request)).filter((product) => product.product_type === 'data');
  const priced = data.filter((product) => effectivePrice(product) >= 450 && effectivePrice(product) <= 1500);
  const inStock = priced.filter((product) => product.stock === null || product.stock > 0);
  const onSale = inStock.filter((product) => product.on_sale);
  const onSaleAtAnyPrice = data.filter((product) => product.on_sale && (product.stock === null || product.stock > 0));
  expect(new Set([data.length, priced.length, inStock.length, onSale.length]).size, 'each step hides some').toBe(4);

  await open(page, '/products/category/data');
  const filters = page.getByRole('complementary', { name: 'Filters' });
  await filters.getByRole('spinbutton', { name: 'Minimum price' }).fill('450');
  await filters.getByRole('spinbutton', { name: 'Maximum price' }).fill('1500');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/category/data?min_price=450&max_price=1500');
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(priced));

  await filters.getByRole('checkbox', { name: 'In stock' }).check();
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(inStock));
  await filters.getByRole('checkbox', { name: 'On sale' }).check();
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(onSale));

  await filters.getByRole('button', { name: 'Clear price filter' }).click();
  await expect.poll(async () => (await shownHere(page)).sort()).toEqual(idsOf(onSaleAtAnyPrice));
  await expect(page).toHaveURL('/products/category/data?on_sale=true&in_stock=true');
  await expect(filters.getByRole('spinbutton', { name: 'Minimum price' })).toHaveValue('');
  await expect(filters.getByRole('spinbutton', { name: 'Maximum price' })).toHaveValue('');

  await filters.getByRole('checkbox', { name: 'In stock' }).uncheck();
  await filters.getByRole('checkbox', { name: 'On sale' }).uncheck();
  await expect(page).toHaveURL('/products/category/data');
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(`${data.length} products`);

  await page.goBack();
  await expect(filters.getByRole('checkbox', { name: 'On sale' })).toBeChecked();
  await expect.poll(async () => (await shownHere(page)).length).toBe(data.filter((product) => product.on_sale).length);
});

test('[L-09] a price range that is not 0 <= min <= max, both numbers, is ignored', async ({ page, request }) => {
  const all = await catalogue(request);
  for (const range of [
    'min_price=500&max_price=100',
    'min_price=-1&max_price=100',
    'min_price=100',
    'max_price=100',
    'min_price=abc&max_price=100',
    'min_price=0&max_price=NaN',
  ]) {
    await page.goto(`/products/category/all?${range}`);
    await expect(page.getByRole('main').getByRole('status').first(), range).toHaveText(`${all.length} products`);
  }
});

test('[L-13] [L-14] a card shows picture, type, name and description, and leads to the product', async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  await page.goto('/products/category/all');
  for (const [index, id] of (await shownHere(page)).entries()) {
    const product = all.find((one) => one.product_id === id);
    const card = cards(page).nth(index);
    const links = card.locator(`a[href="/products/id/${id}"]`);
    await expect(links, 'image and name link to the product').toHaveCount(2);
    await links.first().scrollIntoViewIfNeeded();
    await expect(links.first().locator('img')).toHaveJSProperty('naturalWidth', 800);
    await expect(links.last()).toHaveText(product?.product_name ?? '');
    await expect(card.getByText(product?.product_type ?? '', { exact: true })).toBeVisible();
  }

  const card = cardOf(page, 'H100 SXM 80 GB');
  await expect(
    card.getByText(/^H100 SXM accelerators by the hour, in nodes of eight joined by NVLink\./),
  ).toBeVisible();
  const picture = await card.locator('a[href="/products/id/h100-sxm-80gb"] img').getAttribute('src');
  const response = await request.get(picture ?? '');
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toMatch(/^image\//);

  const link = card.locator('a[href="/products/id/h100-sxm-80gb"]').first();
  await link.scrollIntoViewIfNeeded();
  const image = await link.boundingBox();
  await page.mouse.click((image?.x ?? 0) + (image?.width ?? 0) / 2, (image?.y ?? 0) + (image?.height ?? 0) / 2);
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
});

test("[L-13] a red 'Sale' badge stands on what is on sale, and on nothing else", async ({ page, request }) => {
  const all = await catalogue(request);
  await page.goto('/products/category/all');
  const onSale = (await shownHere(page)).map((id) => all.find((product) => product.product_id === id)?.on_sale);
  expect(new Set(onSale)).toEqual(new Set([true, false]));
  for (const [index, sale] of onSale.entries()) {
    await expect(cards(page).nth(index).getByText('Sale', { exact: true })).toHaveCount(sale ? 1 : 0);
  }
  const badge = cardOf(page, 'H100 SXM 80 GB').getByText('Sale', { exact: true });
  await expect(badge).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
    (getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(3 * green);
  expect(red).toBeGreaterThan(3 * blue);
});

test('[L-15] cards of the two special providers show three features instead of the description', async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  await page.goto('/products/category/computing');
  const providers = new Map<string, number>();
  for (const [index, id] of (await shownHere(page)).entries()) {
    const product = all.find((one) => one.product_id === id);
    const special = product?.provider === 'DBC' || product?.provider === 'HYCONS';
    const card = cards(page).nth(index);
    await expect(card.getByRole('listitem')).toHaveText(
      special ? ['AI Training & Reference', 'Cloud Gaming', 'Visual Rendering'] : [],
    );
    const beginning = product?.description.slice(0, 30) ?? '';
    await expect(card.getByText(beginning)).toHaveCount(special ? 0 : 1);
    providers.set(product?.provider ?? '', (providers.get(product?.provider ?? '') ?? 0) + 1);
  }
  expect(providers.get('DBC')).toBeGreaterThan(0);
  expect(providers.get('HYCONS')).toBeGreaterThan(0);
  expect(providers.size).toBeGreaterThan(2);
});

test("[L-16] [L-17] the price, on sale in red with what it 'Used to be', and its unit", async ({ page, request }) => {
  await page.goto('/products/category/all');
  const sale = cardOf(page, 'H100 SXM 80 GB');
  await expect(sale).toContainText('$2.29/hour');
  await expect(sale.getByText('Used to be $2.65', { exact: true })).toBeVisible();
  const price = sale.getByText('$2.29', { exact: true });
  const [red = 0, green = 0, blue = 0] = await price.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(3 * green);
  expect(red).toBeGreaterThan(3 * blue);

  const ordinary = cardOf(page, 'HNSW Vector Search Library');
  await expect(ordinary).toContainText('$290.00/license');
  await expect(ordinary.getByText(/Used to be/)).toHaveCount(0);
  const [r, g] = await ordinary
    .getByText('$290.00', { exact: true })
    .evaluate((element) => (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number));
  expect(Math.abs((r ?? 0) - (g ?? 255)), 'a price that is no sale is not red').toBeLessThan(16);

  const withoutUnit = cardOf(page, 'Visual Defect Inspection Station');
  await expect(withoutUnit).toContainText('$6,900');
  await expect(withoutUnit).not.toContainText('$6,900.00/');

  // The same rule for every card of the page: the number is the catalogue's, the unit follows it.
  const all = await catalogue(request);
  for (const [index, id] of (await shownHere(page)).entries()) {
    const product = all.find((one) => one.product_id === id) as Product;
    const text = await cards(page).nth(index).textContent();
    const [, amount, unit, before] =
      text
        ?.replaceAll(',', '')
        .match(/\$([\d.]+)(?:\/(.+?))?\s*(?:Used to be \$([\d.]+))?(?:Add to cart|Rent with \w+)$/) ?? [];
    expect(Number(amount), product.product_name).toBe(effectivePrice(product));
    expect(unit ?? '', product.product_name).toBe(product.price_unit);
    expect(before && Number(before), product.product_name).toBe(product.on_sale ? product.price : undefined);
  }
});

test("[L-18] [L-19] ordinary cards have 'Add to cart', those of special providers 'Rent with ...'", async ({
  page,
  request,
}) => {
  const all = await catalogue(request);
  await page.goto('/products/category/all');
  const names = { DBC: 'Rent with DBC', HYCONS: 'Rent with HYCONS' } as Record<string, string>;
  const seen = new Set<string>();
  for (const [index, id] of (await shownHere(page)).entries()) {
    const provider = all.find((one) => one.product_id === id)?.provider ?? '';
    const name = names[provider] ?? 'Add to cart';
    const buttons = cards(page)
      .nth(index)
      .getByRole('button', { name: /^(?!Save )/ });
    await expect(buttons).toHaveCount(1);
    await expect(buttons).toHaveAccessibleName(name);
    seen.add(name);
  }
  expect(seen.size).toBe(3);
});

test("[L-18] 'Add to cart' on a card asks an anonymous visitor to log in, and remembers the list", async ({ page }) => {
  await open(page, '/products/category/data?on_sale=true');
  await cardOf(page, 'Labeled Street Scenes, 120k Frames').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Please log in to your account first')).toBeVisible();
  await expect(page).toHaveURL(/\/account\/login\?/);
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/products/category/data?on_sale=true');
});

test("[L-19] 'Rent with ...' opens the provider's rental guide in a new tab", async ({ page, context, leaveShop }) => {
  const guides = [
    ['RTX 4090 (HYCONS)', 'Rent with HYCONS', 'https://www.hycons.example/guide/rent-a-gpu'],
    ['RTX 4090 on DeepBrain Chain', 'Rent with DBC', 'https://www.deepbrainchain.org/guide/rent-a-gpu'],
  ] as const;
  await open(page, '/products/category/computing');
  for (const [name, button, guide] of guides) {
    const opened = context.waitForEvent('page');
    await cardOf(page, name).getByRole('button', { name: button }).click();
    const tab = await opened;
    await expect(tab).toHaveURL(guide);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();
    await expect(page).toHaveURL('/products/category/computing');
  }
  expect(leaveShop).toEqual(guides.map(([, , guide]) => guide));
});

test('an old or mistyped link to a page of a list still shows products', async ({ page }) => {
  const response = await page.goto('/products/category/data?cursor=no-such-cursor');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('data Products');
  expect((await shownHere(page)).length).toBeGreaterThan(0);
});

test('pages of a list follow each other by links, and the order of a list is chosen by name', async ({
  page,
  request,
}) => {
  await open(page, '/products/category/all');
  const first = await shownHere(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 5')).toBeVisible();
  const second = await shownHere(page);
  expect(second.filter((id) => first.includes(id))).toEqual([]);
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(page.getByText('Page 5 of 5')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page.getByText('Page 1 of 5')).toBeVisible();
  expect(await shownHere(page)).toEqual(first);

  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
  await expect(page).toHaveURL('/products/category/all?sort=price_asc');
  const firstBy = async (sort: string) =>
    (await (await request.get(`/api/product?sort=${sort}&limit=1`)).json()).products[0].product_name;
  await expect(cards(page).first()).toContainText(await firstBy('price_asc'));
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high to low');
  await expect(cards(page).first()).toContainText(await firstBy('price_desc'));
});

test('on a phone the filters are a sheet that says how many products it leaves, and goes', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/category/all');
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.click();
  await page.getByRole('spinbutton', { name: 'Minimum price' }).fill('20');
  await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('10');
  // The scripts of the sheet come after those of the page: until then Enter opens the next page, without the sheet.
  await expect(page).toHaveURL(/[?&]min_price=20/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not applied: give prices from 0 up')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Maximum price' }).fill('50');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/category/all?min_price=20&max_price=50');
  // The address changes before the list does: what the page said then would be of the list before.
  const { total } = await (await request.get('/api/product?min_price=20&max_price=50')).json();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(`${total} products`);
  const show = page.getByRole('button', { name: `Show ${total} products` });
  await show.click();
  await expect(show).toBeHidden();
  await expect(filters).toBeFocused();
  await expect(page.getByRole('region', { name: 'Products' }).getByRole('article').first()).toBeInViewport();
});

test.describe('where scripts get lost', () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ });

  test('a list whose filters could not be fetched reads on, and the next list has them', async ({ page }) => {
    const parts = /\/assets\/list-parts-/;
    await page.route(parts, (route) => route.abort(), { times: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    const lost = page.waitForEvent('requestfailed', (request) => parts.test(request.url()));
    await open(page, '/products/category/data');
    await lost;
    await page
      .getByRole('navigation', { name: 'Categories', exact: true })
      .getByRole('link', { name: 'Algorithm' })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('algorithm Products');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
    await expect(page).toHaveURL('/products/category/algorithm?sort=name');
  });
});
