// The license of a product, from its page to the order that accepted it.
import { faults } from './accessible.ts';
import { register } from './account.ts';
import { fillCart, kit, openCart, payByCard, proceed } from './buying.ts';
import { expect, open, test } from './shop.ts';

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
