// A shop with taxes: what its buyers are told, and what they get for their books.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { limitsOfMany, startShop } from '../../processes/shop-process.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signIn, signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { addFromList, amountOf, fillCart, kit, openCart, payByCard, proceed, success } from '../buying.ts';
import { prepareFolder } from '../own-shop.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, open, test as shopTest } from '../shop.ts';

const tax = { home_country: 'DE', rates: [{ country: 'DE', name: 'VAT', percent: 19 }] };

const test = shopTest.extend<{ customer: Account }, { taxed: { address: string } }>({
  taxed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearth-taxed-'));
      const file = join(folder, 'store.json');
      const store = JSON.parse(await readFile(join(import.meta.dirname, '../../../store.json'), 'utf8'));
      await writeFile(file, JSON.stringify({ ...store, tax }));
      const shop = await startShop({
        ...limitsOfMany,
        DATA_DIR: prepareFolder(folder),
        LOG_LEVEL: 'error',
        STORE_FILE: file,
        STORE_INVOICES: 'seller',
      });
      const before = process.env.SHOP_DATA_DIR;
      // Where what makes shops and staff looks for the shop.
      process.env.SHOP_DATA_DIR = folder;
      await use({ address: shop.address });
      process.env.SHOP_DATA_DIR = before;
      await shop.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ taxed }, use) => use(taxed.address),
  customer: async ({ request }, use) => use(await register(request)),
});

// One shop for all of them.
test.describe.configure({ mode: 'default' });

function details(page: Page) {
  return page.getByRole('region', { name: 'Invoices' });
}

test('[W-12] [W-13] a business gives its number, and has it with the tax on the order and an invoice as a PDF', async ({
  page,
  customer,
}) => {
  await signIn(page, customer, '/profile');
  await expect(details(page).getByText('You have given none: your email address stands on them.')).toBeVisible();
  await details(page).getByRole('button', { name: 'Add details for invoices' }).click();
  const field = (name: string) => details(page).getByRole('textbox', { name });
  await field('Name or company').fill('Engines GmbH');
  await field('Address').fill('1 Example Street\n10115 Berlin');
  await details(page).getByRole('combobox', { name: 'Country' }).selectOption('Germany');
  await field('Tax number').fill('DE12');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(field('Tax number')).toHaveAccessibleDescription(/Write it as in DE123456789/);
  await expectFitAndAccessible(page);
  await field('Tax number').fill('de 123 456 789');
  await details(page).getByRole('button', { name: 'Save' }).click();
  await expect(success(page)).toHaveText('Your details for invoices are saved');
  await expect(details(page).getByText('Tax number DE123456789')).toBeVisible();

  await open(page, '/products/category/all');
  await addFromList(page, kit.name);
  await openCart(page);
  // The price contains it: nothing is added.
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'View order' }).click();
  const table = page.getByRole('table', { name: 'Products of this order' });
  await expect(table.getByText('Includes 19 % VAT: $22.35')).toBeVisible();
  const sum = table.getByRole('row').filter({ hasText: 'Includes 19 % VAT on $117.65 net' });
  await expect(sum.getByRole('cell')).toHaveText('$22.35');
  await expect(page.getByRole('definition').filter({ hasText: 'DE123456789' })).toBeVisible();
  const invoice = page.getByRole('button', { name: /^Invoice INV-\d{4}-\d{6}$/ });
  await expect(invoice).toBeVisible();
  await expectFitAndAccessible(page);
  const arriving = page.waitForEvent('download');
  await invoice.click();
  const saved = await arriving;
  expect(saved.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await saved.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
});

test('[W-13] an order page whose invoices could not be loaded says how to have them', async ({ page, customer }) => {
  await fillCart(page, customer, kit.name);
  await openCart(page);
  await proceed(page);
  await payByCard(page);
  await page.route('**/invoice', (route) => route.abort());
  await page.getByRole('link', { name: 'View order' }).click();
  const again = page.getByRole('button', { name: 'Load invoices again' });
  await expect(again).toBeVisible();
  await page.unroute('**/invoice');
  await again.click();
  await expect(page.getByRole('button', { name: /^Invoice INV-/ })).toBeVisible();
});

test('[W-13] a shop finds what was invoiced in its name with the sale and by month, and saves it', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const orderId = await sell(shop, { account, accountId: await accountIdOf(request, account) }, { 'Bird calls': 10 });
  await signIn(page, shop.account, '/profile/sales');
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  // Nobody has asked yet: the month is empty until the job comes by, or the sale is looked at.
  await expect(page.getByRole('heading', { level: 2, name: 'Invoices' })).toBeVisible();
  await page.getByRole('link', { name: 'All sales' }).click();
  await page.getByRole('table', { name: 'Sales' }).getByRole('link', { name: orderId }).click();
  await expect(page.getByRole('button', { name: /^Invoice INV-\d{4}-000001$/ })).toBeVisible();
  await page.getByRole('link', { name: 'All sales' }).click();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row').filter({ hasText: orderId });
  await expect(row).toContainText('$10.00');
  await expectFitAndAccessible(page);
  const arriving = page.waitForEvent('download');
  await row.getByRole('button', { name: /^PDF of Invoice INV-/ }).click();
  expect((await arriving).suggestedFilename()).toMatch(/^INV-\d{4}-000001\.pdf$/);
  await page.getByLabel('Month').fill('2020-01');
  await expect(page.getByText("Nothing was invoiced in your shop's name in this month.")).toBeVisible();
});

test('[W-13] the finance of the staff find the documents of a sale', async ({ page, request }) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const orderId = await sell(shop, { account, accountId: await accountIdOf(request, account) }, { 'Bird calls': 10 });
  await signInByForm(page, await makeStaff(request, 'finance'));
  await page.goto(`/admin/sellers/${shop.sellerId}`);
  await page.getByRole('button', { name: `Invoices of order ${orderId}` }).click();
  const invoice = page.getByRole('list', { name: `Invoices of order ${orderId}` }).getByRole('button');
  await expect(invoice).toHaveText(new RegExp(`^Invoice INV-\\d{4}-000001 of ${shop.name}$`));
  const staffs = page.waitForEvent('download');
  await invoice.click();
  expect((await staffs).suggestedFilename()).toMatch(/^INV-/);
  await expectFitAndAccessible(page);
});

test.use({ expectedNoise: /net::ERR_FAILED/ });
