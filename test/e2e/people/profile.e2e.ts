import type { Locator, Page, Route } from '@playwright/test';
import { type Account, register, signIn, submitLogin } from '../account.ts';
import { makeShop } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|500)|net::ERR_FAILED/ });

const screens = [
  ['Personal Information', '/profile'],
  ['My Orders', '/profile/order'],
  ['Products Management', '/profile/products-management'],
  ['My Wallet', '/profile/wallet'],
  ['Pending Approvals', '/profile/pending-approvals'],
] as const;

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Your account' });
const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');
const failure = (page: Page) => page.getByTestId('alert-area').getByRole('alert');

async function openProfile(page: Page, account: Account) {
  await signIn(page, account, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Information' })).toBeVisible();
}

/** Definition of a term in a list of terms. */
function entry(page: Page, term: string): Locator {
  const pair = page.locator('dl > div', { has: page.getByText(term, { exact: true }) });
  return pair.getByRole('definition');
}

test('[R-10] [P-03] the sidebar leads to the five screens of the profile, each with its title', async ({
  page,
  request,
}) => {
  await openProfile(page, await register(request));
  for (const [title, path] of screens) {
    await sidebar(page).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title} `));
    await expect(sidebar(page).locator('[aria-current]')).toHaveText([title]);
  }
});

test('[P-03] what has nothing in it says so, and leads on', async ({ page, request }) => {
  await signIn(page, await register(request), '/profile/order');
  await expect(page.getByText('You have no orders yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/products/category/all');
  for (const [path, said] of [
    ['/profile/products-management', 'You have no shop here yet.'],
    ['/profile/wallet', 'Nothing was paid in or out yet.'],
    ['/profile/pending-approvals', 'Nothing waits for approval.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(said)).toBeVisible();
  }
});

test("[P-04] the sidebar shows the nickname, a balance of $0.00, the badges 'Seller' and 'Admin', and Sign Out", async ({
  page,
  request,
}) => {
  const account = await register(request);
  await openProfile(page, account);
  await expect(sidebar(page).getByText(account.username, { exact: true })).toBeVisible();
  await expect(sidebar(page).getByRole('definition')).toHaveText('$0.00');
  await expect(sidebar(page).getByRole('list', { name: 'Roles' }).getByRole('listitem')).toHaveText([
    'Seller',
    'Admin',
  ]);
  await expect(sidebar(page).getByRole('link', { name: 'Sign Out', exact: true })).toBeVisible();
});

test('[P-05] Sign Out clears the tokens and the current user, and goes to the login', async ({ page, request }) => {
  await openProfile(page, await register(request));
  const keptKeys = () => page.evaluate(() => Object.keys(window.localStorage));
  expect((await keptKeys()).filter((key) => /\.(idToken|accessToken|refreshToken)$/.test(key))).toHaveLength(3);
  await sidebar(page).getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/account/login');
  await expect(page.getByTestId('signed-in')).toHaveCount(0);
  // Keys that stay name a known device, and open nothing.
  expect((await keptKeys()).filter((key) => /Token|LastAuthUser|signInDetails|clockDrift/.test(key))).toEqual([]);
  await page.goBack();
  await page.goto('/profile');
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fprofile');
});

test('screens show after Back what was there while it is asked anew, and nothing of whoever was signed in before', async ({
  page,
  request,
}) => {
  const seller = (await makeShop(page.request)).account;
  await openProfile(page, seller);
  await expect(sidebar(page).getByRole('link', { name: 'My Shop' })).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByText('You have no orders yet.')).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'Library' }).click();
  await expect(page.getByText('Nothing is in your library yet.')).toBeVisible();
  // Nothing answers any more: all that is shown was there before.
  const held: string[] = [];
  const hold = (route: Route) => void held.push(new URL(route.request().url()).pathname);
  await page.route('**/api/order/user/*', hold);
  await page.goBack();
  await expect(page.getByText('You have no orders yet.')).toBeVisible();
  await expect.poll(() => held).toHaveLength(1);

  await page.route('**/api/seller/mine', hold);
  await sidebar(page).getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/account/login');
  await submitLogin(page, await register(request));
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Information' })).toBeVisible();
  await expect.poll(() => held).toContain('/api/seller/mine');
  await expect(sidebar(page).getByRole('link', { name: /^(My Shop|Become a seller)$/ })).toHaveCount(0);
});

test('[P-01] [E-06] personal information shows user id, username and phone, and what is changed stays', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await openProfile(page, account);
  await expect(entry(page, 'User ID')).toHaveText(account.email);
  await expect(entry(page, 'Username')).toHaveText(account.username);
  await expect(entry(page, 'Phone')).toContainText('0000000000');

  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const username = page.getByRole('textbox', { name: 'Username' });
  await expect(username).toBeFocused();
  await username.fill('');
  await page.getByRole('textbox', { name: 'Phone' }).fill('call me');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(username).toHaveAccessibleDescription(/Username is required/);
  await expect(username).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/digits/);

  const renamed = `Renamed ${account.username}`;
  await username.fill(renamed);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+49 30 123-456');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(success(page)).toHaveText('Your information is saved');
  await expect(edit).toBeFocused();
  await expect(sidebar(page).getByText(renamed, { exact: true })).toBeVisible();
  await page.reload();
  await expect(entry(page, 'Username')).toHaveText(renamed);
  await expect(entry(page, 'Phone')).toHaveText('+49 30 123-456');
  await expect(sidebar(page).getByText(renamed, { exact: true })).toBeVisible();
});

test('[P-01] what cannot be loaded says so and can be tried again; what cannot be saved is not lost', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await page.route('**/api/user/**', (route) => route.abort());
  await openProfile(page, account);
  await expect(page.getByText('Your information could not be loaded.')).toBeVisible();
  await page.unroute('**/api/user/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(entry(page, 'Username')).toHaveText(account.username);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('Another name');
  await page.route('**/api/user', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The shop could not be reached.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('Another name');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(entry(page, 'Username')).toHaveText(account.username);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
});

test('a password is changed by who knows the present one; every other browser is signed out', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const account = await register(request);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openProfile(elsewhere, account);
  await openProfile(page, account);
  const button = page.getByRole('button', { name: 'Change password' });
  await button.click();
  const current = page.getByRole('textbox', { name: 'Current password' });
  const next = page.getByRole('textbox', { name: 'New password' });
  await expect(current).toBeFocused();
  await button.click();
  await expect(current).toHaveAccessibleDescription('Current password is required');
  await expect(next).toHaveAccessibleDescription(/^Password is required/);
  await current.fill('a wrong password');
  await next.fill('another good password');
  await button.click();
  await expect(current).toHaveAccessibleDescription('This is not your current password');
  await expect(current).toBeFocused();

  await current.fill(account.password);
  await button.click();
  await expect(success(page)).toHaveText('Your password is changed');
  await expect(button).toBeFocused();
  await expect(current).toHaveCount(0);

  await elsewhere.getByRole('button', { name: 'Turn on codes by e-mail' }).click();
  await expect(failure(elsewhere)).toHaveText('Your session has ended. Please log in again.');
  await expect(elsewhere).toHaveURL('/account/login?returnUrl=%2Fprofile');
  await submitLogin(elsewhere, account);
  await expect(failure(elsewhere)).toHaveText('Username or password is incorrect');
  await submitLogin(elsewhere, { ...account, password: 'another good password' });
  await expect(elsewhere).toHaveURL('/profile');
});

test('too many attempts to change the password ask to wait', async ({ page, request }) => {
  await openProfile(page, await register(request));
  await page.route('**/identity', (route) => {
    if (!route.request().headers()['x-amz-target']?.endsWith('.ChangePassword')) return route.continue();
    const name = 'NotAuthorizedException';
    const json = { __type: name, message: 'Password attempts exceeded' };
    return route.fulfill({ status: 400, headers: { 'x-amzn-errortype': name }, json });
  });
  const button = page.getByRole('button', { name: 'Change password' });
  await button.click();
  await page.getByRole('textbox', { name: 'Current password' }).fill('a wrong password');
  await page.getByRole('textbox', { name: 'New password' }).fill('another good password');
  await button.click();
  await expect(page.getByRole('main').getByText('Too many attempts. Please wait')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(page).toHaveURL('/profile');
});

test("'Sign out everywhere' asks first, and ends another browser's session at its next action", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const account = await register(request);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await openProfile(elsewhere, account);
  await expect(elsewhere.getByRole('button', { name: 'Turn on codes by e-mail' })).toBeVisible();
  await openProfile(page, account);
  const button = page.getByRole('main').getByRole('button', { name: 'Sign out everywhere' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/account/login');
  await expect(success(page)).toHaveText('You are signed out everywhere');

  await elsewhere.getByRole('button', { name: 'Turn on codes by e-mail' }).click();
  await expect(failure(elsewhere)).toHaveText('Your session has ended. Please log in again.');
  await expect(elsewhere).toHaveURL('/account/login?returnUrl=%2Fprofile');
  await expect(elsewhere.getByTestId('signed-in')).toHaveCount(0);
});

test("'Sign out everywhere' that does not reach the account service says so, and signs out nowhere", async ({
  page,
  request,
}) => {
  await openProfile(page, await register(request));
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  await page.route('**/identity', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The network cannot be reached.');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByTestId('signed-in')).toBeVisible();
});

test('an account is deleted by typing its address, and its reviews are gone with it', async ({ page, request }) => {
  const account = await register(request);
  const review = `Kept well through a long winter, ${account.username}`;
  await signIn(page, account, '/products/id/reviewed-code-comments');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByRole('textbox', { name: 'Your review' }).fill(review);
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(page.getByRole('article').getByText(review)).toBeVisible();

  await open(page, '/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  for (const consequence of [/your reviews/, /Orders that the law asks the shop to keep stay/, /cannot be undone/])
    await expect(dialog.getByText(consequence)).toBeVisible();
  const address = dialog.getByRole('textbox', { name: 'Your e-mail address, to confirm' });
  await expect(address).toBeFocused();
  await address.fill('somebody.else@example.com');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(address).toHaveAccessibleDescription(/not the address of your account/);
  await expect(address).toBeFocused();

  await address.fill(` ${account.email.toUpperCase()}`);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/');
  await expect(success(page)).toHaveText('Your account is deleted');
  await expect(page.getByTestId('signed-in')).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(window.localStorage).filter((key) => /Token/.test(key)))).toEqual([]);

  await page.goto('/products/id/reviewed-code-comments');
  await expect(page.getByRole('tab', { name: 'Reviews' })).toBeVisible();
  expect(await page.content()).not.toContain(review);
  await open(page, '/account/login');
  await submitLogin(page, account);
  await expect(failure(page)).toHaveText('Username or password is incorrect');
});

test('an account whose record cannot be deleted stays whole', async ({ page, request }) => {
  const account = await register(request);
  await openProfile(page, account);
  await page.route('**/api/user/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(account.email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert').getByText('Nothing was deleted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});

test('the profile fits a phone: its screens are a row of chips, in which the current one is in sight', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await register(request), '/profile/pending-approvals');
  await expect(sidebar(page).getByRole('link', { name: 'Pending Approvals' })).toBeInViewport({ ratio: 1 });
  await expect(sidebar(page).getByRole('link', { name: 'Personal Information' })).not.toBeInViewport();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide, 'pixels beyond the edge').toBeLessThanOrEqual(0);
});
