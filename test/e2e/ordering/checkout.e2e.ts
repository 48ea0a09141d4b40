import type { Page } from '@playwright/test';
import { register, signIn } from '../account.ts';
import { calls, fillCart, follow, kit } from '../buying.ts';
import { expect, test } from '../shop.ts';

const fields = [
  'First Name',
  'Last Name',
  'Company Name',
  'Address',
  'Town/City',
  'Country',
  'Postcode/Zip',
  'Mobile',
  'Email Address',
  'Order Notes (Optional)',
];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test("[K-01] [K-02] the checkout has 'Billing details' with ten fields, marked required except the notes", async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/checkout');
  await expect(page.getByRole('heading', { name: 'Billing details' })).toBeVisible();
  const form = page.getByRole('form', { name: 'Billing details' });
  await expect(form.getByRole('textbox')).toHaveCount(fields.length);
  for (const [index, name] of fields.entries()) {
    const input = form.getByRole('textbox').nth(index);
    await expect(input).toHaveAccessibleName(name);
    const optional = name === 'Order Notes (Optional)';
    await expect(input, name).toHaveJSProperty('required', !optional);
    await expect(form.getByText(`${name}*`, { exact: true }), name).toHaveCount(optional ? 0 : 1);
  }
  await expect(field(page, 'Address')).toHaveAttribute('placeholder', 'House number and street name');
  await expect(field(page, 'Mobile')).toHaveAttribute('type', 'tel');
});

test('[K-03] [K-04] the order stands beside it: a row an item, then subtotal, shipping and total', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await follow(page, '/checkout');
  const table = page.getByRole('table', { name: 'Your order' });
  await expect(table.getByRole('columnheader')).toHaveText(['Products', 'Name', 'Price', 'Quantity', 'Total']);
  const item = table.getByRole('row').filter({ hasText: kit.name });
  await expect(item.locator('img')).toHaveCount(1);
  await expect(item.getByRole('rowheader')).toHaveText(`${kit.name}License: Single team`);
  await expect(item.getByRole('cell')).toHaveText(['', '$140.00', /^2\s*2 licenses$/, '$280.00']);
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(1 + 2 + 3);
  for (const [name, amount] of [
    ['Subtotal', '$4,080.00'],
    ['Total', '$4,080.00'],
  ] as const) {
    const sum = rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect(sum.getByRole('cell'), name).toHaveText(amount);
  }
  const shipping = rows.filter({ has: page.getByRole('rowheader', { name: 'Shipping' }) });
  for (const name of ['Free Shipping', 'Flat rate: $15.00']) await shipping.getByRole('checkbox', { name }).check();
  const total = rows.filter({ has: page.getByRole('rowheader', { name: 'Total', exact: true }) });
  await expect(total.getByRole('cell')).toHaveText('$4,080.00');
});

test('[K-05] there are three ways to pay, and placing the order does nothing and loses nothing', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await follow(page, '/checkout');
  const ways = page.getByRole('group', { name: 'Payment' }).getByRole('radio');
  await expect(ways).toHaveCount(3);
  for (const [index, name] of ['Direct Bank Transfer', 'Check Payments', 'Paypal'].entries())
    await expect(ways.nth(index)).toHaveAccessibleName(name);
  await expect(
    page.getByText(
      'Make your payment directly into our bank account. Please use your Order ID as the payment reference. Your order will not be shipped until the funds have cleared in our account.',
      { exact: true },
    ),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Paypal' }).check();

  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  await page.getByRole('button', { name: 'Place Order' }).click();
  for (const name of fields) await field(page, name).fill(`my ${name}`);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await field(page, 'Country').press('Enter');
  await expect(page).toHaveURL('/checkout');
  for (const name of fields) await expect(field(page, name)).toHaveValue(`my ${name}`);
  await expect(page.getByRole('radio', { name: 'Paypal' })).toBeChecked();
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  expect(asked).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'your cart' }).click();
  await expect(page).toHaveURL('/cart');
});

test('[R-11] the checkout of an empty cart has no rows, and leads back to the products', async ({ page, request }) => {
  await signIn(page, await register(request), '/checkout');
  const table = page.getByRole('table', { name: 'Your order' });
  await expect(table.locator('img')).toHaveCount(0);
  await expect(table.getByText('$0.00')).toHaveCount(2);
  await expect(table.getByText('Your cart is empty.')).toBeVisible();
  await table.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/products/category/all');
});
