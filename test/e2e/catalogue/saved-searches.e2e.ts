// Searches that customers save, and the emails about new matches. A shop of its own: products come into it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      const folder = await mkdtemp(join(tmpdir(), 'hearth-saved-searches-'));
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
test.use({ expectedNoise: /the server responded with a status of (404|500)|net::ERR_FAILED/ });
// One shop for all of them.
test.describe.configure({ mode: 'default' });

const cheap = '/products/category/computing?max_gpu_price=0.4&min_gpu_memory=24';
const name = 'Computing · Up to $0.40 a GPU-hour · GPU memory: 24 GB and more';
const save = (page: Page) => page.getByRole('button', { name: 'Save this search' });
const saved = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Search saved' });
const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
const headings = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading');

test('[Q-18] before the sign-in it leads to the login and back to the same list, where one click saves', async ({
  page,
  customer,
}) => {
  await open(page, `${cheap}&view=table`);
  await page.getByRole('link', { name: 'Save this search' }).click();
  await expect(page).toHaveURL(/\/account\/login/);
  await submitLogin(page, customer);
  await expect(page).toHaveURL(/max_gpu_price=0\.4&min_gpu_memory=24&view=table#save-search$/);
  await expect(save(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(success(page)).toContainText('Search saved');
  await expect(saved(page)).toBeFocused();
  await page.reload();
  await expect(saved(page), 'another order or view is the same search').toBeVisible();
  await saved(page).click();
  await expect(page).toHaveURL('/saved/searches');
  await expect(headings(page)).toHaveText([name]);
  await expect(page.getByRole('complementary').locator('[aria-current]')).toHaveText('Saved');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await headings(page).getByRole('link').click();
  // The view that was chosen stays.
  await expect(page).toHaveURL(`${cheap}&view=table`);
  await expect(page.getByRole('link', { name: 'Remove filter Up to $0.40 a GPU-hour' })).toBeVisible();
});

test('[Q-18] a search is renamed, turned off, removed and brought back in its place', async ({ page, customer }) => {
  await signIn(page, customer, '/products/keyword/llama');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await open(page, cheap);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await open(page, '/saved/searches');
  await expect(headings(page)).toHaveText([name, 'llama']);
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await page.getByRole('textbox', { name: 'Name of the search' }).fill('Cheap cards');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(headings(page)).toHaveText(['Cheap cards', 'llama']);
  const alerts = page.getByRole('checkbox', { name: 'Email me about new matches of llama' });
  await alerts.click();
  await expect(alerts).not.toBeChecked();
  await page.getByRole('button', { name: 'Remove llama' }).click();
  const undo = page.getByRole('button', { name: 'Undo removing llama' });
  await expect(undo).toBeFocused();
  await page.getByRole('button', { name: 'Remove Cheap cards' }).click();
  await expect(headings(page)).toHaveCount(0);
  await undo.click();
  await expect(page.getByRole('button', { name: 'Remove llama' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo removing Cheap cards' }).click();
  await expect(headings(page)).toHaveText(['Cheap cards', 'llama']);
  await page.reload();
  await expect(headings(page)).toHaveText(['Cheap cards', 'llama']);
  await expect(alerts).not.toBeChecked();
  await page.getByRole('navigation', { name: 'Saved' }).getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/saved');
});

test('[Q-18] an email tells of a product that fits from now on, and one click ends it without a sign-in', async ({
  page,
  customer,
  shop,
  browser,
}) => {
  test.setTimeout(240_000);
  await signIn(page, customer, cheap);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  // The first look: what fits then is known.
  await expect
    .poll(
      async () => {
        await open(page, '/saved/searches');
        await expect(page.getByRole('checkbox')).toBeVisible();
        return page.getByText(/^\d+ products? fits?$/).count();
      },
      { timeout: 100_000 },
    )
    .toBe(1);
  const file = join(shop.folder, 'new.jsonl');
  const product = { product_type: 'computing', price_unit: 'hour', attributes: { gpu_memory: 24, gpu_count: [2] } };
  await writeFile(
    file,
    [
      { ...product, product_id: 'fits', product_name: 'Two cheap cards', price: 0.7 },
      { ...product, product_id: 'dear', product_name: 'Two dear cards', price: 0.9 },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  const imported = await runCommand('catalogue-import', [file], { environment: { DATA_DIR: shop.folder } });
  expect(imported.out, imported.err).toContain('imported 2,');
  const mail = await readMail(customer.email, /new match/, shop.folder, 100_000);
  expect(mail.subject).toBe('1 new match for your saved search');
  expect(mail.text).toContain('Two cheap cards ($0.70/hour)');
  expect(mail.text).not.toContain('Two dear cards');

  const link = mail.text.match(/^http\S+\/saved\/searches\/alerts\/\S+$/m)?.[0] ?? '';
  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByText(`We email you about new matches of ${name}.`)).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(stranger).toHaveURL(link);
  await expect(stranger.getByText(`We no longer email you about ${name}.`)).toBeVisible();
  await open(page, '/saved/searches');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});

test('what cannot be saved or loaded says so, and can be tried again', async ({ page, customer }) => {
  await signIn(page, customer, cheap);
  await page.route('**/api/saved-search', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await save(page).click();
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('could not be reached');
  await page.unrouteAll();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.route('**/api/saved-search', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await open(page, '/saved/searches');
  await expect(page.getByText('Your saved searches could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(headings(page)).toHaveText([name]);
  await page.route('**/api/saved-search/*', (route) => route.abort());
  await page.getByRole('checkbox').click();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('a link that ends nothing any more says so', async ({ page }) => {
  const response = await page.goto(`/saved/searches/alerts/${'x'.repeat(22)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('There are no alerts under this link any more.')).toBeVisible();
});

test('saved searches are accessible and fit their width, on a desk and on a phone, light and dark', async ({
  page,
  customer,
}) => {
  await signIn(page, customer, '/saved/searches');
  await expect(page.getByText('No saved searches yet')).toBeVisible();
  await expectFitAndAccessible(page);
  await open(page, cheap);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expectFitAndAccessible(page);
  await open(page, '/saved/searches');
  await expect(headings(page)).toHaveText([name]);
  await page.getByRole('button', { name: `Rename ${name}` }).click();
  await expectFitAndAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a list leads to the login to save it, and the filter by a GPU-hour works', async ({ page }) => {
    await page.goto('/products/category/computing?max_gpu_price=0.4');
    await expect(page.getByRole('spinbutton', { name: 'Price of a GPU-hour, greatest' })).toHaveValue('0.4');
    await expect(page.getByRole('link', { name: 'Remove filter Up to $0.40 a GPU-hour' })).toBeVisible();
    const link = page.getByRole('link', { name: 'Save this search' });
    await expect(link).toHaveAttribute('href', /returnUrl=%2Fproducts%2Fcategory%2Fcomputing%3Fmax_gpu_price%3D0.4%23/);
    await page.goto('/saved/searches');
    await expect(page.getByRole('heading', { level: 1, name: 'Saved Searches' })).toBeVisible();
  });
});
