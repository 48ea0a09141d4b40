import { desktop, expectFitAndAccessible, faults, phone } from '../accessible.ts';
import { newAccount, register, signIn, signInByForm } from '../account.ts';
import {
  amountOf,
  applyCoupon,
  calls,
  failure,
  fillCart,
  follow,
  h100,
  kit,
  openCart,
  payByCard,
  proceed,
  rowOf,
} from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

for (const [screen, path] of [
  ['the home page', '/'],
  ['a product list', '/products/category/all'],
  ['a search with results', '/products/keyword/rtx'],
  ['a search without results', '/products/keyword/zebra'],
  ['a product', '/products/id/h100-sxm-80gb'],
  ["a network's product", '/products/id/dbc-rtx-4090'],
  ["a rental provider's product", '/products/id/hycons-rtx-4090'],
  ['contact', '/contact'],
  ['the login', '/account/login'],
  ['the registration', '/account/register'],
  ['the forgotten password', '/account/forgotPassword'],
  ['the payment-complete page', '/success'],
  ['the not-found page', '/no/such/page'],
] as const) {
  test(`${screen} is accessible and fits its width, on a desk and on a phone, light and dark`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(desktop);
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByText('Verifying payment...')).toHaveCount(0);
    await expectFitAndAccessible(page);
  });
}

test('the profile with its forms open is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Last login has a time only after a sign-in in this browser.
  await signInByForm(page, await register(request), '/profile');
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await expect(page.getByText(/^Last login/)).toBeVisible();
  await expectFitAndAccessible(page);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await expectFitAndAccessible(page);
});

test('what asks before something is deleted is accessible, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await register(request), '/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('This is not the address of your account')).toBeVisible();
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    expect(await faults(page), `at ${viewport.width}`).toEqual([]);
  }
});

test('the empty screens of the profile are accessible, light and dark', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await register(request), '/profile/order');
  for (const path of ['order', 'products-management', 'wallet', 'pending-approvals']) {
    await open(page, `/profile/${path}`);
    await expect(page.getByRole('complementary', { name: 'Your account' })).toBeVisible();
    expect(await faults(page), path).toEqual([]);
  }
});

test("the form for a review, its errors and one's own review are accessible, light and dark", async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await register(request), '/products/id/job-postings-skills-weekly');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByText('Choose a rating')).toBeVisible();
  expect(await faults(page), 'errors').toEqual([]);
  await page.getByRole('radio', { name: '3 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill('Weekly means weekly here.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByText('Review Posted')).toBeVisible();
  expect(await faults(page), 'own review').toEqual([]);
});

test('the account forms with their errors and later steps are accessible, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/account/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  expect(await faults(page), 'errors').toEqual([]);

  await open(page, '/account/forgotPassword');
  await page.getByRole('textbox', { name: 'Email' }).fill(newAccount().email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('button', { name: 'Send the code again' }).click();
  await expect(page.getByText(/^possible in/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('long enough');
  expect(await faults(page), 'second step').toEqual([]);
});

test('the empty cart is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await register(request), '/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await expectFitAndAccessible(page);
});

test('the cart with a coupon, a shortage and a failed payment is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillCart(page, await register(request), h100.name, calls.name);
  await openCart(page);
  await rowOf(page, h100.name)
    .getByRole('spinbutton', { name: /^Machines/ })
    .fill('99');
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Discount')).toBeVisible();
  await expect(page.getByText(/^Only \d+ free/)).toBeVisible();
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(failure(page)).toContainText('Payment process failed');
  await expectFitAndAccessible(page);
  await applyCoupon(page, 'NOSUCHCODE');
  await expect(page.getByText('This coupon code is not known.')).toBeVisible();
  await expectFitAndAccessible(page);
});

test('the checkout is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillCart(page, await register(request), kit.name, calls.name);
  await follow(page, '/checkout');
  await expect(page.getByRole('table', { name: 'Your order' })).toBeVisible();
  await expectFitAndAccessible(page);
});

