import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { register, signIn } from '../account.ts';
import {
  amountOf,
  applyCoupon,
  calls,
  failure,
  fillCart,
  follow,
  kit,
  openCart,
  payByCard,
  proceed,
  success,
} from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|500)|net::ERR_FAILED/ });

/** Value under a term in the facts of an order. */
function fact(page: Page, name: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition');
}

test('[P-02] [E-07] My Orders lists what was ordered, newest first, with number, time, status and products', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await page.getByRole('article').filter({ hasText: calls.name }).getByRole('button', { name: 'Add to cart' }).click();
  await openCart(page);
  await proceed(page);

  await open(page, '/profile/order');
  const orders = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('time') });
  await expect(orders).toHaveCount(2);
  const [pending, paid] = [orders.nth(0), orders.nth(1)];
  await expect(pending.getByText('Pending', { exact: true })).toBeVisible();
  await expect(pending.getByText('$3,800.00')).toBeVisible();
  await expect(paid.getByText('Paid', { exact: true })).toBeVisible();
  const license = '(License: Single team)';
  await expect(paid.getByText(`${kit.name} ${license} × 2, ${calls.name} ${license}`)).toBeVisible();
  await expect(paid.getByText('$4,080.00')).toBeVisible();
  const id = (await paid.getByRole('link').textContent())?.replace('Order ', '') ?? '';
  expect(id).toMatch(/^[0-9A-Z]{12}$/);
  const ordered = await paid.getByRole('time').getAttribute('datetime');
  expect(Date.now() - new Date(ordered ?? '').getTime()).toBeLessThan(10 * 60_000);

  // The whole row leads to the order.
  await paid.click();
  await expect(page).toHaveURL(`/profile/order?id=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).last().click();
  await expect(page).toHaveURL('/profile/order');
});

test('a paid order shows its lines, discount, total and payment, and gives its receipt', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$3,672.00');
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'View order' }).click();

  await expect(fact(page, 'Status')).toHaveText('Paid');
  await expect(fact(page, 'Payment')).toHaveText(/^(Card|Visa ending in 4242)$/);
  for (const name of ['Ordered', 'Paid']) await expect(fact(page, name).getByRole('time')).toBeVisible();
  const table = page.getByRole('table', { name: 'Products of this order' });
  const line = table.getByRole('row').filter({ hasText: kit.name });
  await expect(line.getByRole('cell')).toHaveText(['$140.00', /^Quantity 2\s*2 licenses$/, '$280.00', '']);
  await expect.poll(() => line.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  for (const [name, amount] of [
    ['Subtotal', '$4,080.00'],
    ['Discount (TENOFF)', '−$408.00'],
    ['Total', '$3,672.00'],
  ] as const) {
    const sum = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect(sum.getByRole('cell'), name).toHaveText(amount);
  }
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);

  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).click();
  const receipt = await arriving;
  const id = new URL(page.url()).searchParams.get('id');
  expect(receipt.suggestedFilename()).toBe(`receipt-${id}.pdf`);
  expect((await readFile(await receipt.path(), 'latin1')).slice(0, 5)).toBe('%PDF-');
  // The card is known once there is a receipt.
  await page.reload();
  await expect(fact(page, 'Payment')).toHaveText('Visa ending in 4242');
});

test('an order is bought again, wholly or line by line, with its choices; what is not sold any more says so', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'View order' }).click();
  const again = page.getByRole('main').getByRole('button', { name: 'Buy again' });
  await again.click();
  await expect(success(page)).toHaveText('2 products added to cart successfully');
  await expect(page.getByTestId('cart-badge')).toHaveText('3');

  const menu = page.getByRole('button', { name: `More about ${kit.name} (License: Single team)` });
  await menu.click();
  // Pressed twice, it is bought once more: the first closes the menu.
  await page.getByRole('list', { name: kit.name }).getByRole('button', { name: 'Buy again' }).dblclick();
  await expect(success(page)).toHaveText(`${kit.name} added to cart successfully`);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByTestId('cart-badge')).toHaveText('5');

  await page.route(`**/api/product/${calls.id}`, (route) => route.fulfill({ status: 404, json: { message: 'gone' } }));
  await again.last().click();
  await expect(success(page)).toHaveText(`${kit.name} added to cart successfully. ${calls.name} is not sold any more`);
  await expect(page.getByTestId('cart-badge')).toHaveText('7');
  await page.route(`**/api/product/${kit.id}`, async (route) => {
    const product = await (await route.fetch()).json();
    const [variant] = product.variants;
    await route.fulfill({
      json: { ...product, variants: [{ ...variant, selected_options: [{ name: 'License', value: 'Other' }] }] },
    });
  });
  await again.last().click();
  await expect(failure(page)).toContainText(
    `${kit.name} (License: Single team) is not sold like this any more. ${calls.name} is not sold any more`,
  );
  await failure(page).getByRole('link', { name: 'Choose again' }).click();
  await expect(page).toHaveURL(`/products/id/${kit.id}#choose`);
});

