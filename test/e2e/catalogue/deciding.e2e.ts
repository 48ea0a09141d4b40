// Facets that people ask for, and cards by which one can decide, on the demo catalogue.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { expect, open, test } from '../shop.ts';

type Listed = {
  product_id: string;
  product_name: string;
  price: number;
  sale_price: number | null;
  regions?: string[];
  stock: number | null;
  rating?: { average: number; reviews: number };
  seller?: { name: string };
  offer?: { region?: string };
};

async function listed(request: APIRequestContext, query: string): Promise<Listed[]> {
  return (await (await request.get(`/api/product?limit=100&${query}`)).json()).products;
}

const filtersOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
const computing = '/products/category/computing';

test('[Q-15] a country finds its states, and cards say what a machine costs there and how many are free', async ({
  page,
  request,
}) => {
  await open(page, computing);
  const regions = filtersOf(page).getByRole('group', { name: 'Region', exact: true });
  await regions.getByText(/^\d+ in North America$/).click();
  await regions.getByRole('checkbox', { name: /^United States \d+$/ }).check();
  await expect(page).toHaveURL(`${computing}?region=United+States`);
  const there = await listed(request, 'category=computing&region=United+States');
  expect(there.some(({ regions: [...names] = [] }) => !names.includes('United States'))).toBe(true);
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(`${there.length} products`);
  await expect(regions.getByRole('checkbox', { name: `United States ${there.length}` })).toBeChecked();
  await expect(regions.getByRole('checkbox', { name: /^Oregon \d+$/ })).toBeVisible();
  const h100 = there.find(({ product_id }) => product_id === 'h100-sxm-80gb');
  const price = (h100?.sale_price ?? h100?.price ?? 0).toFixed(2);
  const card = cardOf(page, 'H100 SXM 80 GB');
  await expect(card).toContainText(`$${price}/hour in Oregon`);
  await expect(card).toContainText(`${h100?.stock} free in Oregon`);
  await expect(page.getByText('Prices and stock are those of what you chose.')).toBeVisible();
  await expectFitAndAccessible(page);

  await card.getByRole('link', { name: 'H100 SXM 80 GB' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(`${h100?.stock} free in Oregon`).first()).toBeVisible();
  await expect(main.getByText(`$${price}`).first()).toBeVisible();
});

test('[Q-15] a search for eight GPUs for a day leads to the page of such a machine, for 24 hours', async ({ page }) => {
  await open(page, `/products/keyword/${encodeURIComponent('eight H100 for a day in Norway')}`);
  const card = cardOf(page, 'H100 SXM 80 GB');
  await expect(card).toContainText(/\/hour for 8 GPUs in Norway · 24 hours: \$\d/);
  const total = /24 hours: (\$[\d,.]+)/.exec((await card.textContent()) ?? '')?.[1] ?? 'a price';
  await card.getByRole('link', { name: 'H100 SXM 80 GB' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('24');
  await expect(main.getByRole('radio', { name: /^8\b/ })).toBeChecked();
  await expect(main.getByText(total).first()).toBeVisible();
});

test('[Q-15] a region that is typed in an address stands with its count, and is taken away by its badge', async ({
  page,
}) => {
  await open(page, `${computing}?region=usa&region=Atlantis`);
  const regions = filtersOf(page).getByRole('group', { name: 'Region', exact: true });
  await expect(regions.getByRole('checkbox', { name: /^United States [1-9]\d*$/ })).toBeChecked();
  await expect(regions.getByRole('checkbox', { name: 'Atlantis 0' })).toBeChecked();
  await page.getByRole('link', { name: 'Remove filter Region: United States' }).click();
  await expect(page).toHaveURL(`${computing}?region=Atlantis`);
});

test('[Q-15] memory is chosen by radios with arrow keys, typed, and let go by Any', async ({ page }) => {
  await open(page, computing);
  const memory = filtersOf(page).getByRole('group', { name: 'GPU memory, GB' });
  const radio = (name: RegExp) => memory.getByRole('radio', { name });
  await expect(radio(/^Any$/)).toBeChecked();
  await radio(/^24 GB and more/).check();
  await expect(page).toHaveURL(`${computing}?min_gpu_memory=24`);
  await radio(/^24 GB and more/).press('ArrowDown');
  await expect(page).toHaveURL(`${computing}?min_gpu_memory=48`);
  await expect(radio(/^48 GB and more/)).toBeFocused();
  await memory.getByRole('textbox', { name: 'GPU memory, least' }).fill('32');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${computing}?min_gpu_memory=32`);
  await expect(radio(/^32 GB and more [1-9]\d*$/)).toBeChecked();
  await expect(memory.getByRole('textbox', { name: 'GPU memory, least' })).toHaveValue('');
  await radio(/^Any$/).check();
  await expect(page).toHaveURL(computing);
  await expect(radio(/^32 GB/)).toHaveCount(0);
  // Text that is no number stands beside the radios until one of them is chosen: that is the last word.
  const typed = memory.getByRole('textbox', { name: 'GPU memory, least' });
  await typed.fill('24GB');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Not applied: .*gpu_memory/)).toBeVisible();
  await radio(/^24 GB and more/).check();
  await expect(page).toHaveURL(`${computing}?min_gpu_memory=24`);
  await expect(typed).toHaveValue('');
});

test('[Q-15] license and rating are facets of every category, without values that have no product', async ({
  page,
  request,
}) => {
  for (const category of ['all', 'solutions', 'computing', 'data', 'algorithm']) {
    await open(page, `/products/category/${category}`);
    const filters = filtersOf(page);
    await expect(filters.getByRole('group', { name: 'License allows' }).getByRole('checkbox').first()).toBeVisible();
    await expect(filters.getByRole('group', { name: 'Rating' }).getByRole('radio', { name: 'Any' })).toBeChecked();
    const counts = await filters
      .locator('label.facet > .num')
      .evaluateAll((numbers) => numbers.map((number) => number.textContent));
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).not.toContain('0');
  }
  const filters = filtersOf(page);
  await filters.getByRole('checkbox', { name: /^Commercial use \d+$/ }).check();
  await filters
    .getByRole('group', { name: 'Rating' })
    .getByRole('radio', { name: /^4 stars and more/ })
    .check();
  await expect(page).toHaveURL('/products/category/algorithm?allows=commercial&rating=4');
  const found = await listed(request, 'category=algorithm&allows=commercial&rating=4');
  expect(found.length).toBeGreaterThan(0);
  await expect(page.getByRole('article')).toHaveCount(Math.min(24, found.length));
  for (const badge of ['Commercial use', 'Rated 4 and more'])
    await expect(page.getByRole('link', { name: `Remove filter ${badge}` })).toBeVisible();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/products/category/algorithm');
});

test('[Q-15] what an address says stands with its count: a rating, a shop and a license that no facet offers', async ({
  page,
}) => {
  await open(page, '/products/category/algorithm?license=Apache-2.0&seller=operator&rating=2.5');
  const filters = filtersOf(page);
  await expect(filters.getByRole('checkbox', { name: /^Apache-2\.0 [1-9]\d*$/ })).toBeChecked();
  await expect(filters.getByRole('checkbox', { name: /^Hearth [1-9]\d*$/ })).toBeChecked();
  await expect(page.getByRole('link', { name: 'Remove filter Shop: Hearth' })).toBeVisible();
  await expect(filters.getByRole('radio', { name: /^2\.5 stars and more [1-9]\d*$/ })).toBeChecked();
});

test('[Q-16] a card says rating, shop, region, what is free and the delivery; the page of a product says the same', async ({
  page,
  request,
}) => {
  const all = await listed(request, 'category=computing');
  const machine = all.find(({ product_id }) => product_id === 'a10-24gb');
  if (!machine?.rating) throw new Error('the demo has reviews of the A10');
  await open(page, computing);
  const card = cardOf(page, machine.product_name);
  const rating = `${machine.rating.average.toFixed(1)} (${machine.rating.reviews} review`;
  await expect(card).toContainText(rating);
  await expect(card).toContainText('Sold by Hearth');
  await expect(card).toContainText(`${machine.regions?.length} regions`);
  await expect(card).toContainText(`${machine.stock} free`);
  await expect(card).toContainText('Delivered within 1 hour');
  await card.getByRole('link', { name: machine.product_name }).click();
  const main = page.getByRole('main');
  await expect(main.getByText(rating).first()).toBeVisible();
  await expect(main.getByText(/^Delivered within 1 hour by Copperline Racks$/).first()).toBeVisible();
});

test('[Q-16] a machine of a network has its three lines and the facts below; card, table and page say the same', async ({
  page,
}) => {
  const name = 'RTX 4090 on DeepBrain Chain';
  await open(page, computing);
  const card = cardOf(page, name);
  await expect(card.getByRole('listitem')).toHaveText(['AI Training & Reference', 'Cloud Gaming', 'Visual Rendering']);
  await expect(card).toContainText('4 regions · 120 free · Rented at DBC');
  await expect(card).not.toContainText('Sold by');
  await open(page, `${computing}?view=table`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('120 free');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Rented at DBC');
  await open(page, '/products/id/dbc-rtx-4090');
  await expect(page.getByRole('main').getByText('Rented at DBC', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('120 free').first()).toBeVisible();
});

test('[Q-16] on a phone the table shows the regions and the delivery whole', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `${computing}?view=table`);
  for (const { product_name, regions = [] } of (await listed(request, 'category=computing')).slice(0, 8)) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: product_name, exact: true }) });
    await expect(row.locator('.narrow')).toHaveText(regions.join(', '));
    await expect(row.locator('.narrow')).toBeVisible();
    await expect(row.locator('.phone').filter({ hasText: /free/ })).toContainText(/Delivered|Rented at|free$/);
  }
  await expectFitAndAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[Q-15] regions, memory and ratings are applied by the button, and what is typed counts', async ({ page }) => {
    await page.goto(`${computing}?min_gpu_memory=48`);
    await expect(page.getByRole('radio', { name: /^48 GB and more/ })).toBeChecked();
    await page.getByRole('textbox', { name: 'GPU memory, least' }).fill('80');
    await page.getByRole('checkbox', { name: /^Europe \d+$/ }).check();
    await page.getByRole('radio', { name: /^4 stars and more/ }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    for (const badge of ['GPU memory: 80 GB and more', 'Region: Europe', 'Rated 4 and more'])
      await expect(page.getByRole('link', { name: `Remove filter ${badge}` })).toBeVisible();
    await page.getByRole('radio', { name: /^16 GB and more/ }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByRole('link', { name: 'Remove filter GPU memory: 16 GB and more' })).toBeVisible();
  });
});
