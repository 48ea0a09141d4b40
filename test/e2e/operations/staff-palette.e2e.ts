// The palette of the back office: where one goes by typing, on every screen, by keyboard and on a phone.
import type { Page } from '@playwright/test';
import type { Product } from '#contract/catalogue/product/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { register, signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const field = (page: Page) => palette(page).getByRole('combobox', { name: 'Search or go to' });
const inGroup = (page: Page, name: string) => palette(page).getByRole('group', { name }).getByRole('option');

test('[B-15] Ctrl-K finds an order, a customer, a shop, a product and a screen by id, name or address, by keyboard alone', async ({
  page,
  context,
}) => {
  test.slow();
  const shop = await makeShop(page.request);
  const account = await register(page.request);
  const accountId = await accountIdOf(page.request, account);
  const order = await sell(shop, { account, accountId }, { 'Bat calls': 10 });
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(inGroup(page, 'Screens').filter({ hasText: 'Reconciliation' })).toBeVisible();
  await page.keyboard.type(order.slice(0, 8).toLowerCase());
  await expect(inGroup(page, 'Orders').first()).toContainText(order);
  await expect(inGroup(page, 'Orders').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order}$`));
  await expect(palette(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  for (const text of [account.email, accountId]) {
    await field(page).fill(text);
    await expect(inGroup(page, 'Customers')).toHaveCount(1);
    await expect(inGroup(page, 'Customers')).toContainText(account.email);
  }
  for (const text of [shop.name, shop.address, shop.sellerId]) {
    await field(page).fill(text);
    await expect(inGroup(page, 'Sellers')).toHaveCount(1);
    await expect(inGroup(page, 'Sellers')).toContainText(shop.name);
  }
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    (async () => {
      await expect(inGroup(page, 'Sellers')).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Control+Enter');
    })(),
  ]);
  await expect(opened).toHaveURL(new RegExp(`/admin/sellers/${shop.sellerId}$`));
  await opened.close();
  await expect(inGroup(page, 'Sellers')).toHaveAttribute('aria-selected', 'true');

  const [product] = (await (await page.request.get('/api/product/all')).json()) as [Product];
  for (const text of [product.product_id, product.product_name]) {
    await field(page).fill(text);
    await expect(inGroup(page, 'Products').filter({ hasText: product.product_name }).first()).toBeVisible();
  }
  await inGroup(page, 'Products').filter({ hasText: product.product_name }).first().click();
  await expect(page).toHaveURL(new RegExp(`/admin/products/${product.product_id}$`));
  await page.goto(`/admin/orders/${order}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order);
  await page.keyboard.press('Control+k');
  await field(page).fill('rec');
  await expect(inGroup(page, 'Screens')).toHaveText(/Reconciliation/);
  await field(page).fill('customer');
  // Every customer of the tests is called so; who types the name of a screen means the screen.
  await expect(inGroup(page, 'Customers').first()).toBeVisible();
  await expect(inGroup(page, 'Screens').first()).toHaveAttribute('aria-selected', 'true');
  await field(page).fill('zzz nothing is called so');
  await expect(palette(page).getByText('Nothing fits.')).toBeVisible();
  await expect(palette(page).getByRole('option')).toHaveCount(0);
  await field(page).fill('audit');
  await expect(inGroup(page, 'Screens')).toHaveCount(1);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order}$`));
});

test.describe('what cannot be had', () => {
  test.use({ expectedNoise: /the server responded with a status of 503|net::ERR_FAILED/ });

  test('[B-15] is told, and a role finds what it may read alone', async ({ page }) => {
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto('/admin/products');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.route('**/api/admin/product?*limit=5*', (route) => route.abort());
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await expect(inGroup(page, 'Screens').filter({ hasText: 'Ledger' })).toHaveCount(0);
    await field(page).fill('tide');
    await expect(palette(page).getByText(/products could not be asked/)).toBeVisible();
    expect(asked).not.toContain('/api/admin/order');
    expect(asked).not.toContain('/api/admin/customer');
    await page.unroute('**/api/admin/product?*limit=5*');
    await palette(page).getByRole('button', { name: 'Close' }).click();
    await expect(palette(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search or go to' })).toBeFocused();
  });
});
