import { register } from '../account.ts';
import { calls, fillCart, follow, kit, openCart, payByCard, proceed } from '../buying.ts';
import { expect, test } from '../shop.ts';

test("[R-12] [K-11] the payment page says 'Verifying payment...', then 'Payment Complete'", async ({ page }) => {
  let verified = () => {};
  const verification = new Promise<void>((resolve) => {
    verified = resolve;
  });
  const asked: string[] = [];
  await page.route('**/api/success/*', async (route) => {
    asked.push(route.request().method());
    await verification;
    await route.fulfill({ json: { message: 'Payment verified' } });
  });
  const response = await page.goto('/success');
  expect(response?.status()).toBe(200);
  await expect(page.getByText('Verifying payment...', { exact: true })).toBeVisible();
  await expect.poll(() => asked).toEqual(['GET']);
  await expect(page.getByText('Payment Complete', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveCount(0);

  verified();
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await expect(
    page.getByText('Thank you for completing the payment! You will shortly receive an email confirmation.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByText('Verifying payment...')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products/category/all');
});

test('[K-12] the payment page leaves loading also when the payment is not verified, which is only logged', async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
  await page.route('**/api/success/*', (route) => route.fulfill({ status: 404, json: { message: 'Not paid' } }));
  await page.goto('/success');
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible();
  await expect.poll(() => logged.join()).toContain('Not paid');
  await expect(page.getByText('Not paid')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('[K-12] the payment page leaves loading also when the network fails', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
  await page.addInitScript(() => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      const { url } = new Request(input, init);
      return url.includes('/api/success') ? Promise.reject(new TypeError('no network')) : real(input, init);
    };
  });
  await page.goto('/success');
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await expect.poll(() => logged.join()).toContain('no network');
});

test('[K-13] printer paper runs for 5000 ms, again and again', async ({ page }) => {
  await page.goto('/success');
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  const running = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation.playState === 'running')
      .map((animation) => animation.effect?.getTiming())
      .filter((timing) => timing?.iterations === Number.POSITIVE_INFINITY)
      .map((timing) => timing?.duration),
  );
  expect(running).toEqual([5000]);
});

test('[K-06] [K-10] [K-11] [E-09] a real payment leads here: the cart is empty, and the receipt shows the order', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await proceed(page);
  const verification = page.waitForResponse('**/api/success/?session_id=*');
  await payByCard(page);
  const answer = await verification;
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toEqual({ message: expect.any(String), order_id: expect.any(String) });
  expect(answer.request().headers().authorization).toMatch(/^Bearer /);
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
  const receipt = page.getByTestId('paper');
  await expect(receipt.getByText(`${kit.name} ×2`)).toBeAttached();
  const longName = await receipt.getByText(calls.name).boundingBox();
  expect(longName?.height, 'a long name goes on in the next line').toBeGreaterThan(40);
  await expect(receipt.getByText('$4,080.00')).toBeAttached();
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('main').getByText('Paid', { exact: true }).first()).toBeVisible();
});

test('[K-10] the cart is cleared as soon as the page opens, before anything is verified', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/success/', async (route) => {
    await held;
    await route.fulfill({ status: 404, json: { message: 'Not paid' } });
  });
  await follow(page, '/success');
  await expect(page.getByText('Verifying payment...')).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
  answer();
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
});