test('a pending order can be paid later', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await proceed(page);
  await open(page, '/profile/order');
  await page.getByRole('link', { name: /^Order/ }).click();
  await expect(fact(page, 'Status')).toHaveText('Pending');
  await expect(fact(page, 'Held for you until').getByRole('time')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download receipt' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await payByCard(page);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(fact(page, 'Status')).toHaveText('Paid');
});

test('a pending order is cancelled after a question, which can be taken back', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await proceed(page);
  await open(page, '/profile/order');
  await page.getByRole('link', { name: /^Order/ }).click();
  const button = page.getByRole('button', { name: 'Cancel order' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(fact(page, 'Status')).toHaveText('Pending');

  await button.click();
  await page.route('**/api/order/*/cancel', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Cancel this order' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The shop could not be reached.');
  await page.unroute('**/api/order/*/cancel');
  await dialog.getByRole('button', { name: 'Cancel this order' }).click();
  await expect(success(page)).toHaveText('Your order is cancelled');
  await expect(fact(page, 'Status')).toHaveText('Cancelled');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(button).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
});

test('[P-02] older orders are shown when they are asked for', async ({ page, request }) => {
  const order = (number: number) => ({
    order_id: `ORDER-${number}`,
    create_time: new Date(Date.UTC(2026, 0, 100 - number)).toISOString(),
    order_status: 'paid',
    products: [{ product_id: 'a', product_name: 'A machine', num: 1, unit_price: 1, amount: 1 }],
    total: 1,
  });
  const pages = [[1, 2], [3, 4], [5]];
  await page.route('**/api/order/user/**', (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('after') ?? 0);
    const { pathname } = new URL(route.request().url());
    const link = `<${pathname}?after=${at + 1}&limit=2>; rel="next"`;
    return route.fulfill({ json: pages[at]?.map(order), headers: at < 2 ? { link } : {} });
  });
  await signIn(page, await register(request), '/profile/order');
  const rows = page.getByRole('main').getByRole('link', { name: /^Order ORDER-/ });
  await expect(rows).toHaveCount(2);
  const older = page.getByRole('button', { name: 'Show older orders' });
  await older.click();
  await expect(rows).toHaveCount(4);
  await older.click();
  await expect(rows).toHaveText([1, 2, 3, 4, 5].map((number) => `Order ORDER-${number}`));
  await expect(older).toHaveCount(0);
});

test('orders that cannot be loaded say so, and can be asked for again', async ({ page, request }) => {
  await page.route('**/api/order/user/*', (route) => route.fulfill({ status: 500, body: '' }));
  await signIn(page, await register(request), '/profile/order');
  await expect(page.getByRole('main').getByText('Your orders could not be loaded.')).toBeVisible();
  await page.unroute('**/api/order/user/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You have no orders yet.')).toBeVisible();
});

test("[E-07] an unknown order, and somebody else's, is not found", async ({ page, request, browser, baseURL }) => {
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await fillCart(elsewhere, await register(request), kit.name);
  await openCart(elsewhere);
  await proceed(elsewhere);
  await open(elsewhere, '/profile/order');
  const address = await elsewhere.getByRole('link', { name: /^Order/ }).getAttribute('href');

  await signIn(page, await register(request), '/contact');
  for (const path of [address ?? '', '/profile/order?id=NOSUCHORDER1', '/profile/order?id=a%2F..%2Fb']) {
    await follow(page, path);
    await expect(page.getByText('You have no order with this number.'), path).toBeVisible();
    await expect(failure(page)).toBeEmpty();
  }
});

test('[P-02] an order whose payment is disputed is in review, and says that nothing has to be done', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await proceed(page);
  // The bank takes it back as soon as it is paid.
  await payByCard(page, '4000 0000 0000 0259');
  const orderOfTheTab = async () => {
    await open(page, '/profile/order');
    return page.getByRole('listitem').filter({ hasText: kit.name }).getByText('In review');
  };
  await expect(async () => expect(await (await orderOfTheTab()).count()).toBe(1)).toPass();
  await page.getByRole('listitem').filter({ hasText: kit.name }).getByRole('link').click();
  await expect(fact(page, 'Status')).toHaveText('In review');
  await expect(page.getByRole('note')).toContainText('The bank of the card');
});
