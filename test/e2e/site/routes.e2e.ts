import { expect, open, test } from '../shop.ts';

test('[R-01] [R-02] [R-05] [R-06] [R-12] everybody may open the public addresses', async ({ page }) => {
  for (const [path, heading] of [
    ['/', 'Intelligence, by the hour.'],
    ['/contact', 'Get in touch'],
    ['/products/keyword/speech', "Search results for 'speech'"],
    ['/products/id/h100-sxm-80gb', 'H100 SXM 80 GB'],
    ['/success', 'Payment Complete'],
  ] as const) {
    const response = await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
});

test('[R-03] /products redirects to all products', async ({ page }) => {
  await open(page, '/products');
  await expect(page).toHaveURL(/\/products\/category\/all$/);
  await expect(page.getByRole('heading', { level: 1, name: 'all Products' })).toBeVisible();
});

test('[R-13] [F-07] any other path answers 404 with the not-found page', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByText(/sorry.*does not exist on this website/)).toBeVisible();
  const home = page.getByRole('link', { name: 'Go Back To Home' });
  await expect(home).toHaveAttribute('href', '/');
  await home.click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
});

test('[R-13] what only begins like a screen of the shop is not found either', async ({ request }) => {
  for (const path of ['/contact/us', '/products/id', '/products/id/h100-sxm-80gb/more', '/account', '/success/again']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('Page Not Found');
  }
});

test('[R-13] a profile page that does not exist is not found, not a reason to sign in', async ({ request }) => {
  const response = await request.get('/profile/no-such-page');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('Page Not Found');
});

test('an address that grows too long for the header of a redirect is refused', async ({ request }) => {
  const redirected = await request.get(`/products/category/all?empty=&long=${'!'.repeat(2_000)}`, { maxRedirects: 0 });
  expect(redirected.status()).toBe(302);
  const refused = await request.get(`/products/category/all?empty=&long=${'!'.repeat(8_000)}`, { maxRedirects: 0 });
  expect([refused.status(), await refused.text()]).toEqual([414, 'This address is too long.']);
});

test('[R-14] going back restores the scroll position, and a new page starts at the top', async ({ page }) => {
  await open(page, '/products/category/all');
  const card = page.getByRole('region', { name: 'Products' }).getByRole('article').nth(14);
  await card.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => window.scrollY);
  expect(position).toBeGreaterThan(500);

  await card.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/id\//);
  await expect(page.getByRole('tab', { name: 'Product Information' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/products\/category\/all$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(position);
});

test('[R-15] an anonymous visitor on a guarded address lands on the login, which knows that address', async ({
  page,
}) => {
  for (const wanted of [
    '/profile',
    '/profile/order',
    '/profile/products-management',
    '/profile/wallet',
    '/profile/pending-approvals',
    '/cart',
    '/checkout',
  ]) {
    const response = await page.goto(wanted);
    // The page is the same for everybody: only the browser knows that nobody is signed in.
    expect(response?.status(), wanted).toBe(200);
    await expect(page, wanted).toHaveURL(`/account/login?${new URLSearchParams({ returnUrl: wanted })}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Login' }), wanted).toBeVisible();
  }
});

test('[R-15] the requested address keeps its query on the way to the login', async ({ page }) => {
  const wanted = '/profile/order?page=2&from=mail';
  await page.goto(wanted);
  await expect(page).toHaveURL(`/account/login?${new URLSearchParams({ returnUrl: wanted })}`);
});

test('[R-15] the cart and profile icons lead an anonymous visitor to the login with their address', async ({
  page,
}) => {
  await open(page, '/contact');
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fprofile');
});

test('[R-15] what is sent for a guarded address holds nothing to see or to index', async ({ request }) => {
  for (const path of ['/profile', '/profile/wallet', '/cart', '/checkout']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).not.toContain('Your Cart is Empty');
  }
});

test('[R-16] an unknown product or category shows the not-found page', async ({ page }) => {
  for (const path of ['/products/id/no-such-product', '/products/id/%00', '/products/category/furniture']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go Back To Home' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  }
});
