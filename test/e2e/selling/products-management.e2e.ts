// A shop's products in the browser: the list, what is done with several of them, files.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { approve, giveBack, makeShop, openAsSeller, sellerApi } from '../seller.ts';
import { expect, test } from '../shop.ts';

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: /^Products of/ })
    .getByRole('row')
    .filter({ hasText: name });

async function shopWithProducts(page: Page) {
  const shop = await makeShop(page.request);
  const api = await sellerApi(page.request, shop);
  const onSale = async (product_name: string, price: number) => {
    const id = await api.create({ product_name, price });
    await api.submit(id);
    await approve(id);
    return id;
  };
  const alpha = await onSale('Alpha Calls', 100);
  const beta = await onSale('Beta Calls', 250);
  const draft = await api.create({ product_name: 'Gamma Draft', description: '' });
  const returned = await api.create({ product_name: 'Delta Returned' });
  await api.submit(returned);
  await giveBack(returned, 'The consent form covers broadcasting, not training.');
  return { shop, api, alpha, beta, draft, returned };
}

test('[S-05] somebody without a shop is told how to become a seller', async ({ page }) => {
  await signIn(page, await register(page.request), '/profile/products-management');
  await expect(page.getByRole('heading', { name: 'Products Management', level: 1 })).toBeVisible();
  await expect(page.getByText('You have no shop here yet.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Become a seller' }).last()).toHaveAttribute(
    'href',
    '/profile/become-a-seller',
  );
});

test('[S-05] a shop without products is led to its first one', async ({ page }) => {
  const shop = await makeShop(page.request);
  await openAsSeller(page, shop);
  await expect(page.getByText('You offer no products yet.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Write the first one' }).click();
  await expect(page.getByRole('heading', { name: 'New product', level: 1 })).toBeVisible();
});

test('[S-05] products stand with their state, what needs the seller first; filters, search and order stand in the address', async ({
  page,
}) => {
  const { shop } = await shopWithProducts(page);
  await openAsSeller(page, shop);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(5);
  await expect(page.getByText('4 products, 2 on sale.')).toBeVisible();
  await expect(rows.nth(1)).toContainText('Delta Returned');
  await expect(rows.nth(1)).toContainText('The consent form covers broadcasting, not training.');
  await expect(rows.nth(2)).toContainText('One thing is missing.');
  await expect(rowOf(page, 'Alpha Calls')).toContainText('On sale');
  await expect(rowOf(page, 'Alpha Calls')).toContainText('$100');
  expect(await faults(page)).toEqual([]);

  await page.getByRole('link', { name: /^Returned/ }).click();
  await expect(page).toHaveURL(/state=returned/);
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: /^All \d/ }).click();
  await expect(rows).toHaveCount(5);

  await page.getByRole('link', { name: 'Price' }).click();
  await expect(page).toHaveURL(/sort=price/);
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('link', { name: 'Price' }).click();
  await expect(page).toHaveURL(/sort=-price/);

  await page.getByRole('searchbox', { name: 'Find a product' }).fill('beta');
  await expect(page).toHaveURL(/q=beta/);
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole('searchbox', { name: 'Find a product' })).toBeFocused();
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Find a product' }).fill('nothing of this');
  await expect(page.getByText('No product of this shop fits.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await rowOf(page, 'Gamma Draft').getByRole('link', { name: 'Gamma Draft' }).click();
  await expect(page.getByRole('heading', { name: 'Edit product', level: 1 })).toBeVisible();
});

test('[S-05] prices of several change after a look at what would change, and change back', async ({ page }) => {
  const { shop, alpha } = await shopWithProducts(page);
  await openAsSeller(page, shop);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Choose Alpha Calls' }).check();
  await page.getByRole('checkbox', { name: 'Choose Beta Calls' }).check();
  const bar = page.getByRole('toolbar', { name: 'With the 2 chosen' });
  await bar.getByRole('button', { name: 'Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the price of 2 products' });
  await dialog.getByLabel('Percent').fill('10');
  await expect(dialog.getByRole('row', { name: /Alpha Calls/ })).toContainText('before: $100');
  await expect(dialog.getByRole('row', { name: /Alpha Calls/ })).toContainText('after: $90');
  await expect(dialog.getByRole('row', { name: /Beta Calls/ })).toContainText('after: $225');
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 2 prices' }).click();
  await expect(page.getByText('2 prices are changed.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, 'Alpha Calls')).toContainText('$90');
  const { price } = await (await page.request.get(`/api/product/${alpha}`)).json();
  expect(price).toBe(90);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone/)).toBeVisible();
  await expect(rowOf(page, 'Alpha Calls')).toContainText('$100');
  await expect(rowOf(page, 'Beta Calls')).toContainText('$250');
});

