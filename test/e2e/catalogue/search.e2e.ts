// Finding: what the keyword page adds to its list, and what the search suggests while one types.
import type { Page } from '@playwright/test';
import { expect, open, test } from '../shop.ts';

const alsoFits = (page: Page) => page.getByRole('region', { name: 'Also fits' });

async function openSearch(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' });
  await expect(field).toBeFocused();
  return { field, list: page.getByRole('dialog').getByRole('listbox', { name: 'Suggestions' }) };
}

test('[Q-01] names with the keyword come first, then under a heading of its own what else fits, each product once', async ({
  page,
}) => {
  await page.goto('/products/keyword/speech');
  const listed = await page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('heading').all();
  const names = await Promise.all(listed.map((heading) => heading.innerText()));
  const also = await alsoFits(page).getByRole('article').getByRole('heading', { level: 3 }).allInnerTexts();
  expect(also.length).toBeGreaterThan(0);
  expect(also.filter((name) => name.toLowerCase().includes('speech'))).toEqual([]);
  expect(names.slice(0, names.length - also.length).every((name) => name.toLowerCase().includes('speech'))).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('[Q-01] [L-03] where no name matches, the sentence stands as it does, and what fits below it, said what was searched', async ({
  page,
}) => {
  await page.goto('/products/keyword/speach%20recognition');
  await expect(page.getByRole('heading', { name: "No products matching keyword 'speach recognition'" })).toBeVisible();
  await expect(alsoFits(page).getByText('Showing results for "speech recognition"')).toBeVisible();
  await expect(alsoFits(page).getByRole('link', { name: 'Multilingual Speech Recognizer' })).toBeVisible();
});

test('[Q-01] what also fits stands on the first page of the whole list alone', async ({ page }) => {
  await page.goto('/products/keyword/speech');
  await expect(alsoFits(page)).toBeVisible();
  for (const narrowed of ['?in_stock=true', '?cursor=last', '?min_price=0&max_price=1']) {
    await page.goto(`/products/keyword/speech${narrowed}`);
    await expect(alsoFits(page)).toHaveCount(0);
  }
  await page.goto('/products/category/algorithm?keyword=speech');
  await expect(alsoFits(page)).toHaveCount(0);
});

test('[Q-03] while one types there are products with picture and price, filters and categories, and a way to all results', async ({
  page,
}) => {
  await open(page, '/contact');
  const { field, list } = await openSearch(page);
  await field.pressSequentially('rtx 409');
  const product = list.getByRole('group', { name: 'Products' }).getByRole('option').first();
  await expect(product).toHaveAccessibleName(/RTX 4090.*\$/);
  expect(await product.locator('img').evaluate((img: HTMLImageElement) => img.decode().then(() => img.width))).toBe(64);
  await expect(
    list.getByRole('group', { name: 'Filters' }).getByRole('option', { name: 'GPU: RTX 4090' }),
  ).toBeVisible();
  await list.getByRole('group', { name: 'Categories' }).getByRole('option', { name: 'rtx 409 in Computing' }).click();
  await expect(page).toHaveURL('/products/keyword/rtx%20409?category=computing');

  const again = await openSearch(page);
  await again.field.fill('24gb');
  const filter = again.list.getByRole('option', { name: 'GPU memory: 24 GB or more' });
  await expect(filter).toHaveAttribute('href', '/products/category/computing?min_gpu_memory=24');
  await again.list.getByRole('option', { name: 'See all results' }).click();
  await expect(page).toHaveURL('/products/keyword/24gb');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('[Q-03] by keyboard: the arrows lead through the options, Enter opens the one that is active, Escape closes all at once', async ({
  page,
}) => {
  await open(page, '/contact');
  const { field, list } = await openSearch(page);
  await field.pressSequentially('h100');
  const options = list.getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(field).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '');
  /** The number of the option that the field names and that is shown as chosen; null where it is none. */
  const active = () =>
    field.evaluate((input) => {
      const all = [...document.querySelectorAll('dialog [role=option]')];
      const named = all.findIndex((option) => option.id === input.getAttribute('aria-activedescendant'));
      const chosen = all.findIndex((option) => option.ariaSelected === 'true');
      return named !== chosen ? 'differs' : named < 0 ? null : named;
    });
  const last = (await options.count()) - 1;
  expect(await active()).toBeNull();
  for (const [key, index] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['End', last],
    ['ArrowDown', null],
    ['ArrowUp', last],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(active, key).toBe(index);
  }
  await expect(field).toBeFocused();
  const href = await options.first().getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(href ?? '');
  await expect(page.getByRole('dialog')).toBeHidden();

  await openSearch(page);
  await page.keyboard.type('rtx');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('[Q-03] what was typed is searched with Enter as long as no option is active', async ({ page }) => {
  await open(page, '/contact');
  const { list } = await openSearch(page);
  await page.keyboard.type('h100');
  await expect(list.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/keyword/h100');
});

test('[Q-03] earlier searches of this browser are offered before one types, and can be forgotten', async ({ page }) => {
  await open(page, '/contact');
  for (const keyword of ['speech', 'rtx 4090']) {
    const { field } = await openSearch(page);
    await field.fill(keyword);
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search results for '${keyword}'`);
  }
  const { field, list } = await openSearch(page);
  await field.fill('');
  const earlier = list.getByRole('group', { name: 'Earlier searches' }).getByRole('option');
  await expect(earlier).toHaveText(['rtx 4090', 'speech']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/keyword/speech');

  await openSearch(page);
  await field.fill('');
  await page.getByRole('button', { name: 'Forget earlier searches' }).click();
  await expect(earlier).toHaveCount(0);
  await page.reload();
  await openSearch(page);
  await expect(page.getByRole('button', { name: 'Forget earlier searches' })).toHaveCount(0);
  await expect(earlier).toHaveCount(0);
});

test('[Q-03] nothing, waiting and a failure are said in a sentence, and the field searches all the same', async ({
  page,
}) => {
  await open(page, '/contact');
  const { field, list } = await openSearch(page);
  const status = page.getByRole('dialog').getByRole('status');
  await field.fill('zzzzqqq');
  await expect(status).toHaveText(/^Nothing fits 'zzzzqqq' yet/);
  await expect(list.getByRole('option')).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-expanded', 'false');

  await field.fill('');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/search/suggestions**', async (route) => {
    await held;
    await route.abort();
  });
  await field.fill('h100');
  await expect(status).toHaveText('Searching…');
  release();
  await expect(status).toHaveText(/could not be loaded/);
  await field.press('Enter');
  await expect(page).toHaveURL('/products/keyword/h100');
});
test.use({ expectedNoise: /status of 404|ERR_FAILED/ });

test('[Q-03] a misspelt word is understood, and it is said how', async ({ page }) => {
  await open(page, '/contact');
  const { field, list } = await openSearch(page);
  await field.fill('speach recognition ');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Showing results for "speech recognition"');
  await expect(list.getByRole('option', { name: /Multilingual Speech Recognizer/ })).toBeVisible();
});

test('[Q-12] on a phone a whole sentence is found in three actions: its filters are badges, and each is taken away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Keyword' }).fill('4090 in Europe under 50 cents for two days');
  await page.keyboard.press('Enter');
  await expect(alsoFits(page).getByRole('article')).toHaveCount(1);
  const machine = alsoFits(page).getByRole('link', { name: 'RTX 4090 (HYCONS)' }).first();
  await expect(machine).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters' })).toHaveCount(0);
  await expect(page.getByText('0 products')).toHaveCount(0);

  const badges = page.getByRole('list', { name: 'Filters in your search' });
  await expect(badges.getByRole('link')).toHaveText(['Region: Europe', 'Price: under $0.50', 'For two days']);
  await badges.getByRole('link', { name: 'Remove filter Region: Europe' }).click();
  await expect(page).toHaveURL('/products/keyword/4090%20under%2050%20cents%20for%20two%20days');
  await expect(alsoFits(page).getByRole('link', { name: 'RTX 4090 on DeepBrain Chain' }).first()).toBeVisible();
});

test('[Q-11] a hit begins in the first 400 pixels of a phone, below the sentence that no name has the keyword', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products/keyword/rtx4090');
  await expect(page.getByRole('heading', { name: "No products matching keyword 'rtx4090'" })).toBeVisible();
  const first = await alsoFits(page).getByRole('article').first().boundingBox();
  expect(first?.y).toBeLessThan(400);
  await expect(page.getByRole('link', { name: 'Clear all filters' })).toHaveCount(0);
});

test('[Q-12] where nothing fits with a filter, the page says so and shows what there is without it as no result', async ({
  page,
}) => {
  await page.goto('/products/keyword/h100%20in%20australia');
  await expect(
    page.getByText('Nothing fits with “Region: Australia”. This is what there is without it.'),
  ).toBeVisible();
  await expect(alsoFits(page)).toHaveCount(0);
  const closest = page.getByRole('region', { name: 'Closest to it' });
  await expect(closest.getByRole('link', { name: 'H100 SXM 80 GB' }).first()).toBeVisible();
});

test('[Q-11] page, API and suggestions begin alike', async ({ page }) => {
  for (const query of ['h100', 'rag', 'speech recognition', 'amd gpu']) {
    const { products } = await (await page.request.get(`/api/search?q=${encodeURIComponent(query)}`)).json();
    const suggested = await (await page.request.get(`/api/search/suggestions?q=${encodeURIComponent(query)}`)).json();
    const idsOf = (list: Array<{ product_id: string }>) => list.slice(0, 3).map((one) => one.product_id);
    expect(idsOf(suggested.products), query).toEqual(idsOf(products));
    await page.goto(`/products/keyword/${encodeURIComponent(query)}`);
    const links = await page.getByRole('main').getByRole('article').getByRole('heading').getByRole('link').all();
    const shown = await Promise.all(links.map((link) => link.getAttribute('href')));
    const first = shown.slice(0, 3).map((href) => href?.split('/').at(-1));
    expect(first, query).toEqual(idsOf(products));
  }
});
