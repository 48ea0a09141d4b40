import type { Page } from '@playwright/test';
import { register, signInByForm, submitLogin } from '../account.ts';
import { signOut } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|401|403|500)|net::ERR_INTERNET_DISCONNECTED/ });

const guarded = [
  '/profile',
  '/profile/order',
  '/profile/products-management',
  '/profile/wallet',
  '/profile/pending-approvals',
  '/cart',
  '/checkout',
] as const;

test('[R-10] [R-11] signed-in customers see the profile, its children, the cart and the checkout', async ({
  page,
  request,
}) => {
  await signInByForm(page, await register(request));
  for (const path of guarded) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText('Your account');
    await expect(page, path).toHaveURL(path);
  }
});

test('[R-15] a change of screen to a guarded one leads to the login without showing it, and back does not loop', async ({
  page,
}) => {
  await open(page, '/contact');
  await page.evaluate(() => {
    const seen = document as Document & { seenHeadings?: string[] };
    seen.seenHeadings = [];
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent ?? '';
      if (seen.seenHeadings?.at(-1) !== heading) seen.seenHeadings?.push(heading);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: /^Cart/ }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  const seen = await page.evaluate(() => (document as Document & { seenHeadings?: string[] }).seenHeadings ?? []);
  expect(seen.filter((heading) => !['Get in touch', 'Login'].includes(heading))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/contact');
});

test('a session is the same in every tab, and survives a reload', async ({ page, context, request }) => {
  await signInByForm(page, await register(request));
  await page.reload();
  await expect(page.getByTestId('signed-in')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(other.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();

  await page.evaluate(() => window.localStorage.clear());
  await expect(other).toHaveURL('/account/login?returnUrl=%2Fcart');
});

test("[C-14] 'Add to cart' asks an anonymous visitor to log in, and leads back with what was chosen in the cart", async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(page.getByText('Please log in to your account first')).toBeVisible();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fproducts%2Fid%2Fh100-sxm-80gb');
  await submitLogin(page, account);
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
  await expect(page.getByText('H100 SXM 80 GB added to cart successfully')).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('2');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(page.getByText('H100 SXM 80 GB added to cart successfully')).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('3');
  await expect(page.getByText('Please log in to your account first')).toHaveCount(0);
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
});

test('[C-14] what was chosen before signing in is added once, for the first who signs in', async ({
  page,
  request,
}) => {
  const [account, other] = [await register(request), await register(request)];
  await open(page, '/products/id/h100-sxm-80gb');
  const add = page.getByRole('button', { name: 'Add to cart', exact: true }).first();
  await add.click();
  await expect(page).toHaveURL(/account.login/);
  await page.goBack();
  await add.click();
  await expect(page).toHaveURL(/account.login/);
  // A reload of the login, as after a visit elsewhere.
  await open(page, page.url());
  await submitLogin(page, account);
  await expect(page).toHaveURL('/products/id/h100-sxm-80gb');
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  await signOut(page);
  await expect(page).toHaveURL('/account/login');
  await submitLogin(page, other);
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
});

for (const status of [401, 403]) {
  test(`[E-11] an answer of ${status} signs the customer out, is logged and rethrown`, async ({ page, request }) => {
    await signInByForm(page, await register(request));
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
    await page.route('**/api/success/', (route) => route.fulfill({ status, json: { message: 'No longer yours' } }));
    await page.goto('/success');
    await expect(page.getByTestId('alert-area').getByRole('alert')).toHaveText(
      'Your session has ended. Please log in again.',
    );
    await expect(page.getByTestId('signed-in')).toHaveCount(0);
    expect(logged).toContain(`GET /api/success/: ${status} No longer yours`);
    expect(logged).toContain('Payment verification failed: No longer yours');
    await page.goto('/cart');
    await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');
  });
}

test('[E-11] any other failed answer leaves the session; without a message the status text is logged', async ({
  page,
  request,
}) => {
  await signInByForm(page, await register(request));
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
  await page.route('**/api/success/', (route) => route.fulfill({ status: 500, body: 'no JSON' }));
  await page.goto('/success');
  await expect.poll(() => logged).toContain('GET /api/success/: 500 Internal Server Error');
  await expect(page.getByTestId('signed-in')).toBeVisible();
});

/** Makes the tokens of this browser look as they do an hour later. */
function endTokens(page: Page) {
  return page.evaluate(() => {
    for (const [key, token] of Object.entries(window.localStorage)) {
      if (!/\.(idToken|accessToken)$/.test(key)) continue;
      const [header, claims = '', signature] = token.split('.');
      const old = { ...JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))), exp: 1 };
      const body = btoa(JSON.stringify(old)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      window.localStorage.setItem(key, [header, body, signature].join('.'));
    }
  });
}

test('[I-09] ended tokens are renewed without a word', async ({ page, request }) => {
  const account = await register(request);
  await signInByForm(page, account);
  await endTokens(page);
  const renewal = page.waitForRequest((asked) =>
    Boolean(asked.headers()['x-amz-target']?.endsWith('.GetTokensFromRefreshToken')),
  );
  await page.goto('/profile');
  await renewal;
  await expect(page.getByRole('main')).toContainText(account.email);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
});

test('[I-09] when they cannot be renewed any more, the customer logs in again and comes back', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await signInByForm(page, account);
  await endTokens(page);
  const refused = { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' };
  await page.route('**/identity', (route) =>
    route.fulfill({ status: 400, headers: { 'x-amzn-errortype': refused.__type }, json: refused }),
  );
  await page.goto('/profile');
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fprofile');
  await expect(page.getByTestId('alert-area').getByRole('alert')).toHaveText(
    'Your session has ended. Please log in again.',
  );
  await page.unroute('**/identity');
  await submitLogin(page, account);
  await expect(page).toHaveURL('/profile');
});

test('[I-09] without a network the session stays', async ({ page, request }) => {
  const account = await register(request);
  await signInByForm(page, account);
  await endTokens(page);
  await page.route('**/identity', (route) => route.abort('internetdisconnected'));
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/profile');
  await failed;
  await page.unroute('**/identity');
  await page.reload();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('main')).toContainText(account.email);
});

test('public pages never load the account library before an action needs it', async ({ page, request }) => {
  const account = await register(request);
  const loaded: string[] = [];
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script' && asked.url().includes('/accounts-')) loaded.push(asked.url());
  });
  await signInByForm(page, account);
  expect(loaded).toHaveLength(1);
  loaded.length = 0;
  for (const path of ['/', '/products/category/all', '/products/id/h100-sxm-80gb', '/contact', '/cart']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByTestId('signed-in')).toBeVisible();
  }
  expect(loaded).toEqual([]);
});
