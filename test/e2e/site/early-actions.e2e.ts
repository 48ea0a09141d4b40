// Early actions on a page whose scripts have not come yet are not lost.
import type { Page } from '@playwright/test';
import { expect, test } from '../shop.ts';

/** Opens a page whose scripts come only when the answer is called, and waits until it answers. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    release();
    await page.waitForFunction(() => window.history.scrollRestoration === 'manual');
  };
}

test('a message that was written early can be sent', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/contact');
  const message = 'Does the archive come with the masks of all frames?';
  await page.getByRole('textbox', { name: 'Your email' }).fill('somebody@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Street scenes');
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await letScriptsCome();
  await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
  await expect(page.getByRole('textbox', { name: 'Your email' })).toHaveValue('somebody@example.com');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(message);
});

test('whoever is typing when the scripts come goes on at the same place', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/contact');
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await subject.fill('Street scnes');
  for (let presses = 0; presses < 3; presses++) await subject.press('ArrowLeft');
  await letScriptsCome();
  await expect.poll(() => page.evaluate(() => window.earlyActions.kept.size)).toBe(0);
  await subject.pressSequentially('e');
  await expect(subject).toHaveValue('Street scenes');
});

test('a search that was opened early stays open with what was typed; one that was closed stays closed', async ({
  page,
}) => {
  const letScriptsCome = await openWithoutScripts(page, '/');
  const search = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await search.getByRole('searchbox').fill('h100');
  await letScriptsCome();
  await expect(search.getByRole('option', { name: /H100/ }).first()).toBeVisible();

  const again = await openWithoutScripts(page, '/contact');
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await again();
  await expect.poll(() => page.evaluate(() => window.earlyActions.kept.size)).toBe(0);
  await expect(search).toBeHidden();
});

test('a tab that was clicked early opens, and a quantity that was typed early is priced', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/id/reply-desk-support-copilot');
  await expect(page.locator('main [aria-live]').getByText('$49.00', { exact: true })).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toBeHidden();
  await letScriptsCome();
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toBeVisible();
  await expect(page.locator('main [aria-live]').getByText('$147.00', { exact: true })).toBeVisible();
});

test("'Add to cart' that was clicked again and again early counts once", async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/id/h100-sxm-80gb');
  for (let clicks = 0; clicks < 3; clicks++)
    await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
  await letScriptsCome();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fproducts%2Fid%2Fh100-sxm-80gb');
  await page.goBack();
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
});

test('a filter that was set early narrows the list, and an order that was chosen early sorts it', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/category/all');
  await page.getByRole('checkbox', { name: 'On sale' }).check();
  await page.getByRole('spinbutton', { name: 'Minimum price' }).fill('5');
  await letScriptsCome();
  // One price is enough: the other becomes the highest that there can be.
  await expect(page).toHaveURL('/products/category/all?min_price=5&max_price=1000000000&on_sale=true');
  await expect(page.getByRole('spinbutton', { name: 'Minimum price' })).toHaveValue('5');
  await expect(page.getByRole('checkbox', { name: 'On sale' })).toBeChecked();

  const again = await openWithoutScripts(page, '/products/category/data');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high');
  await again();
  await expect(page).toHaveURL('/products/category/data?sort=price_asc');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc');
});

test('a region and a number of GPU that were chosen early are rented', async ({ page, context, leaveShop }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/id/hycons-rtx-4080-super');
  await page.getByRole('group', { name: 'Number of GPU' }).getByRole('radio', { name: '4' }).check();
  await page.getByRole('group', { name: 'Available Region' }).getByRole('radio', { name: 'United States' }).check();
  await letScriptsCome();
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Rent with HYCONS', exact: true }).first().click();
  await expect(await opening).toHaveURL(/countryName=United\+States&gpuCountStart=4&gpuCountEnd=4/);
  expect(leaveShop).toHaveLength(1);
});

test('a second tap, while the page is being taken over, stands for the first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install({ time: new Date('2026-01-01T10:00:00') });
  await page.clock.pauseAt(new Date('2026-01-01T10:00:01'));
  const letScriptsCome = await openWithoutScripts(page, '/contact');
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  await letScriptsCome();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  // React listens; what was kept waits for the clock.
  expect(await page.evaluate(() => window.earlyActions.kept.size)).toBe(1);
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.clock.runFor(1_000);
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
});

test('a quantity that cannot be ordered is settled, though its field was left early', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/id/reply-desk-support-copilot');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill('0');
  await quantity.blur();
  await letScriptsCome();
  await expect(quantity).toHaveValue('1');
});

test('what was done early is done once: later clicks are not repeated', async ({ page }) => {
  const letScriptsCome = await openWithoutScripts(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await letScriptsCome();
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toBeVisible();
  await page.getByRole('tab', { name: 'Product Information' }).click();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page.getByRole('tabpanel', { name: 'Product Information' })).toBeVisible();
  expect(await page.evaluate(() => window.earlyActions.kept.size)).toBe(0);
});
