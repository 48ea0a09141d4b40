import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, open, test } from '../shop.ts';

const demo = join(import.meta.dirname, '../../../catalogue/demo');
const lines = (file: string) =>
  readFileSync(join(demo, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test("[D-01] a product shows its image, name, category and 'Provided by' its provider", async ({ page }) => {
  await page.goto('/products/id/h100-sxm-80gb');
  const image = page.getByRole('main').getByRole('img', { name: 'H100 SXM 80 GB' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('H100 SXM 80 GB');
  await expect(page.getByRole('main').getByRole('link', { name: 'computing', exact: true })).toBeVisible();
  await expect(page.getByText('Provided by Northlight Compute', { exact: true })).toBeVisible();
});

test('[D-02] the overall rating is 4 whatever the reviews say, and cannot be changed', async ({ page }) => {
  const reviews = lines('reviews.jsonl');
  const ofProduct = (id: string) => reviews.filter((review) => review.product_id === id && review.show);
  const average = (id: string) =>
    ofProduct(id).reduce((sum, review) => sum + review.rate, 0) / (ofProduct(id).length || 1);
  expect(average('lora-fine-tuning-kit')).not.toBe(4);
  expect(ofProduct('graph-embedding-trainer')).toEqual([]);
  for (const id of ['lora-fine-tuning-kit', 'graph-embedding-trainer', 'dbc-rtx-4090']) {
    await page.goto(`/products/id/${id}`);
    const rating = page.getByRole('img', { name: 'Overall rating: 4 out of 5 stars' });
    await expect(rating).toBeVisible();
    const filled = await rating
      .locator('svg')
      .evaluateAll((stars) => stars.map((star) => getComputedStyle(star).fill !== 'none'));
    expect(filled).toEqual([true, true, true, true, false]);
    await expect(rating.locator('input, button, a, [tabindex]')).toHaveCount(0);
  }
});

test('[D-03] [D-04] the price is the quantity times the price in 2 decimals; the quantity is 1 at first and at least', async ({
  page,
}) => {
  await open(page, '/products/id/reply-desk-support-copilot');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  const more = page.getByRole('button', { name: 'Increase quantity' });
  const fewer = page.getByRole('button', { name: 'Decrease quantity' });
  const buyBox = page.getByRole('main').locator('s, [aria-live]');
  await expect(quantity).toHaveValue('1');
  await expect(quantity).toHaveAttribute('min', '1');
  await expect(fewer).toBeDisabled();
  await expect(page.locator('main [aria-live]').getByText('$49.00', { exact: true })).toBeVisible();
  await expect(buyBox.locator('s')).toHaveCount(0);

  await more.click();
  await more.click();
  await expect(quantity).toHaveValue('3');
  await expect(page.locator('main [aria-live]').getByText('$147.00', { exact: true })).toBeVisible();
  await fewer.click();
  await expect(page.locator('main [aria-live]').getByText('$98.00', { exact: true })).toBeVisible();
  await fewer.click();
  await expect(quantity).toHaveValue('1');
  await expect(fewer).toBeDisabled();

  for (const tooFew of ['0', '-3', '']) {
    await quantity.fill('7');
    await expect(page.locator('main [aria-live]').getByText('$343.00', { exact: true })).toBeVisible();
    await quantity.fill(tooFew);
    await quantity.blur();
    await expect(quantity, `after '${tooFew}'`).toHaveValue('1');
    await expect(page.locator('main [aria-live]').getByText('$49.00', { exact: true })).toBeVisible();
  }
});

test('[D-04] a quantity is typed over the one that stands there', async ({ page }) => {
  await open(page, '/products/id/reply-desk-support-copilot');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.press('End');
  await quantity.press('Backspace');
  await quantity.pressSequentially('5');
  await expect(quantity).toHaveValue('5');
  await expect(page.locator('main [aria-live]').getByText('$245.00', { exact: true })).toBeVisible();
});

test('[D-03] on sale the sale price is red beside the regular price struck through, both times the quantity', async ({
  page,
}) => {
  await open(page, '/products/id/h100-sxm-80gb');
  const sale = page.getByRole('main').getByText('$2.29', { exact: true }).first();
  const regular = page.getByRole('main').getByText('$2.65', { exact: true }).first();
  const [red = 0, green = 0, blue = 0] = await sale.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(3 * green);
  expect(red).toBeGreaterThan(3 * blue);
  await expect(regular).toHaveCSS('text-decoration-line', 'line-through');

  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await expect(page.locator('main [aria-live]').getByText('$6.87', { exact: true })).toBeVisible();
  await expect(page.locator('main [aria-live]').getByText('$7.95', { exact: true })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
});

test("[D-05] the options are groups of choices; rental products have 'Number of GPU' and 'Available Region'", async ({
  page,
}) => {
  const products = lines('products.jsonl');
  for (const id of ['hycons-rtx-4090', 'dbc-rtx-4090', 'l40s-48gb']) {
    const { options } = products.find((product) => product.product_id === id);
    await open(page, `/products/id/${id}`);
    for (const { name, choices } of options) {
      const radios = page.getByRole('group', { name, exact: true }).getByRole('radio');
      await expect(radios).toHaveCount(choices.length);
      for (const [index, choice] of choices.entries()) await expect(radios.nth(index)).toHaveAccessibleName(choice);
      await radios.nth(1).check();
      await radios.nth(0).check();
      await expect(radios.nth(0)).toBeChecked();
      await expect(radios.nth(1)).not.toBeChecked();
    }
    if (id === 'l40s-48gb') continue;
    await expect(page.getByRole('group', { name: 'Number of GPU', exact: true })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Available Region', exact: true })).toBeVisible();
  }
});

test("[D-06] [D-07] the tabs 'Product Information' and 'Reviews' hold description, specifications and reviews", async ({
  page,
}) => {
  const product = lines('products.jsonl').find((one) => one.product_id === 'h100-sxm-80gb');
  const users = new Map<string, string>(lines('users.jsonl').map((user) => [user.user_id, user.username]));
  const reviews = lines('reviews.jsonl').filter((review) => review.product_id === 'h100-sxm-80gb' && review.show);
  expect(reviews.length).toBeGreaterThan(0);

  await open(page, '/products/id/h100-sxm-80gb');
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(page.getByRole('tab', { name: 'Product Information' })).toHaveAttribute('aria-selected', 'true');
  const information = page.getByRole('tabpanel', { name: 'Product Information' });
  await expect(information.getByText(product.description.split('\n')[0])).toBeVisible();
  const table = information.getByRole('table', { name: 'Specifications' });
  await expect(table.getByRole('row')).toHaveCount(product.specs.length);
  for (const [index, { name, value }] of product.specs.entries()) {
    await expect(table.getByRole('row').nth(index).getByRole('rowheader')).toHaveText(name);
    await expect(table.getByRole('row').nth(index).getByRole('cell')).toHaveText(value);
  }

  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(information).toBeHidden();
  const shown = page.getByRole('tabpanel', { name: 'Reviews' }).getByRole('article');
  await expect(shown).toHaveCount(reviews.length);
  for (const review of reviews) {
    const entry = shown.filter({ hasText: review.review_text });
    await expect(entry).toHaveCount(1);
    await expect(entry.getByText(users.get(review.user_email) ?? 'a name', { exact: true })).toBeVisible();
    await expect(entry.getByRole('img', { name: `Rating: ${review.rate} out of 5 stars` })).toBeVisible();
    const day = new Date(review.updated_at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await expect(entry.getByText(day, { exact: true })).toBeVisible();
  }

  await page.getByRole('tab', { name: 'Product Information' }).click();
  await expect(information).toBeVisible();
  await expect(shown.first()).toBeHidden();
});

test("[D-09] [D-10] a network's product has no cart, but rental buttons and links to three exchanges", async ({
  page,
  context,
  leaveShop,
}) => {
  await open(page, '/products/id/dbc-rtx-4090');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'More in Computing' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);

  const exchanges = main.getByRole('listitem').getByRole('link', { name: /^DBC on / });
  await expect(exchanges).toHaveCount(3);
  const tradeLinks = await exchanges.evaluateAll((links) =>
    links.map((link) => [
      link.textContent?.trim(),
      (link as HTMLAnchorElement).href,
      (link as HTMLAnchorElement).target,
    ]),
  );
  expect(tradeLinks).toEqual([
    ['DBC on Gate', 'https://www.gate.com/trade/DBC_USDT', '_blank'],
    ['DBC on MEXC', 'https://www.mexc.com/exchange/DBC_USDT', '_blank'],
    ['DBC on HTX', 'https://www.htx.com/trade/dbc_usdt', '_blank'],
  ]);

  const places = [
    ['Rent with DBC', 'https://www.deepbrainchain.org/rent'],
    ['Check Availability', 'https://www.deepbrainchain.org/gpus'],
  ] as const;
  for (const [name, address] of places) {
    const opened = context.waitForEvent('page');
    await main.locator(':scope > *').getByRole('button', { name, exact: true }).first().click();
    const tab = await opened;
    await expect(tab).toHaveURL(address);
    await tab.close();
  }
  expect(leaveShop).toEqual(places.map(([, address]) => address));
});

test("[D-11] [D-12] [D-13] 'Rent with HYCONS' acts only on a GPU count and a region, and opens the search for them", async ({
  page,
  context,
  leaveShop,
}) => {
  const opened: string[] = [];
  context.on('page', (tab) => opened.push(tab.url()));
  await open(page, '/products/id/hycons-rtx-4080-super');
  const rent = page.getByRole('button', { name: 'Rent with HYCONS', exact: true }).first();
  await rent.click();
  await expect(page.getByText('Choose a number of GPU and an available region first.')).toBeVisible();
  await page.getByRole('group', { name: 'Number of GPU' }).getByRole('radio', { name: '4' }).check();
  await rent.click();
  await expect(page.getByText('Choose a number of GPU and an available region first.')).toBeVisible();
  await page.getByRole('group', { name: 'Available Region' }).getByRole('radio', { name: 'United States' }).check();

  const opening = context.waitForEvent('page');
  await rent.click();
  const tab = await opening;
  await expect(tab).toHaveURL(/^https:\/\/www\.hycons\.example\/gpu-rental\/search\?/);
  expect([...new URL(tab.url()).searchParams]).toEqual([
    ['gpuModel', 'GeForceRTX4080SUPER'],
    ['countryName', 'United States'],
    ['gpuCountStart', '4'],
    ['gpuCountEnd', '4'],
    ['pageIndex', '1'],
  ]);
  expect(opened, 'tabs opened in the whole visit').toHaveLength(1);
  expect(leaveShop, 'addresses elsewhere that were asked for').toEqual([tab.url()]);
  await expect(page).toHaveURL('/products/id/hycons-rtx-4080-super');
});

test("[D-11] a region without a GPU count opens nothing, and there is no 'Add to cart'", async ({
  page,
  context,
  leaveShop,
}) => {
  const opened: string[] = [];
  context.on('page', (tab) => opened.push(tab.url()));
  await open(page, '/products/id/hycons-gtx-1080-ti');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Vietnam' }).check();
  const rent = page.getByRole('button', { name: 'Rent with HYCONS', exact: true }).first();
  await rent.click();
  await page.getByRole('radio', { name: '2' }).check();
  const opening = context.waitForEvent('page');
  await rent.click();
  const search =
    'https://www.hycons.example/gpu-rental/search?gpuModel=GeForceGTX1080Ti&countryName=Vietnam&gpuCountStart=2&gpuCountEnd=2&pageIndex=1';
  await expect(await opening).toHaveURL(search);
  expect(opened).toHaveLength(1);
  expect(leaveShop).toEqual([search]);
});

test('[D-14] ordinary products have one Add to cart, also on a phone, where it stays in reach; it asks an anonymous visitor to log in', async ({
  page,
}) => {
  await open(page, '/products/id/h100-sxm-80gb');
  await expect(page.getByRole('button', { name: /^Rent with|^Check Availability/ })).toHaveCount(0);
  const add = page.getByRole('button', { name: 'Add to cart' });
  await expect(add).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.buy-bar')).toBeVisible();
  await expect(add).toHaveCount(1);
  await page.locator('.buy-bar').getByText('Add to cart').click();
  await expect(page.getByText('Please log in to your account first')).toBeVisible();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fproducts%2Fid%2Fh100-sxm-80gb');
});

test('[D-16] reviews whose show flag is off are not on the page', async ({ page }) => {
  const reviews = lines('reviews.jsonl');
  const hidden = reviews.filter((review) => !review.show);
  expect(hidden.map((review) => review.product_id).sort()).toEqual([
    'hycons-rtx-4090',
    'lora-fine-tuning-kit',
    'street-scenes-120k',
  ]);
  for (const { product_id, review_text } of hidden) {
    const displayed = reviews.filter((review) => review.product_id === product_id && review.show).length;
    await open(page, `/products/id/${product_id}`);
    expect(await page.content(), product_id).not.toContain(review_text);
    await expect(page.getByRole('tab', { name: 'Reviews' })).toContainText(`(${displayed})`);
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Reviews' }).getByRole('article')).toHaveCount(
      Math.min(10, displayed),
    );
  }
});

test('on a phone nothing that has the focus is behind the bar with the button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/products/id/h100-sxm-80gb');
  await expect(page.locator('.buy-bar')).toBeVisible();
  // Both places are read in one moment: the bar goes whenever its twin on the page scrolls into view.
  const focusAndBar = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const bar = document.querySelector('.buy-bar');
      // A panel of text may be higher than the screen.
      if (!bar || !focused?.matches('main *, footer *') || focused.matches('.buy-bar *, [role=tabpanel]')) return null;
      const pixelsBehind = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
      return { name: focused.textContent, pixelsBehind };
    });
  const reached = new Set<string>();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    const focus = await focusAndBar();
    if (!focus) continue;
    const name = `${focus.name}, ${presses}`;
    await expect.poll(async () => (await focusAndBar())?.pixelsBehind ?? 0, name).toBeLessThanOrEqual(0);
    reached.add(name);
  }
  expect(reached.size).toBeGreaterThan(10);
});

test("[D-06] a product's description stays as the server has drawn it, and is there on the way back", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(response.url()));
  await open(page, '/products/id/h100-sxm-80gb');
  const description = page.locator('main .prose').first();
  const drawn = await description.innerHTML();
  expect(drawn).toMatch(/^<p>\w/);
  expect(scripts.filter((address) => address.includes('markdown-text'))).toEqual([]);

  const other = page.getByRole('main').getByRole('article').getByRole('link').last();
  await other.click();
  await expect(page).not.toHaveURL(/h100-sxm-80gb/);
  await expect.poll(() => description.innerHTML()).not.toBe(drawn);
  await expect(description).toHaveText(/\w/);
  await page.goBack();
  await expect(page).toHaveURL(/h100-sxm-80gb/);
  await expect.poll(() => description.innerHTML()).toBe(drawn);
});
