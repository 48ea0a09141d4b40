// A cart that no card can pay says so before anybody tries.
import { register, signIn } from '../account.ts';
import { addFromList, amountOf, applyCoupon, failure, fillCart, kit, openCart, rowOf } from '../buying.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

const smallest = 'The smallest amount that can be paid by card is $0.50.';
const largest = 'The largest amount that can be paid by card at once is $999,999.99.';

test('a cart below the smallest card payment says so and what would change it; raising the quantity does', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/products/category/all?sort=price_asc');
  const card = page.getByRole('article').filter({ hasText: '$0.05/1M tokens' }).first();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await addFromList(page, name);
  await openCart(page);
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(amountOf(page, 'Total')).toHaveText('$0.05');
  await expect(summary.getByText(`${smallest} Raise a quantity or add something.`)).toBeVisible();
  await expect(summary.getByRole('status').filter({ hasText: smallest }), 'it is announced').toHaveCount(1);

  await rowOf(page, name).getByRole('spinbutton').fill('9');
  await expect(amountOf(page, 'Total')).toHaveText('$0.45');
  await expect(summary.getByText(smallest)).toBeVisible();
  await rowOf(page, name).getByRole('spinbutton').fill('10');
  await expect(amountOf(page, 'Total')).toHaveText('$0.50');
  await expect(summary.getByText(smallest)).toHaveCount(0);
});

test('a coupon that leaves nothing to pay needs no card', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await applyCoupon(page, 'ALLOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$0.00');
  await expect(page.getByText(smallest)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Get It for Free' })).toBeEnabled();
  await page.getByRole('button', { name: 'Remove coupon ALLOFF' }).click();
  await expect(page.getByRole('button', { name: 'Proceed Checkout' })).toBeEnabled();
});

test('a cart above the largest card payment says so, as the refusal would', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await rowOf(page, kit.name).getByRole('spinbutton').fill('7142');
  await expect(amountOf(page, 'Total')).toHaveText('$999,880.00');
  await expect(page.getByText(largest)).toHaveCount(0);
  await rowOf(page, kit.name).getByRole('spinbutton').fill('7143');
  await expect(amountOf(page, 'Total')).toHaveText('$1,000,020.00');
  await expect(page.getByText(`${largest} Lower a quantity or remove something.`)).toBeVisible();
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(failure(page)).toContainText(largest);
});

test('where the sandbox takes the cards, the cart and the checkout say so', async ({ page, request }) => {
  await signIn(page, await register(request), '/cart');
  const said = page.getByText('Payments are a sandbox’s: nothing is charged.');
  await expect(said).toBeVisible();
  await page.goto('/checkout');
  await expect(said).toBeVisible();
});