test('[S-05] stock is set, and products are paused, resumed and archived, each with a way back', async ({ page }) => {
  const { shop, alpha } = await shopWithProducts(page);
  await openAsSeller(page, shop);
  const chooseAlpha = () => page.getByRole('checkbox', { name: 'Choose Alpha Calls' }).check();
  const act = (name: string) => page.getByRole('toolbar').getByRole('button', { name }).click();
  const isOnSale = async () => (await page.request.get(`/api/product/${alpha}`)).status() === 200;

  await chooseAlpha();
  await act('Stock');
  await page.getByLabel('Each has').fill('7');
  await page.getByRole('button', { name: 'Change the stock of 1 product' }).click();
  await expect(rowOf(page, 'Alpha Calls')).toContainText('7');

  await chooseAlpha();
  await act('Pause');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause 1 product' }).click();
  await expect(rowOf(page, 'Alpha Calls')).toContainText('Paused');
  expect(await isOnSale()).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Alpha Calls')).toContainText('On sale');
  expect(await isOnSale()).toBe(true);

  await chooseAlpha();
  await act('Archive');
  await page.getByRole('dialog').getByRole('button', { name: 'Archive 1 product' }).click();
  await expect(page.getByText('1 product is archived.')).toBeVisible();
  expect(await isOnSale()).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone/)).toBeVisible();
  expect(await isOnSale()).toBe(true);
});

test.describe('a file that is none', () => {
  test.use({ expectedNoise: /the server responded with a status of 400/ });

  test('[S-05] what is exported can be changed and imported, after a look at what it would change', async ({
    page,
  }) => {
    const { shop } = await shopWithProducts(page);
    await openAsSeller(page, shop);
    await expect(rowOf(page, 'Alpha Calls')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toContain('Alpha Calls');
    const header = csv.split(/\r?\n/)[0] ?? '';
    expect(header).toContain('product_name');

    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import products' });
    const files = dialog.getByLabel('File with products');
    await files.setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('nothing\nof this') });
    await expect(dialog.getByRole('alert')).not.toBeEmpty();
    await files.setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv.replaceAll('Alpha Calls', 'Alpha Calls Improved')),
    });
    await expect(dialog.getByText(/1 changed/)).toBeVisible();
    await expect(dialog.getByRole('row', { name: /Alpha Calls Improved/ })).toContainText('Changed');
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 1 product' }).click();
    await expect(page.getByText(/^Imported: 0 new, 1 changed/)).toBeVisible();
    await expect(rowOf(page, 'Alpha Calls')).toContainText('A change has been written and not submitted.');

    await page.getByRole('checkbox', { name: 'Choose Beta Calls' }).check();
    const chosen = page.waitForEvent('download');
    await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click();
    const lines = (await readFile(await (await chosen).path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).product_name)).toEqual(['Beta Calls']);
  });
});

test('[S-05] on a phone the table folds, and nothing leaves the screen', async ({ page }) => {
  const { shop } = await shopWithProducts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAsSeller(page, shop);
  await expect(rowOf(page, 'Alpha Calls')).toContainText('On sale');
  await expect(page.getByRole('columnheader', { name: 'Views' })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Choose all 4' }).check();
  await expect(page.getByRole('toolbar', { name: 'With the 4 chosen' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faults(page)).toEqual([]);
  // As wide as a page at 400 %.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('[S-05] who sees to the money of a shop looks at its products and changes none', async ({ page }) => {
  const shop = await makeShop(page.request, 'finance');
  await openAsSeller(page, shop);
  await expect(page.getByText('You offer no products yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New product' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
});
