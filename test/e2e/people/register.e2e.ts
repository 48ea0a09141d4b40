import { newAccount, readCode, register, submitLogin, tokensOf } from '../account.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400/ });

test("[A-05] [A-07] [R-08] an account is made in two steps: its data, then 'Confirm Your Email'", async ({ page }) => {
  const account = newAccount();
  const posted: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user') && request.method() === 'POST') posted.push(request.postDataJSON());
  });
  await open(page, '/account/register');
  await expect(page.getByRole('heading', { level: 1, name: 'Register', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/account/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Confirm Your Email', exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: account.email })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Confirmation Code' });
  await expect(code).toBeFocused();
  // A code that is typed in two groups is accepted.
  await code.fill((await readCode(account.email)).replace(/^\d{3}/, ' $& '));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  await expect(page).toHaveURL('/account/login?registered=true');
  await expect(page.getByTestId('alert-area').getByRole('status')).toHaveText('Registration successful');
  await expect(page.getByTestId('signed-in')).toHaveCount(0);
  expect(posted).toEqual([
    {
      user_id: account.email,
      username: account.username,
      profile_pic: '',
      user_type: 'buyer',
      phone: '0000000000',
      addresses: [],
    },
  ]);

  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(account.email);
  await submitLogin(page, account);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Registration successful')).toHaveCount(0);
});

test('[E-12] [A-07] saving the record carries the anti-forgery token of the cookie, and the record is a buyer', async ({
  page,
  context,
}) => {
  const account = newAccount();
  await open(page, '/account/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
  const saving = page.waitForResponse((response) => response.url().endsWith('/api/user'));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  const saved = await saving;
  expect(saved.status()).toBe(201);
  const headers = await saved.request().allHeaders();
  const cookie = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN');
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Strict', value: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(headers['x-xsrf-token']).toBe(cookie?.value);
  // The sign-in that saved the record ends at once, and its token with it.
  const { IdToken } = await tokensOf(page.request, account);
  const record = await page.request.get(`/api/user/${account.email}`, {
    headers: { authorization: `Bearer ${IdToken}` },
  });
  expect(await record.json()).toMatchObject({
    user_id: account.email,
    username: account.username,
    user_type: 'buyer',
    phone: '0000000000',
  });
});

test('[A-06] errors appear after submitting, and nothing is sent while there is one', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/identity') && sent.push(request.url()));
  await open(page, '/account/register');
  const submit = page.getByRole('button', { name: 'Register', exact: true });
  await submit.click();
  for (const fault of ['Email is required', 'Username is required', 'Password is required']) {
    await expect(page.getByText(fault, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Email' }).fill('mara@@example.com');
  await page.getByRole('textbox', { name: 'Username' }).fill('Mara');
  await page.getByRole('textbox', { name: 'Password' }).fill('1234567');
  await submit.click();
  await expect(page.getByText('Enter a Valid Email Address', { exact: true })).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible();
  await expect(page.getByText('Username is required')).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('what is too long stands beside its field, and the alert of the attempt before is gone', async ({ page }) => {
  await page.route('**/identity', (route) => route.fulfill({ status: 400, json: { __type: 'Unexpected' } }));
  await open(page, '/account/register');
  const [email, password] = [
    page.getByRole('textbox', { name: 'Email' }),
    page.getByRole('textbox', { name: 'Password' }),
  ];
  const submit = page.getByRole('button', { name: 'Register', exact: true });
  await email.fill('mara@example.com');
  await page.getByRole('textbox', { name: 'Username' }).fill('Mara');
  await password.fill('12345678');
  await submit.click();
  const alert = page.getByTestId('alert-area').getByRole('alert');
  await expect(alert).toContainText('Something went wrong');

  await email.fill(`${'m'.repeat(250)}@example.com`);
  await password.fill('p'.repeat(257));
  await submit.click();
  await expect(email).toHaveAccessibleDescription('Email must be at most 254 characters');
  await expect(password).toHaveAccessibleDescription(/^Password must be at most 256 characters/);
  await expect(alert).toHaveText('');
});

test('[A-06] [A-14] a missing or wrong code stands beside its field, and the code can be sent again', async ({
  page,
}) => {
  const account = newAccount();
  await open(page, '/account/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  const code = page.getByRole('textbox', { name: 'Confirmation Code' });
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await confirm.click();
  await expect(page.getByText('Confirmation Code is required', { exact: true })).toBeVisible();

  const first = await readCode(account.email);
  const again = page.getByRole('button', { name: 'Send the code again' });
  await again.click();
  await expect(page.getByRole('status').filter({ hasText: 'A new code is on its way' })).toBeVisible();
  await expect(again).toBeDisabled();
  await expect(page.getByText(/^possible in \d+ s$/)).toBeVisible();
  const second = await readCode(account.email);

  await code.fill(first === second ? '000000' : first);
  await confirm.click();
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await expect(confirm).toBeEnabled();
  await code.fill(second);
  await confirm.click();
  await expect(page.getByText('Registration successful')).toBeVisible();
});

test('[A-05] the second step survives a reload, and the address can be changed', async ({ page }) => {
  const [mistaken, account] = [newAccount(), newAccount()];
  await open(page, '/account/register?returnUrl=%2Fcart');
  await page.getByRole('textbox', { name: 'Email' }).fill(mistaken.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(mistaken.email);
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(account.username);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText(account.email)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm Your Email' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL('/account/login?registered=true&returnUrl=%2Fcart');
  await expect(page.getByText('Registration successful')).toBeVisible();
  await submitLogin(page, account);
  await expect(page).toHaveURL('/cart');
});

test("[A-08] when the record cannot be saved: 'Failed saving user information', and the account works", async ({
  page,
}) => {
  const account = newAccount();
  await page.route('**/api/user', (route) => route.fulfill({ status: 400, json: { message: 'Not today' } }));
  await open(page, '/account/register');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Username' }).fill(account.username);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByTestId('alert-area').getByRole('alert')).toHaveText('Failed saving user information');
  await expect(page).toHaveURL('/account/login?registered=true');
  await submitLogin(page, account);
  await expect(page).toHaveURL('/');
});

test('[A-06] an address that has an account already is said beside its field, with the ways on', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/account/register');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill(account.email);
  await page.getByRole('textbox', { name: 'Username' }).fill('Somebody');
  await page.getByRole('textbox', { name: 'Password' }).fill('another password');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(email).toHaveAccessibleDescription(/^An account with this email exists already\./);
  await expect(email).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('another password');
  await expect(page.getByRole('link', { name: 'set a new password' })).toHaveAttribute(
    'href',
    '/account/forgotPassword',
  );
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/account/login');
});
