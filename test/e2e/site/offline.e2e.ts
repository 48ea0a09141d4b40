// Visitors without a network are told so, wherever something was to be sent, and lose nothing.
import { register, signIn } from '../account.ts';
import { applyCoupon, failure, fillCart, kit, openCart, proceed, rowOf } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /net::ERR_(FAILED|INTERNET_DISCONNECTED)/ });

test('[K-08] offline at the checkout says that, and the cart is paid once the network is back', async ({
  page,
  context,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await expect(page.getByText('By ordering you accept the license:')).toBeVisible();
  await context.setOffline(true);
  // The cart asks for its price again, in vain: the license that it has shown still is what is ordered under.
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/cart/quote'));
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(failure(page)).toHaveText(
    'Payment process failed: You are offline. Nothing was charged; please try again.',
  );
  await expect(rowOf(page, kit.name)).toBeVisible();
  await askedAgain;
  await expect(page.getByText('By ordering you accept the license:')).toBeVisible();
  await context.setOffline(false);
  await proceed(page);
});

test('[C-03] a coupon that is applied offline says so beside its field', async ({ page, context, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await context.setOffline(true);
  await applyCoupon(page, 'TENOFF');
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toHaveAccessibleDescription(
    'You are offline. The coupon could not be checked. Please apply it again.',
  );
});

test('[E-04] a review that is posted offline stays in the form, which says why', async ({ page, context, request }) => {
  await signIn(page, await register(request), `/products/id/${kit.id}`);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  const form = page.getByRole('region', { name: 'Leave a Reply' });
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Your review' }).fill('It trained well over night.');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Post Comment' }).click();
  await expect(failure(page)).toHaveText('Failed Posting Review');
  await expect(form.getByText('You are offline. Nothing you entered is lost; please try again.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Your review' })).toHaveValue('It trained well over night.');
});

test('the profile says that it is offline, and keeps what was typed', async ({ page, context, request }) => {
  await signIn(page, await register(request), '/profile');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Username' });
  await name.fill('Ada L.');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByRole('main').getByText('You are offline. Nothing you entered is lost; please try again.'),
  ).toBeVisible();
  await expect(name).toHaveValue('Ada L.');
});

test('a page that cannot be loaded offline says why, and loads when the network is back', async ({ page, context }) => {
  await open(page, '/products/category/all');
  await context.setOffline(true);
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('main').getByText(/^You are offline\./)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'H100 SXM 80 GB' })).toBeVisible();
});
