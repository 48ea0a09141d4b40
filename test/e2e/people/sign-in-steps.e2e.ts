import type { APIRequestContext, Page, Route } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type Account, callAccounts, readCode, register, submitLogin, tokensOf } from '../account.ts';
import { addSecurityKey } from '../security-key.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400/ });

const PERIOD_MS = 30_000;

/** Sets up an authenticator app; the code that proves it is the one before now, so that the present one is unused. */
async function addAuthenticator(request: APIRequestContext, AccessToken: string): Promise<TOTP> {
  const { SecretCode } = await callAccounts<{ SecretCode: string }>(request, 'AssociateSoftwareToken', { AccessToken });
  const app = new TOTP({ secret: SecretCode });
  const UserCode = app.generate({ timestamp: Date.now() - PERIOD_MS });
  await callAccounts(request, 'VerifySoftwareToken', { AccessToken, UserCode });
  return app;
}

const enabled = { Enabled: true };

async function beginLogin(page: Page, account: Account) {
  await open(page, '/account/login?returnUrl=%2Fcontact');
  await submitLogin(page, account);
}

async function expectSignedIn(page: Page) {
  await expect(page).toHaveURL('/contact');
  await expect(page.getByTestId('signed-in')).toBeVisible();
}

test('[I-08] an authenticator app is asked for its code; a wrong one is said beside the field', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const { AccessToken } = await tokensOf(request, account);
  const app = await addAuthenticator(request, AccessToken);
  await callAccounts(request, 'SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: enabled });

  await beginLogin(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Authentication code' });
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription('Authentication code is required');

  const right = app.generate();
  await code.fill(right === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await code.fill(`${app.generate().slice(0, 3)} ${app.generate().slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('[I-08] with two second factors the customer chooses one', async ({ page, request }) => {
  const account = await register(request);
  const { AccessToken } = await tokensOf(request, account);
  await addAuthenticator(request, AccessToken);
  await callAccounts(request, 'SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: enabled,
    EmailMfaSettings: enabled,
  });
  await beginLogin(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-step verification' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Code from your authenticator app' })).toBeChecked();
  await page.getByRole('radio', { name: 'Code by e-mail' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Sign-in code' }).fill(await readCode(account.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('[I-08] a code by e-mail signs in without a password, once the address is typed', async ({ page, request }) => {
  const account = await register(request);
  await open(page, '/account/login?returnUrl=%2Fcontact');
  const email = page.getByRole('textbox', { name: 'Email' });
  const mail = page.getByRole('button', { name: 'Email me a sign-in code' });
  await mail.click();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(email).toBeFocused();
  await expect(page.getByText('Password is required')).toHaveCount(0);

  await email.fill(account.email);
  await mail.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeVisible();
  const first = await readCode(account.email);
  await page.getByRole('button', { name: 'Send the code again' }).click();
  await expect(page.getByText('A new code is on its way')).toBeVisible();
  const second = await readCode(account.email);
  const code = page.getByRole('textbox', { name: 'Sign-in code' });
  await code.fill(first === second ? '000000' : first);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await code.fill(second);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectSignedIn(page);
});

test('[I-08] a passkey signs in, and no address is typed', async ({ page, request }) => {
  const account = await register(request);
  const { AccessToken } = await tokensOf(request, account);
  const key = await addSecurityKey(page);
  // Not on the login page, which takes a passkey as soon as there is one.
  await open(page, '/contact');
  const { CredentialCreationOptions } = await callAccounts<{
    CredentialCreationOptions: PublicKeyCredentialCreationOptionsJSON;
  }>(request, 'StartWebAuthnRegistration', { AccessToken });
  const Credential = await page.evaluate(async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    return made.toJSON();
  }, CredentialCreationOptions);
  await callAccounts(request, 'CompleteWebAuthnRegistration', { AccessToken, Credential });

  await key.rest();
  await open(page, '/account/login?returnUrl=%2Fcontact');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await key.touch();
  await expectSignedIn(page);
});

test('[I-08] where no passkey is used, the password still works', async ({ page, request }) => {
  const account = await register(request);
  await addSecurityKey(page);
  await open(page, '/account/login?returnUrl=%2Fcontact');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('The passkey was not used');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(account.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectSignedIn(page);
});

/** Answers an action in place of the account service, where no command of the shop brings an account into that state. */
async function answerInstead(page: Page, action: string, answer: (route: Route) => Promise<void>) {
  await page.route('**/identity', (route) =>
    route.request().headers()['x-amz-target']?.endsWith(`.${action}`) ? answer(route) : route.continue(),
  );
}

const refusal = (name: string, message: string) => ({
  status: 400,
  headers: { 'x-amzn-errortype': name },
  json: { __type: name, message },
});

test('[I-08] a password that has to be reset leads to its second step, with a code sent to the address', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await answerInstead(page, 'InitiateAuth', (route) =>
    route.fulfill(refusal('PasswordResetRequiredException', 'Password reset required for the user')),
  );
  await beginLogin(page, account);
  await expect(page).toHaveURL('/account/forgotPassword');
  await expect(page.getByRole('heading', { level: 1, name: 'Set New Password' })).toBeVisible();
  await expect(page.getByText(account.email)).toBeVisible();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(account.email));
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a better password');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Password Reset successful')).toBeVisible();
  await page.unroute('**/identity');
  await submitLogin(page, { ...account, password: 'a better password' });
  await expect(page.getByTestId('signed-in')).toBeVisible();
});

test('[I-08] a password that was given has to be replaced, as the policy allows', async ({ page, request }) => {
  const account = await register(request);
  const answers: unknown[] = [];
  await answerInstead(page, 'RespondToAuthChallenge', async (route) => {
    const asked = route.request().postDataJSON();
    answers.push([asked.ChallengeName, asked.ChallengeResponses.NEW_PASSWORD]);
    if (asked.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      const policy = 'Password did not conform with policy: Password must have numeric characters';
      return route.fulfill(refusal('InvalidPasswordException', policy));
    }
    const ChallengeParameters = { requiredAttributes: '[]', userAttributes: '{}' };
    return route.fulfill({ json: { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: 's', ChallengeParameters } });
  });
  await beginLogin(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Set New Password' })).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('a better password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(password).toHaveAccessibleDescription(/^Password must have numeric characters/);
  expect(answers).toEqual([
    ['PASSWORD_VERIFIER', undefined],
    ['NEW_PASSWORD_REQUIRED', 'a better password'],
  ]);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('too many attempts ask to wait, and keep what was typed', async ({ page, request }) => {
  const account = await register(request);
  await answerInstead(page, 'RespondToAuthChallenge', (route) =>
    route.fulfill(refusal('NotAuthorizedException', 'Password attempts exceeded')),
  );
  await beginLogin(page, account);
  await expect(page.getByTestId('alert-area').getByRole('alert')).toContainText('Too many attempts. Please wait');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(account.password);
  await page.unroute('**/identity');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectSignedIn(page);
});
