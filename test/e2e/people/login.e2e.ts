import { newAccount, readCode, register, signInByForm, submitLogin } from '../account.ts';
import { follow } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

// The account service refuses with 400; one test has no network.
test.use({ expectedNoise: /the server responded with a status of 400|net::ERR_INTERNET_DISCONNECTED/ });

test("[A-01] [R-07] the login is open: email, password with a toggle, 'Forgot password?' and 'Register'", async ({
  page,
}) => {
  const response = await page.goto('/account/login');
  expect(response?.status()).toBe(200);
  await open(page, '/account/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login', exact: true })).toBeVisible();
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');

  await password.fill('a secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('a secret');

  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/account/forgotPassword');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page).toHaveURL('/account/register');
});

test('[A-02] errors appear after submitting, follow what is typed, and nothing is sent while there is one', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    // But for what a passkey would sign, so that the browser can offer one: it says nothing of who is here.
    const said = request.postData() ?? '';
    if (request.url().includes('/identity') && !said.includes('WEB_AUTHN')) sent.push(said);
  });
  await open(page, '/account/login');
  const email = page.getByRole('textbox', { name: 'Email' });
  const password = page.getByRole('textbox', { name: 'Password' });
  const submit = page.getByRole('button', { name: 'Login', exact: true });
  await email.fill('mara@');
  await email.blur();
  await expect(page.getByText('Enter a Valid Email Address')).toHaveCount(0);
  await email.fill('');

  await submit.click();
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(email).toHaveAttribute('aria-invalid', 'true');

  await email.fill('mara@');
  await expect(page.getByText('Enter a Valid Email Address', { exact: true })).toBeVisible();
  await email.fill('mara@example.com');
  await expect(page.getByText('Enter a Valid Email Address')).toHaveCount(0);
  await expect(email).not.toHaveAttribute('aria-invalid');
  await submit.click();
  await expect(password).toBeFocused();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
});

test('[A-01] while signing in the button is disabled and says so; afterwards the customer is at home', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/account/login');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/identity', async (route) => {
    await held;
    await route.continue();
  });
  await submitLogin(page, account);
  const submit = page.getByRole('button', { name: 'Login', exact: true });
  await expect(submit).toBeDisabled();
  await expect(submit.getByTestId('spinner')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Please wait' })).toHaveCount(1);
  goOn();
  await expect(page).toHaveURL('/');
  await expect(page.getByTestId('signed-in')).toBeVisible();
});

test("[A-04] a failed sign-in says 'Username or password is incorrect', logs 'Log in failed!' and can be repeated", async ({
  page,
  request,
}) => {
  const account = await register(request);
  const printed: string[] = [];
  page.on('console', (message) => message.type() !== 'error' && printed.push(message.text()));
  await open(page, '/account/login?returnUrl=%2Fcontact');
  for (const wrong of [
    { email: account.email, password: 'not the password' },
    { email: newAccount().email, password: account.password },
  ]) {
    await submitLogin(page, wrong);
    const alert = page.getByTestId('alert-area').getByRole('alert');
    await expect(alert).toHaveText('Username or password is incorrect');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(wrong.email);
    const password = page.getByRole('textbox', { name: 'Password' });
    await expect(password).toHaveValue('');
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveAccessibleDescription('Username or password is incorrect');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
    await alert.getByRole('button', { name: 'Dismiss' }).click();
  }
  expect(printed).toEqual(['Log in failed!', 'Log in failed!']);

  await submitLogin(page, account);
  await expect(page).toHaveURL('/contact');
});

test('an address that was typed at the login stands in the forgotten password, in the registration, and back', async ({
  page,
}) => {
  const email = page.getByRole('textbox', { name: 'Email' });
  await open(page, '/account/login');
  await email.fill('mara@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password' })).toBeVisible();
  await expect(email).toHaveValue('mara@example.com');
  await email.fill('maria@example.com');
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(email).toHaveValue('maria@example.com');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  await expect(email).toHaveValue('maria@example.com');
  // Leaving these screens forgets the address.
  await follow(page, '/contact');
  await follow(page, '/account/login');
  await expect(email).toHaveValue('');
});

test('[A-04] without a network the login says so, and keeps everything that was typed', async ({ page, request }) => {
  const account = await register(request);
  await open(page, '/account/login?returnUrl=%2Fcontact');
  await page.route('**/identity', (route) => route.abort('internetdisconnected'));
  await submitLogin(page, account);
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('network cannot be reached');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(account.password);
  await page.unroute('**/identity');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/contact');
});

test('[A-03] after signing in the customer is where they wanted to go, and never on another site', async ({
  page,
  request,
  leaveShop,
}) => {
  const account = await register(request);
  for (const [returnUrl, target] of [
    ['/products/category/data?sort=price-asc', '/products/category/data?sort=price-asc'],
    ['//elsewhere.example/cart', '/'],
    ['https://elsewhere.example/', '/'],
    ['/\\elsewhere.example', '/'],
    ['/account/register', '/'],
  ] as const) {
    await open(page, `/account/login?${new URLSearchParams({ returnUrl })}`);
    await submitLogin(page, account);
    await expect(page.getByTestId('signed-in'), returnUrl).toBeVisible();
    await expect(page, returnUrl).toHaveURL(target);
    await page.evaluate(() => window.localStorage.clear());
  }
  expect(leaveShop).toEqual([]);
});

test('[R-07] [R-08] [R-09] who is signed in is sent home from login, registration and forgotten password', async ({
  page,
  request,
}) => {
  await signInByForm(page, await register(request));
  for (const path of [
    '/account/login',
    '/account/login?returnUrl=%2Fcart',
    '/account/register',
    '/account/forgotPassword',
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/');
  }
});

test('[A-15] [A-14] signing in before the address is confirmed leads to the confirmation, and on from there', async ({
  page,
  request,
}) => {
  const account = await register(request, { confirmed: false });
  await readCode(account.email);
  await open(page, '/account/login?returnUrl=%2Fcart');
  await submitLogin(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm Your Email' })).toBeVisible();
  await expect(page.getByText(account.email)).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Confirmation Code' });
  await expect(code).toBeFocused();

  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Confirmation Code is required', { exact: true })).toBeVisible();
  await code.fill(await readCode(account.email));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('[I-14] signing in while somebody is signed in fails, and says so', async ({ page, context, request }) => {
  const account = await register(request);
  await open(page, '/account/login?returnUrl=%2Fcart');
  const otherTab = await context.newPage();
  await signInByForm(otherTab, account);
  await submitLogin(page, account);
  await expect(page.getByTestId('alert-area').getByRole('alert')).toHaveText('There is already a signed in user.');
  await expect(page).toHaveURL('/');
});

test('the login works by keyboard alone', async ({ page, request }) => {
  const account = await register(request);
  await open(page, '/account/login?returnUrl=%2Fcontact');
  await page.getByRole('textbox', { name: 'Email' }).focus();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(account.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(page).toHaveURL('/contact');
});
