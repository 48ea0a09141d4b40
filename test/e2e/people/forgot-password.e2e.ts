import { callAccounts, clientId, readCode, readLink, register, signInByForm, submitLogin } from '../account.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400/ });

test('[A-09] [A-10] [A-13] [R-09] a forgotten password is replaced in two steps, ending at the login', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/account/forgotPassword');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot Password', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Set New Password', exact: true })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Confirmation Code' });
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await expect(code).toBeFocused();
  await code.fill((await readCode(account.email)).replace(/^\d{3}/, ' $& '));
  await password.fill('a better password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();

  await expect(page).toHaveURL('/account/login');
  await expect(page.getByTestId('alert-area').getByRole('status')).toHaveText('Password Reset successful');
  await submitLogin(page, account);
  await expect(page.getByTestId('alert-area')).toContainText('Username or password is incorrect');
  await submitLogin(page, { ...account, password: 'a better password' });
  await expect(page).toHaveURL('/');
});

test('[T-07] [T-08] its success stands in green above the login, and is gone after the next navigation', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/account/forgotPassword');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a better password');
  await page.getByRole('textbox', { name: 'Password', exact: true }).press('Enter');
  await expect(page).toHaveURL('/account/login');
  const text = page.getByTestId('alert-area').getByText('Password Reset successful');
  await expect(text).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await text.evaluate((element) =>
    (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
  );
  expect(green).toBeGreaterThan(1.5 * red);
  expect(green).toBeGreaterThan(1.5 * blue);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch' })).toBeVisible();
  await expect(text).toHaveCount(0);
});

test('[A-11] both steps say what is missing or wrong, and send nothing until it is right', async ({ page }) => {
  const sent: Array<string | undefined> = [];
  page.on('request', (request) => {
    if (request.url().includes('/identity')) sent.push(request.headers()['x-amz-target']?.split('.')[1]);
  });
  await open(page, '/account/forgotPassword');
  const email = page.getByRole('textbox', { name: 'Email' });
  const request = page.getByRole('button', { name: 'Reset Password' });
  await request.click();
  await expect(page.getByText('Email is required', { exact: true })).toBeVisible();
  await email.fill('mara@');
  await request.click();
  await expect(page.getByText('Enter a valid email address', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);

  await email.fill('nobody-has-this@example.com');
  await request.click();
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await confirm.click();
  await expect(page.getByText('Confirmation Code is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill('123456');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('1234567');
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible();
  await expect(page.getByText('Confirmation Code is required')).toHaveCount(0);
  await confirm.click();
  expect(sent).toEqual(['ForgotPassword']);
});

test('[A-12] a spinner shows and the button is disabled while loading; after a failure the form works again', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await open(page, '/account/forgotPassword');
  for (const step of [
    { button: page.getByRole('button', { name: 'Reset Password' }), fill: async () => {} },
    {
      button: page.getByRole('button', { name: 'Confirm', exact: true }),
      fill: async () => {
        await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
        await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a better password');
      },
    },
  ]) {
    if (await page.getByRole('textbox', { name: 'Email' }).isVisible()) {
      await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
    }
    await step.fill();
    let fail = () => {};
    const held = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/identity', async (route) => {
      await held;
      await route.fulfill({
        status: 400,
        headers: { 'x-amzn-errortype': 'InternalErrorException' },
        json: { __type: 'InternalErrorException', message: 'Not now' },
      });
    });
    await step.button.click();
    await expect(step.button).toBeDisabled();
    await expect(step.button.getByTestId('spinner')).toBeVisible();
    fail();
    await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('Something went wrong');
    await expect(step.button).toBeEnabled();
    await expect(step.button.getByTestId('spinner')).toHaveCount(0);
    await page.unroute('**/identity');
    await step.button.click();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  }
  await expect(page.getByText('Password Reset successful')).toBeVisible();
});

test('[A-14] a wrong code stands beside its field, and a new one can be sent', async ({ page, request }) => {
  const account = await register(request);
  await open(page, '/account/forgotPassword');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  const first = await readCode(account.email);
  await page.getByRole('button', { name: 'Send the code again' }).click();
  const second = await readCode(account.email);
  const code = page.getByRole('textbox', { name: 'Confirmation Code' });
  await code.fill(first === second ? '000000' : first);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a better password');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('a better password');
  await code.fill(second);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Password Reset successful')).toBeVisible();
});

test('the link in the mail sets the password alone, whatever strangers have tried, and its login is the owner’s', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await callAccounts(request, 'ForgotPassword', { ClientId: clientId, Username: account.email });
  const link = await readLink(account.email);
  for (let time = 0; time < 6; time++) await guess(account.email);

  await open(page, link);
  await expect(page.getByText(`Choose a new password for ${account.email}.`)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Confirmation Code' })).toHaveCount(0);
  expect(page.url(), 'the proof does not stay in the address').not.toContain('code=');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('password123');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(password).toHaveAccessibleDescription(/^This password is one of the most used/);
  await password.fill('a better password');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL('/account/login');

  for (let time = 0; time < 6; time++) await guess(account.email);
  await submitLogin(page, { ...account, password: 'a better password' });
  await expect(page).toHaveURL('/');

  await open(page, link);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('yet another password');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('This link is no longer valid');
});

test('a browser that has logged in before does so again, whatever strangers have tried', async ({ page, request }) => {
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/account/login');
  for (let time = 0; time < 6; time++) await guess(account.email);
  await open(page, '/account/login?returnUrl=%2Fprofile');
  await submitLogin(page, account);
  await expect(page).toHaveURL('/profile');
});

/** A stranger tries a password. */
async function guess(email: string) {
  await fetch(`${process.env.SHOP_ADDRESS}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: clientId,
      AuthParameters: { USERNAME: email, PASSWORD: 'wrong horse' },
    }),
  });
}
