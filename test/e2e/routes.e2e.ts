import { expect, open, test } from './shop.ts';

test('[R-01] / is Home', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
});

test('[R-03] /products redirects to all products', async ({ page }) => {
  await open(page, '/products');
  await expect(page).toHaveURL(/\/products\/category\/all$/);
});

test('[R-13] [F-07] any other path answers 404 with the not-found page', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText(/sorry.*does not exist on this website/)).toBeVisible();
  await page.getByRole('link', { name: 'Go Back To Home' }).click();
  await expect(page).toHaveURL('/');
});
