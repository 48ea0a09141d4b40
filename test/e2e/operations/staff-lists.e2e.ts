// The one list of the back office: narrowed, ordered, saved and exported, by keyboard and on a phone.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signInByForm, tokensOf } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name });
const badge = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Filters' }).getByRole('button', { name, exact: true });
const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' });

/** Two orders of a buyer of their own, so that other tests' orders are not among them. */
async function twoOrders(page: Page) {
  const shop = await makeShop(page.request);
  const account = await register(page.request);
  const buyer = { account, accountId: await accountIdOf(page.request, account) };
  const small = await sell(shop, buyer, { 'Bird songs': 10 });
  const large = await sell(shop, buyer, { 'Bat calls': 730 });
  return { ...buyer, small, large, mine: `/admin/orders?customer=${encodeURIComponent(buyer.accountId)}` };
}

async function enter(page: Page, staff: Account, path: string) {
  await signInByForm(page, staff);
  await page.goto(path);
}

test.describe('[B-05] a list of the back office', () => {
  test.use({ expectedNoise: /the server responded with a status of (400|404|409|503)|net::ERR_FAILED/ });

  test('is narrowed by badges, ordered and searched, and its address says so', async ({ page }) => {
    test.slow();
    const { mine, small, large, account } = await twoOrders(page);
    await enter(page, await makeStaff(page.request, 'admin'), mine);
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a filter' });
    await dialog.getByLabel('By').selectOption('Total');
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Write what to look for.');
    await dialog.getByLabel('From, in dollars').fill('500');
    await dialog.getByRole('button', { name: 'Add filter' }).click();
    await expect(page.getByText('1 order, $730.00')).toBeVisible();
    await expect(page).toHaveURL(/total=500\.\./);
    await expect(table(page, 'Orders').getByRole('link', { name: large })).toBeVisible();
    await expect(table(page, 'Orders').getByRole('link', { name: small })).toHaveCount(0);

    await badge(page, 'Total from $500.00').click();
    await page.getByRole('dialog', { name: 'Filter: Total' }).getByLabel('From, in dollars').fill('5000');
    await page.getByRole('button', { name: 'Change filter' }).click();
    await expect(page.getByText('No order fits.')).toBeVisible();
    await badge(page, 'Remove filter: Total from $5,000.00').click();
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();

    await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click();
    await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending');
    await expect(table(page, 'Orders').getByRole('row').nth(1)).toContainText(large);
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('link').click();
    await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(table(page, 'Orders').getByRole('row').nth(1)).toContainText(small);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Address' }).check();
    await page.keyboard.press('Escape');
    await expect(table(page, 'Orders').getByRole('cell', { name: account.email }).first()).toBeVisible();
    await page.reload();
    await expect(table(page, 'Orders').getByRole('cell', { name: account.email }).first()).toBeVisible();

    await page.goto('/admin/orders');
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(account.email);
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('searchbox', { name: 'Search orders' })).toHaveValue('');
  });

  test('shows after Back what was there while it is asked anew, and asks once for what two places show', async ({
    page,
  }) => {
    const { mine, large } = await twoOrders(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await signInByForm(page, await makeStaff(page.request, 'admin'));
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => path === '/api/admin/overview')).toHaveLength(1);

    await page.goto(mine);
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();
    await table(page, 'Orders').getByRole('link', { name: large }).click();
    await expect(page.getByRole('heading', { name: large })).toBeVisible();
    // Nothing answers any more: all that is shown was there before.
    let isAsked = false;
    await page.route('**/api/admin/order?*', () => {
      isAsked = true;
    });
    await page.goBack();
    await expect(table(page, 'Orders').getByRole('link', { name: large })).toBeVisible();
    await expect.poll(() => isAsked).toBe(true);
  });

  test('says what of an old address it leaves out, and fails and recovers in words', async ({ page }) => {
    const { mine } = await twoOrders(page);
    await enter(page, await makeStaff(page.request, 'support'), `${mine}&colour=red&state=gone&view=lost`);
    await expect(page.getByText('There is no filter “colour” in this list.')).toBeVisible();
    await expect(page.getByText('State cannot be “gone”.')).toBeVisible();
    await expect(page.getByText('The view of this address is not there any more', { exact: false })).toBeVisible();
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page).toHaveURL((url) => url.search.startsWith('?customer=') && !url.search.includes('colour'));

    await page.route('**/api/admin/order?*', (route) => route.abort());
    await page.getByRole('link', { name: 'In review' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/admin/order?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('status').filter({ hasText: /order/ })).toBeVisible();
  });

  test('keeps views, one’s own and those of colleagues', async ({ page, browser }) => {
    test.slow();
    const { mine } = await twoOrders(page);
    const name = `Large ${Date.now()}`;
    await enter(page, await makeStaff(page.request, 'admin'), `${mine}&total=500..`);
    await views(page).getByRole('button', { name: 'Save as a view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByText('Give it a name.')).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'true');

    const context = await browser.newContext();
    const other = await context.newPage();
    await enter(other, await makeStaff(page.request, 'support'), '/admin/orders');
    await views(other).getByRole('link', { name }).click();
    await expect(other.getByText('1 order, $730.00')).toBeVisible();
    await badge(other, 'Remove filter: Total from $500.00').click();
    await expect(views(other).getByText('View changed:')).toBeVisible();
    await expect(views(other).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await views(other).getByRole('link', { name: 'Reset' }).click();
    await expect(other.getByText('1 order, $730.00')).toBeVisible();
    await context.close();

    await badge(page, 'Remove filter: Total from $500.00').click();
    await views(page).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(views(page).getByText('View changed:')).toHaveCount(0);
    await views(page).getByRole('button', { name: 'Rename, share or delete' }).click();
    await page.getByRole('button', { name: 'Delete …' }).click();
    await page.getByRole('button', { name: 'Delete for all' }).click();
    await expect(views(page).getByRole('link', { name })).toHaveCount(0);
  });

  test('is saved as a file, all that fits of it', async ({ page }) => {
    const { mine, small, large } = await twoOrders(page);
    await enter(page, await makeStaff(page.request, 'finance'), `${mine}&sort=total`);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await expect(dialog).toContainText('2 orders, $740.00');
    await dialog.getByRole('radio', { name: /^All \d+/ }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('orders.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['order_id', small, large]);
    await expect(dialog.getByRole('status')).toHaveText('2 orders saved.');
  });

  test('is gone through by keyboard, and leads to what is in it', async ({ page }) => {
    const { mine, small, large } = await twoOrders(page);
    await enter(page, await makeStaff(page.request, 'support'), mine);
    await expect(table(page, 'Orders').getByRole('link', { name: small })).toBeVisible();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).click();
    await page.keyboard.press('j');
    await expect(table(page, 'Orders').getByRole('link', { name: large })).toBeFocused();
    await page.keyboard.press('j');
    await expect(table(page, 'Orders').getByRole('link', { name: small })).toBeFocused();
    await page.keyboard.press('k');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await table(page, 'Orders').getByRole('link', { name: large }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: large })).toBeVisible();
  });

  test('ends when its role is taken away while it is open', async ({ page }) => {
    const { mine } = await twoOrders(page);
    const staff = await makeStaff(page.request, 'support');
    await enter(page, staff, mine);
    await expect(page.getByText('2 orders, $740.00')).toBeVisible();
    const { IdToken } = await tokensOf(page.request, await makeStaff(page.request, 'admin'));
    const taken = await page.request.delete(`/api/admin/staff/${encodeURIComponent(staff.email)}`, {
      headers: { authorization: `Bearer ${IdToken}` },
    });
    expect(taken.status()).toBe(204);
    await page.getByRole('link', { name: 'In review' }).click();
    await expect(page.getByRole('alert')).toContainText('There is nothing at this address');
  });

  for (const [path, name] of [
    ['/admin/orders', 'Orders'],
    ['/admin/products', 'Products'],
    ['/admin/customers', 'Customers'],
    ['/admin/audit', 'Audit log'],
  ] as const)
    test(`of ${name} fits, and is accessible, at every width and in both themes`, async ({ page }) => {
      test.slow();
      await twoOrders(page);
      await enter(page, await makeStaff(page.request, 'admin'), path);
      await expect(table(page, name).getByRole('row').nth(1)).toBeVisible();
      await expectFitAndAccessible(page);
    });
});
