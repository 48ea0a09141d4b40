// Products that visitors save, before and after they sign in, and what they are told of them. A shop of its own: prices change in it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { runCommand } from '../../processes/run-command.ts';
import { limitsOfMany, startShop } from '../../processes/shop-process.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, readMail, register, signIn, submitLogin } from '../account.ts';
import { prepareFolder } from '../own-shop.ts';
import { expect, open, test as shopTest } from '../shop.ts';

const test = shopTest.extend<{ customer: Account }, { shop: { address: string; folder: string } }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearth-saved-'));
      const shop = await startShop({ ...limitsOfMany, DATA_DIR: prepareFolder(folder), LOG_LEVEL: 'error' });
      await use({ address: shop.address, folder });
      await shop.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
  customer: async ({ request, shop }, use) => use(await register(request, { dataDir: shop.folder })),
});
test.use({ expectedNoise: /the server responded with a status of (404|500|503)|net::ERR_FAILED/ });
// One shop for all of them.
test.describe.configure({ mode: 'default' });

const kit = 'LoRA Fine-Tuning Kit';
const heart = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true });
const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
const names = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading');

test('[Q-09] what is saved before the sign-in is in this browser, and the account’s after it; a sign-out leaves none of it', async ({
  page,
  customer,
}) => {
  await open(page, '/products/category/algorithm');
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');
  await heart(page, kit).click();
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'true');
  await expect(success(page)).toContainText(`${kit} is saved`);
  await page.getByTestId('alert-area').getByRole('link', { name: 'View saved' }).click();
  await expect(page).toHaveURL('/saved');
  await expect(names(page)).toHaveText([kit]);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.reload();
  await expect(names(page)).toHaveText([kit]);

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await submitLogin(page, customer);
  await expect(page).toHaveURL('/saved');
  await expect(names(page)).toHaveText([kit]);
  await expect(page.getByRole('checkbox', { name: /^costs less than \$/ })).not.toBeChecked();
  await expect(page.getByRole('complementary').locator('[aria-current]')).toHaveText('Saved');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/account/login');
  await open(page, '/saved');
  await expect(page.getByText('You have saved nothing yet.')).toBeVisible();
  await open(page, '/products/category/algorithm');
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');

  await signIn(page, customer, '/products/category/algorithm');
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'true');
});

test('[Q-09] the page of a product saves it and takes it back, by keyboard', async ({ page, customer }) => {
  await signIn(page, customer, '/products/id/h100-sxm-80gb');
  const save = heart(page, 'H100 SXM 80 GB');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toHaveText('Saved');
  await expect(save).toBeFocused();
  await open(page, '/saved');
  await expect(names(page)).toHaveText(['H100 SXM 80 GB']);
  await page.goBack();
  await expect(save).toHaveText('Saved');
  await page.keyboard.press('Tab');
  await save.click();
  await expect(save).toHaveText('Save');
  await open(page, '/saved');
  await expect(page.getByText('You have saved nothing yet.')).toBeVisible();
});

test('a heart that is clicked again before the answer shows what is stored', async ({ page, customer }) => {
  await signIn(page, customer, '/products/category/algorithm');
  // Saving takes longer than removing.
  await page.route('**/api/saved-product/*', async (route) => {
    if (route.request().method() === 'PUT') await setTimeout(500);
    await route.continue();
  });
  const answers = ['PUT', 'DELETE'].map((method) =>
    page.waitForResponse((response) => response.request().method() === method),
  );
  await heart(page, kit).click();
  await heart(page, kit).click();
  await Promise.all(answers);
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');

  await page.unrouteAll();
  const { promise: clicked, resolve: allClicked } = Promise.withResolvers<void>();
  let lost = 0;
  await page.route('**/api/saved-product/*', async (route) => {
    await clicked;
    lost++;
    await route.abort();
  });
  await heart(page, kit).click();
  await heart(page, kit).click();
  allClicked();
  await expect.poll(() => lost).toBe(2);
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('could not be reached');
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');
});

