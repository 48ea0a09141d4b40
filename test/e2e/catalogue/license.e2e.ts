// The license of a product, from its page to the order that accepted it.
import type { Page } from '@playwright/test';
import { faults } from '../accessible.ts';
import { register } from '../account.ts';
import { failure, fillCart, kit, openCart, payByCard, proceed } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test('[V-05] the page of a product says in plain words what its license allows, and leads to the text', async ({
  page,
}) => {
  await open(page, '/products/id/contextual-bandits');
  const license = page.getByRole('region', { name: 'License' });
  await expect(license.getByText('You choose one of 2.')).toBeVisible();
  await expect(license.getByText('Offer the source to those who use it over a network')).toBeVisible();
  await expect(license.getByText('This summary is not legal advice.')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await license.getByRole('link', { name: 'Read the text of Demo Commercial Software License 1.0' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo Commercial Software License 1.0');
  await expect(page.getByRole('region', { name: 'The text' })).toContainText('The source stays confidential.');
  expect(await faults(page)).toEqual([]);
});

test('a license that nobody has heard of is not found', async ({ page }) => {
  const response = await page.goto('/licenses/LicenseRef-Unheard-Of');
  expect(response?.status()).toBe(404);
});

test('[V-05] the cart says which license ordering accepts, and the order leads to its text', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  const accepts = page.getByText('By ordering you accept the license: Apache-2.0.');
  await expect(accepts.getByRole('link', { name: 'Apache-2.0' })).toHaveAttribute('href', '/licenses/Apache-2.0');
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('link', { name: 'Apache-2.0' }).click();
  await expect(page).toHaveURL(/\/licenses\/Apache-2\.0\?sha256=[0-9a-f]{64}$/);
  await expect(page.getByRole('heading', { name: 'The text as it was accepted' })).toBeVisible();
});

test.describe('an order under a license that no screen has named', () => {
  test.use({ expectedNoise: /the server responded with a status of (409|500)/ });
  const accepts = (page: Page, license: string) => page.getByText(`By ordering you accept the license: ${license}.`);
  const button = (page: Page) => page.getByRole('button', { name: 'Proceed Checkout' });
  const notShown = `Payment process failed: ${kit.name} (License: Single team) comes under the license Apache-2.0, which you were not shown. Look at what ordering accepts, and try again.`;

  test('[V-05] waits for the cart to name it; where that takes long, it is refused', async ({ page, request }) => {
    await page.clock.install();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/cart/quote', async (route) => {
      await released;
      await route.continue();
    });
    await fillCart(page, await register(request), kit.name);
    await openCart(page);
    await expect(button(page)).toBeDisabled();
    await page.clock.fastForward(10_000);
    await button(page).click();
    await expect(failure(page)).toHaveText(notShown);
    await expect(page).toHaveURL('/cart');
    await expect(button(page)).toBeDisabled();
    release();
    await expect(accepts(page, 'Apache-2.0')).toBeVisible();
    await proceed(page);
  });

  test('[V-05] is refused where the cart could not name it, which then asks again', async ({ page, request }) => {
    await page.route('**/api/cart/quote', (route) => route.fulfill({ status: 500, body: '' }));
    await fillCart(page, await register(request), kit.name);
    await openCart(page);
    await expect(button(page)).toBeEnabled();
    await page.unroute('**/api/cart/quote');
    await button(page).click();
    await expect(failure(page)).toHaveText(notShown);
    await expect(accepts(page, 'Apache-2.0')).toBeVisible();
    await proceed(page);
  });

  test('[V-05] is refused where the license has changed since, with both; the cart names the one of now', async ({
    page,
    request,
  }) => {
    await page.route('**/api/cart/quote', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('Apache-2.0', 'MIT') });
    });
    await fillCart(page, await register(request), kit.name);
    await openCart(page);
    await expect(accepts(page, 'MIT')).toBeVisible();
    await page.unroute('**/api/cart/quote');
    await button(page).click();
    await expect(failure(page)).toHaveText(
      `Payment process failed: ${kit.name} (License: Single team) comes under the license Apache-2.0 now, not MIT. Look at what ordering accepts, and try again.`,
    );
    await expect(accepts(page, 'Apache-2.0')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await proceed(page);
  });
});
