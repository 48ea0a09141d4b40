import { readFile } from 'node:fs/promises';
import { countSold } from '../../../src/api/selling/analytics/analytics-sale.store.ts';
import { faults } from '../accessible.ts';
import { signIn } from '../account.ts';
import { addProduct, giveProduct, inShop, makeShop, type Shop } from '../seller.ts';
import { expect, test } from '../shop.ts';

// A browser without a window says so, and is taken for the machine that it is.
test.use({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

/** A product of the demo catalogue that no other test gives to a shop. */
const VIEWED = 'wildlife-camera-traps';

/** Counts a sale of today, as paying does. Answers the product's id. */
async function count(shop: Shop, name: string, dollars: number): Promise<string> {
  const productId = await addProduct(shop, name);
  const sold = {
    sellerId: shop.sellerId,
    productId,
    orders: 1,
    shopOrders: 1,
    quantity: 1,
    revenueCents: dollars * 100,
    refundsCents: 0,
  };
  await inShop(({ kysely }) => countSold(kysely, new Date(), [sold]));
  return productId;
}

test('[S-14] a shop without anything counted is told what will stand there', async ({ page, request }) => {
  const shop = await makeShop(request);
  await signIn(page, shop.account, '/profile');
  await page.getByRole('link', { name: 'Figures' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible();
  await expect(page.getByText('Nothing was counted in these days.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('[S-14] a shop sees what it has sold, in numbers, a chart and tables, and takes them along', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  await count(shop, 'Bird calls', 10);
  await count(shop, 'Bat calls', 20);
  await count(shop, 'Whales', 5);
  await signIn(page, shop.account, '/profile/figures');
  await expect(page.getByRole('term').filter({ hasText: 'Revenue' })).toBeVisible();
  await expect(page.getByText('$35.00', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Revenue by day' })).toBeVisible();
  expect(await faults(page)).toEqual([]);

  const chart = page.getByRole('group', { name: 'Revenue by day: arrow keys tell each column' });
  await chart.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('status').filter({ hasText: '$35.00' })).toBeAttached();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: ': $0.00;' })).toBeAttached();
  await page.getByText('The same as a table').click();
  const days = page.getByRole('table', { name: 'Revenue by day' });
  await expect(days.getByRole('row')).toHaveCount(32);
  await expect(days.getByRole('row').last()).toContainText('$35.00');

  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Orders by day' })).toBeVisible();
  await page.getByRole('link', { name: '7 days' }).click();
  await expect(days).toHaveCount(0);
  await page.getByRole('table', { name: 'Figures by product' }).getByRole('link', { name: 'Bat calls' }).click();
  await expect(page.getByText('Only Bat calls.')).toBeVisible();
  await expect(page.getByText('$20.00', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Show all products' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export products as CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n')[0]).toBe('product_id,product_name,views,adds,orders,quantity,revenue,refunds');
  expect(file).toContain(',Bat calls,0,0,1,1,20,0');

  await page.getByLabel('From').focus();
  await expect(page.getByLabel('From'), 'a ring says where the keyboard is').toHaveCSS('outline-style', 'solid');
  await page.getByLabel('From').fill('2026-01-02');
  await page.getByLabel('To', { exact: true }).fill('2026-01-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('The first day must not be after the last one')).toBeVisible();
});

test('[S-14] a view of a product’s page is counted, loaded or reached from another page', async ({ page, request }) => {
  test.slow();
  const shop = await makeShop(request);
  await giveProduct(shop, VIEWED);
  await page.goto(`/products/id/${VIEWED}`);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible();
  await signIn(page, shop.account, `/profile/figures?product=${VIEWED}`);
  const views = page.getByRole('term').filter({ hasText: 'Views' }).locator('..');
  await expect(async () => {
    await page.reload();
    await expect(views).toContainText('Views2', { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});