test('the receipt, the orders and one of them are accessible and fit their width, on a desk and on a phone, light and dark', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillCart(page, await register(request), kit.name, calls.name);
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Discount')).toBeVisible();
  await proceed(page);
  await payByCard(page);
  await expect(page.getByTestId('paper').getByText(calls.name)).toBeAttached();
  await expectFitAndAccessible(page);
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page.getByRole('button', { name: 'Download receipt' })).toBeVisible();
  await expectFitAndAccessible(page);
  await follow(page, '/profile/order');
  await expect(page.getByRole('link', { name: /^Order/ })).toBeVisible();
  await expectFitAndAccessible(page);
});

test('the reviews of a product are accessible, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Reviews' }).getByRole('article').first()).toBeVisible();
  // Scrolled to the tab, a button may stand half below the bar: as large as it is only where it is scrolled to.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await faults(page)).toEqual([]);
});

test('the open search with its suggestions is accessible, on a desk and on a phone, light and dark', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/products/category/all');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Keyword' }).fill('rtx');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).not.toHaveCount(0);
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    expect(await faults(page), `at ${viewport.width}`).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, `pixels beyond the edge at ${viewport.width}`).toBeLessThanOrEqual(0);
  }
});

test('the open products menu is accessible, over the video and on paper, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(desktop);
  for (const path of ['/', '/contact']) {
    await open(page, path);
    await page.getByRole('banner').getByRole('link', { name: 'Products', exact: true }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'All Products' })).toBeVisible();
    expect(await faults(page), `on ${path}`).toEqual([]);
  }
});

test('the open menu and the open filters of a phone are accessible, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(phone);
  await open(page, '/products/category/all');
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'All Products' })).toBeVisible();
  expect(await faults(page), 'menu').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Minimum price' })).toBeVisible();
  expect(await faults(page), 'filters').toEqual([]);
});

test('an alert is accessible, light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/products/id/h100-sxm-80gb');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(page.getByText('Please log in to your account first')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('[T-02] by keyboard: the skip link comes first, the menu opens by Enter, Escape closes it and the focus returns', async ({
  page,
}) => {
  await open(page, '/contact');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const target = await skip.getAttribute('href');
  await expect(page.getByRole('main')).toHaveAttribute('id', target?.slice(1) ?? 'the target of the skip link');

  const bar = page.getByRole('banner');
  for (const name of ['Hearth', 'Home', 'Products']) {
    await page.keyboard.press('Tab');
    await expect(bar.getByRole('link', { name, exact: true })).toBeFocused();
  }
  const all = bar.getByRole('link', { name: 'All Products' });
  await page.keyboard.press('Enter');
  await expect(all).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(all).toBeHidden();
  await expect(bar.getByRole('link', { name: 'Products', exact: true })).toBeFocused();
  await expect(page).toHaveURL('/contact');

  await skip.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('[T-02] by keyboard: the arrow beside Products opens the menu, gets the focus back, and Tab walks the choices', async ({
  page,
}) => {
  await open(page, '/contact');
  const bar = page.getByRole('banner');
  const arrow = bar.getByRole('button', { name: 'Products menu' });
  await arrow.focus();
  await page.keyboard.press('Enter');
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(arrow).toHaveAttribute('aria-expanded', 'false');
  await expect(arrow).toBeFocused();

  await page.keyboard.press('Enter');
  for (const name of ['All Products', 'Solutions', 'Computing', 'Data', 'Algorithm']) {
    await page.keyboard.press('Tab');
    await expect(bar.getByRole('listitem').getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/category/algorithm');
});

test("[T-04] [T-05] by keyboard: '/' opens the search, Escape closes it, a keyword and Enter search", async ({
  page,
}) => {
  await open(page, '/contact');
  const home = page.getByRole('banner').getByRole('link', { name: 'Home' });
  await home.focus();
  await page.keyboard.press('/');
  const keyword = page.getByRole('combobox', { name: 'Keyword' });
  await expect(keyword).toBeFocused();
  await expect(keyword).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(home).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('speech/text');
  await expect(keyword).toHaveValue('speech/text');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products/keyword/speech%2Ftext');

  await open(page, '/contact');
  await page.getByRole('textbox', { name: 'Subject' }).focus();
  await page.keyboard.type('and/or');
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('and/or');
  await expect(page.getByRole('dialog')).toBeHidden();
});
