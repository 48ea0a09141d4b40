import type { Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|404)/ });

const four = '/compare?id=mi300x-192gb&id=a100-sxm-80gb&id=h200-sxm-141gb&id=h100-sxm-80gb';
const cells = (page: Page, label: string) =>
  page.getByRole('row', { name: label, exact: false }).filter({ hasText: label }).first().getByRole('cell');

test('[Q-08] four products stand side by side: differences marked, ends named, missing said; differences only is an address', async ({
  page,
}) => {
  await open(page, four);
  await expect(page.getByRole('columnheader').getByRole('link', { name: /^(?!Remove)/ })).toHaveText([
    'Instinct MI300X 192 GB',
    'A100 SXM 80 GB',
    'H200 SXM 141 GB',
    'H100 SXM 80 GB',
  ]);
  await expect(cells(page, 'GPU memory (differs)')).toHaveText([
    '192 GBhighest',
    '80 GBlowest',
    '141 GB',
    '80 GBlowest',
  ]);
  await expect(cells(page, 'GPUs in one machine')).toHaveText(['1, 2, 4, 8, in all four']);
  await expect(cells(page, 'Host per GPU (differs)').first()).toHaveText('not stated');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  await page.getByRole('link', { name: /^Differences only/ }).click();
  await expect(page).toHaveURL(`${four}&rows=differences`);
  await expect(page.getByRole('rowheader', { name: 'GPUs in one machine' })).toHaveCount(0);
  await expect(page.getByRole('rowheader', { name: 'GPU memory (differs)' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove A100 SXM 80 GB' }).click();
  await expect(page).toHaveURL('/compare?id=mi300x-192gb&id=h200-sxm-141gb&id=h100-sxm-80gb&rows=differences');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare three products' })).toBeVisible();
});

test('[Q-08] differences only stays chosen when a product is added; one product alone is shown whole', async ({
  page,
}) => {
  await open(page, '/compare?id=h100-sxm-80gb&rows=differences');
  await expect(page.getByRole('rowheader', { name: 'GPU memory' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a product' }).selectOption('A100 SXM 80 GB');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=a100-sxm-80gb&rows=differences');
  await expect(page.getByRole('rowheader', { name: 'GPU (differs)' }).first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'GPU memory' })).toHaveCount(0);
});

test('[Q-08] a product’s page leads to a comparison, to which others are added', async ({ page }) => {
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL('/compare?id=h100-sxm-80gb');
  await page.getByRole('combobox', { name: 'Add a product' }).selectOption('A100 SXM 80 GB');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=a100-sxm-80gb');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare two products' })).toBeVisible();
});

test('[Q-08] products are ticked in a list, by keyboard too, and compared by one button', async ({ page }) => {
  await open(page, '/products/category/computing');
  const tick = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}`, exact: true });
  const button = page
    .getByRole('form', { name: 'Compare products' })
    .getByRole('button', { name: 'Compare', exact: true });
  await expect(button).toBeHidden();
  await tick('H100 SXM 80 GB').check();
  await expect(button).toBeInViewport({ ratio: 1 });
  await tick('RTX 4090 (HYCONS)').focus();
  await page.keyboard.press('Space');
  await button.click();
  await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=hycons-rtx-4090');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare two products' })).toBeVisible();
});

for (const [keyword, what] of [
  ['speech', 'the first of the list with the last of what also fits'],
  ['accelerators by the hour', 'what also fits where no name does'],
] as const)
  test(`[Q-08] ${what} is compared`, async ({ page }) => {
    await open(page, `/products/keyword/${encodeURIComponent(keyword)}`);
    const ticks = page.getByRole('checkbox', { name: /^Compare / });
    await expect(page.getByRole('region', { name: 'Also fits' }).getByRole('checkbox').last()).toBeVisible();
    for (const tick of [ticks.first(), ticks.last()]) await tick.check();
    const ids = await ticks.evaluateAll((all) => all.map((tick) => (tick as HTMLInputElement).value));
    const button = page.getByRole('button', { name: 'Compare', exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.click();
    await expect(page).toHaveURL(`/compare?id=${ids.at(0)}&id=${ids.at(-1)}`);
  });

test('[Q-08] prices of different units are not ranked', async ({ page }) => {
  await open(page, '/compare?id=contextual-bandits&id=awq-weight-quantizer');
  await expect(page.getByText('These prices are for different things: they are not ranked.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Price' }).getByText(/lowest|highest/)).toHaveCount(0);
});

for (const [what, query, status, said] of [
  ['nothing', '', 200, 'Nothing is chosen yet.'],
  ['what is not sold', '?id=gone&id=h100-sxm-80gb', 404, 'One of the products of this address is not sold here'],
  ['what no product can be called', '?id=%00&id=..', 404, '2 of the products of this address are not sold here'],
  [
    'more than four',
    '?id=h100-sxm-80gb&id=a100-sxm-80gb&id=mi300x-192gb&id=h200-sxm-141gb&id=l40s-48gb',
    400,
    'Choose up to 4 of them.',
  ],
  ['several categories', '?id=h100-sxm-80gb&id=awq-weight-quantizer', 400, 'Choose one category.'],
] as const)
  test(`[Q-08] an address of ${what} says what to do`, async ({ page }) => {
    const response = await page.goto(`/compare${query}`);
    expect(response?.status()).toBe(status);
    await expect(page.getByRole('main').getByText(said)).toBeVisible();
    await expectFitAndAccessible(page);
  });

test('the same product twice is one of the comparison', async ({ page }) => {
  await page.goto('/compare?id=h100-sxm-80gb&id=a100-sxm-80gb&id=h100-sxm-80gb');
  await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=a100-sxm-80gb');
});

test('a comparison is accessible and fits its width, on a desk and on a phone, light and dark', async ({ page }) => {
  await open(page, four);
  await expectFitAndAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const frame = page.getByRole('region', { name: 'Comparison' });
  await frame.evaluate((element) => element.scrollTo(400, 0));
  const label = page.getByRole('rowheader', { name: /^GPU memory/ });
  expect((await label.boundingBox())?.x, 'stays in sight').toBe((await frame.boundingBox())?.x);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[Q-08] machines are ticked in their table', async ({ page }) => {
    await page.goto('/products/category/computing?view=table');
    for (const name of ['H100 SXM 80 GB', 'RTX 4090 (HYCONS)'])
      await page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=hycons-rtx-4090');
  });

  test('[Q-08] the comparison, its differences and what is added work', async ({ page }) => {
    await page.goto('/compare?id=h100-sxm-80gb');
    await page.getByRole('combobox', { name: 'Add a product' }).selectOption('A100 SXM 80 GB');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: /^Differences only/ }).click();
    await expect(page.getByRole('rowheader', { name: 'GPU (differs)' }).first()).toBeVisible();
    await page.goto('/compare?id=h100-sxm-80gb&id=awq-weight-quantizer&id=a100-sxm-80gb');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page).toHaveURL('/compare?id=h100-sxm-80gb&id=a100-sxm-80gb');
  });
});