test('[Q-09] ticks show what is asked for where the second of two quick ones fails', async ({ page, customer }) => {
  await signIn(page, customer, '/products/id/awq-weight-quantizer');
  await heart(page, 'AWQ Weight Quantizer').click();
  await expect(success(page)).toBeVisible();
  await open(page, '/saved');
  const cheaper = page.getByRole('checkbox', { name: /^costs less than \$/ });
  const newer = page.getByRole('checkbox', { name: /^has a newer version/ });
  const { promise: ticked, resolve: bothTicked } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/api/saved-product/*', async (route) => {
    asked++;
    if (asked > 1) return route.abort();
    await ticked;
    await route.continue();
  });
  await cheaper.check();
  await expect.poll(() => asked).toBe(1);
  await newer.check();
  bothTicked();
  await expect(page.getByRole('main').getByRole('status')).toContainText('could not be reached');
  await expect(cheaper).toBeChecked();
  await expect(newer).not.toBeChecked();
  await page.reload();
  await expect(cheaper).toBeChecked();
  await expect(newer).not.toBeChecked();
});

test('[Q-09] what is removed comes back with its alerts, in its place', async ({ page, customer }) => {
  await signIn(page, customer, '/products/id/awq-weight-quantizer');
  await heart(page, 'AWQ Weight Quantizer').click();
  await expect(success(page)).toBeVisible();
  await open(page, '/products/id/h100-sxm-80gb');
  await heart(page, 'H100 SXM 80 GB').click();
  await expect(success(page)).toContainText('H100');
  await open(page, '/saved');
  const item = page.getByRole('listitem').filter({ hasText: 'AWQ Weight Quantizer' });
  const cheaper = item.getByRole('checkbox', { name: /^costs less than \$/ });
  const newer = item.getByRole('checkbox', { name: 'has a newer version than 1.3' });
  await cheaper.check();
  await newer.check();
  await expect(page.getByText('Noted')).toBeVisible();
  await page.getByRole('button', { name: 'Remove AWQ Weight Quantizer' }).click();
  const undo = page.getByRole('button', { name: 'Undo removing AWQ Weight Quantizer' });
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(page.getByRole('button', { name: 'Remove AWQ Weight Quantizer' })).toBeFocused();
  await page.reload();
  await expect(names(page)).toHaveText(['H100 SXM 80 GB', 'AWQ Weight Quantizer']);
  await expect(cheaper).toBeChecked();
  await expect(newer).toBeChecked();
});

test('[Q-09] who has asked is told by mail when it is cheaper, and ends it by one button without a sign-in', async ({
  page,
  customer,
  shop,
  browser,
}) => {
  test.setTimeout(120_000);
  await signIn(page, customer, '/products/id/hnsw-vector-search');
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click();
  await expect(success(page)).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await open(page, '/saved');
  await page.getByRole('checkbox', { name: /^costs less than \$/ }).check();
  await expect(page.getByText('Noted')).toBeVisible();

  const file = join(shop.folder, 'prices.jsonl');
  const row = { product_id: 'hnsw-vector-search', product_name: name, product_type: 'algorithm', price: 1.5 };
  await writeFile(file, JSON.stringify({ ...row, on_sale: false, options: [], variants: [] }));
  const imported = await runCommand('catalogue-import', [file], { environment: { DATA_DIR: shop.folder } });
  expect(imported.out, imported.err).toContain('updated 1,');
  const mail = await readMail(customer.email, /is cheaper/, shop.folder, 60_000);
  expect(mail.subject).toContain(`${name} is cheaper: $1.50`);

  const link = mail.text.match(/^http\S+\/saved\/alerts\/\S+$/m)?.[0] ?? '';
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByText(`We write to you about ${name}.`)).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger).toHaveURL(link);
  await expect(stranger.getByText(`We write to you no more about ${name}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^costs less than \$/ })).not.toBeChecked();
  await expect(page.getByText('when you saved it')).toBeVisible();

  await runCommand('catalogue-remove', ['hnsw-vector-search', '--yes'], { environment: { DATA_DIR: shop.folder } });
  await stranger.goto(link);
  await expect(stranger.getByText('We write to you no more about a product that is not sold any more.')).toBeVisible();
});

test('a link that ends nothing any more says so', async ({ page }) => {
  const response = await page.goto(`/saved/alerts/${'x'.repeat(22)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('There are no alerts under this link any more.')).toBeVisible();
});

test('what cannot be saved or loaded says so, and can be tried again', async ({ page, customer }) => {
  await signIn(page, customer, '/products/category/algorithm');
  await expect(heart(page, kit)).toBeVisible();
  await page.route('**/api/saved-product/**', (route) => route.abort());
  await heart(page, kit).click();
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('could not be reached');
  await expect(heart(page, kit)).toHaveAttribute('aria-pressed', 'false');
  await page.route('**/api/saved-product', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await open(page, '/saved');
  await expect(page.getByText('Your saved products could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You have saved nothing yet.')).toBeVisible();
});

test('what is saved is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  customer,
}) => {
  await signIn(page, customer, '/products/category/algorithm');
  await heart(page, kit).click();
  await expect(success(page)).toBeVisible();
  await expectFitAndAccessible(page);
  await open(page, '/saved');
  await expect(names(page)).toHaveText([kit]);
  await expectFitAndAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a product’s page leads to the login to save it', async ({ page }) => {
    await page.goto('/products/id/h100-sxm-80gb');
    await expect(page.getByRole('link', { name: 'Log in to save it' })).toBeVisible();
    await page.goto('/saved');
    await expect(page.getByRole('heading', { level: 1, name: 'Saved Products' })).toBeVisible();
  });
});
