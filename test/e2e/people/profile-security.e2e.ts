import type { APIRequestContext, Locator, Page, Request } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type Account, readCode, register, signInByForm, submitLogin } from '../account.ts';
import { addSecurityKey } from '../security-key.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400|net::ERR_FAILED/ });

const PERIOD_MS = 30_000;

/** Proof that a change of the ways to open the account asks for. */
const proofField = (within: Page | Locator) =>
  within.getByRole('textbox', { name: 'Your password or authentication code' });

/** Answers the dialog that asks for the proof of the owner, by a button of this name. */
async function proveIn(dialog: Locator, { password }: Account, button: string) {
  await proofField(dialog).fill(password);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

const success = (page: Page) => page.getByTestId('alert-area').getByRole('status');

async function signOut(page: Page) {
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/account/login');
}

/** An account with a passkey, signed out, on a device that nobody touches. */
async function registerWithPasskey(page: Page, request: APIRequestContext) {
  const account = await register(request);
  const key = await addSecurityKey(page);
  await signInByForm(page, account, '/profile');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await proveIn(page.getByRole('dialog'), account, 'Add passkey');
  await expect(success(page)).toHaveText('Your passkey is added');
  await key.rest();
  await signOut(page);
  return { account, key };
}

/** Opens the login and sends address and password; the account asks for more. */
async function beginLogin(page: Page, account: Account) {
  await open(page, '/account/login?returnUrl=%2Fprofile');
  await submitLogin(page, account);
}

test('[I-05] an authenticator app is set up by the key that is shown, asked for at the login, and turned off again', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: /^QR code with the key/ })).toBeVisible();
  const key =
    (await page.getByRole('form', { name: 'Set up an authenticator app' }).locator('code').textContent()) ?? '';
  expect(key).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  // A code is good for one use: the one before now leaves the present one for the login.
  const before = app.generate({ timestamp: Date.now() - PERIOD_MS });

  const code = page.getByRole('textbox', { name: 'Authentication code', exact: true });
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/^Authentication code is required/);
  await code.fill(before === '000000' ? '111111' : '000000');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(proofField(page)).toHaveAccessibleDescription(/^Your password or a code is required/);
  await expect(proofField(page)).toBeFocused();
  await proofField(page).fill(account.password);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/^This code is not right/);
  await expect(code).toBeFocused();
  await code.fill(before);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(success(page)).toHaveText('Your authenticator app is set up');
  const off = page.getByRole('button', { name: 'Turn off the authenticator app' });
  await expect(off).toBeVisible();
  // The next step is to keep them.
  await expect(page.locator(':focus > section[aria-label="Your recovery codes"]')).toBeVisible();

  await signOut(page);
  await beginLogin(page, account);
  await page.getByRole('textbox', { name: 'Authentication code', exact: true }).fill(app.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');

  await off.click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
  await expect(dialog.getByText('your password alone opens your account')).toBeVisible();
  const proof = proofField(dialog);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(proof).toHaveAccessibleDescription(/^Your password or a code is required/);
  await proof.fill('wrong horse battery');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(proof).toHaveAccessibleDescription(/^This is neither your password nor a good code/);
  await proof.fill(account.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(success(page)).toHaveText('Your authenticator app is turned off');
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeFocused();
  await signOut(page);
  await beginLogin(page, account);
  await expect(page).toHaveURL('/profile');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the key of an authenticator app is copied, or handed to the app by a link', async ({
    page,
    request,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInByForm(page, await register(request), '/profile');
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const form = page.getByRole('form', { name: 'Set up an authenticator app' });
    const key = ((await form.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await form.getByRole('button', { name: 'Copy key' }).click();
    await expect(form.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const link = form.getByRole('link', { name: 'Open in your authenticator app' });
    await expect(link).toBeVisible();
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', key]);
  });
});

test('an app that was proved but could not be turned on is turned on by the next attempt', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const key =
    (await page.getByRole('form', { name: 'Set up an authenticator app' }).locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await page.route('**/identity', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('.SetUserMFAPreference') ? route.abort() : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Authentication code', exact: true }).fill(app.generate());
  await proofField(page).fill(account.password);
  const turnOn = page.getByRole('button', { name: 'Turn on', exact: true });
  await turnOn.click();
  await expect(page.getByText('The network cannot be reached.')).toBeVisible();
  await expect(turnOn).toBeFocused();
  await page.unroute('**/identity');
  await turnOn.click();
  await expect(success(page)).toHaveText('Your authenticator app is set up');
});

test('[I-05] with an app and codes by e-mail the login lets choose, and the one stands in for the other', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await page.getByRole('button', { name: 'Turn on codes by e-mail' }).click();
  await expect(success(page)).toHaveText('Codes by e-mail are turned on');
  await expect(page.getByRole('button', { name: 'Turn off codes by e-mail' })).toBeVisible();
  // The focus goes on to the recovery codes of a first factor, as soon as they are there.
  await expect(page.locator(':focus > section[aria-label="Your recovery codes"]')).toBeVisible();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const key =
    (await page.getByRole('form', { name: 'Set up an authenticator app' }).locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  await page.getByRole('textbox', { name: 'Authentication code', exact: true }).fill(app.generate());
  await proofField(page).fill(account.password);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(success(page)).toHaveText('Your authenticator app is set up');

  await signOut(page);
  await beginLogin(page, account);
  await page.getByRole('radio', { name: 'Code by e-mail' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Sign-in code' }).fill(await readCode(account.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');
});

test('[I-05] a trusted device is not asked for the second step, and a forgotten one is again', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await page.getByRole('button', { name: 'Turn on codes by e-mail' }).click();
  await expect(success(page)).toHaveText('Codes by e-mail are turned on');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText('This device', { exact: true })).toBeVisible();
  await expect(devices.getByText(/^Last login .*\d:\d\d/)).toBeVisible();
  await devices.getByRole('button', { name: 'Trust this device' }).click();
  await proveIn(page.getByRole('dialog', { name: 'Trust this device?' }), account, 'Trust device');
  await expect(success(page)).toHaveText('This device is trusted');
  await expect(devices.getByText('Trusted', { exact: true })).toBeVisible();
  await expect(devices.getByRole('heading')).toBeFocused();

  await signOut(page);
  await beginLogin(page, account);
  await expect(page).toHaveURL('/profile');
  await devices.getByRole('button', { name: 'Forget this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget this device?' });
  await expect(dialog.getByText('no longer trusted')).toContainText('It is not signed out');
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(success(page)).toHaveText('The device is forgotten');
  await expect(devices.getByText('No device is known.')).toBeVisible();
  await expect(devices.getByRole('heading')).toBeFocused();

  await signOut(page);
  await beginLogin(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Check Your Email' })).toBeVisible();
});

test('a passkey is added, opens the account without a password or an address, and is deleted', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const key = await addSecurityKey(page);
  await signInByForm(page, account, '/profile');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey?' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(proofField(dialog)).toHaveAccessibleDescription(/^Your password or a code is required/);
  await proveIn(dialog, account, 'Add passkey');
  await expect(success(page)).toHaveText('Your passkey is added');
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await proveIn(dialog, account, 'Add passkey');
  await expect(dialog.getByText('This device holds a passkey of yours already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await key.rest();
  await signOut(page);
  // A browser without passkeys in its fields: the device would answer their offer before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await open(page, '/contact');
  await key.touch();
  await open(page, '/account/login?returnUrl=%2Fprofile');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/profile');

  await passkeys.getByRole('button', { name: /^Delete Passkey of / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click();
  await expect(success(page)).toHaveText('Your passkey is deleted');
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  await expect(passkeys.getByRole('heading')).toBeFocused();
});

test('a passkey that is asked for by its button is not ended by an offer whose challenge comes late', async ({
  page,
  request,
}) => {
  const { key } = await registerWithPasskey(page, request);

  // A device whose owner takes their time: what is asked for by the button waits for the event `press`.
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async (options) => {
      if (options?.mediation === 'conditional') return get(options);
      document.documentElement.dataset.waiting = '';
      await new Promise((press, end) => {
        document.addEventListener('press', press);
        options?.signal?.addEventListener('abort', end);
      });
      return get(options);
    };
  });
  const late = Promise.withResolvers<void>();
  const offer = Promise.withResolvers<Request>();
  let challenges = 0;
  await page.route(/\/identity/, async (route) => {
    if (route.request().postData()?.includes('WEB_AUTHN') && challenges++ === 0) {
      offer.resolve(route.request());
      await late.promise;
    }
    await route.continue();
  });
  await open(page, '/account/login?returnUrl=%2Fprofile');
  const offered = await offer.promise;
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-waiting');
  late.resolve();
  // Null where the page has given it up.
  await (await offered.response())?.finished();
  await key.touch();
  await page.evaluate(async () => {
    // The frames in which an offer would begin.
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame);
    document.dispatchEvent(new Event('press'));
  });
  await expect(page).toHaveURL('/profile');
});

test('a passkey is offered where the browser fills in the address, and signs in by itself', async ({
  page,
  request,
}) => {
  const { account, key } = await registerWithPasskey(page, request);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('autocomplete', 'username webauthn');
  await open(page, '/contact');
  await key.touch();
  // Here the owner would choose it from the browser's list; this device chooses by itself.
  await open(page, '/account/login?returnUrl=%2Fprofile');
  await expect(page).toHaveURL('/profile');
  await page.reload();
  await expect(page.getByText(account.email).first()).toBeVisible();
});

test('recovery codes are shown once, copied and downloaded, and open the account without the second step', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const account = await register(request);
  await signInByForm(page, account, '/profile');
  await expect(page.getByText('Code by e-mail')).toBeVisible();
  await expect(page.getByText('Recovery codes')).toHaveCount(0);
  await page.getByRole('button', { name: 'Turn on codes by e-mail' }).click();
  const shown = page.getByRole('region', { name: 'Your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect(shown.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(codes.filter((code) => copied.includes(code))).toHaveLength(10);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    shown.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('hearth-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  await expect(page.locator('h1')).toBeHidden();
  await page.emulateMedia({ media: null });
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await expect(shown).toHaveCount(0);

  await signOut(page);
  await beginLogin(page, account);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const code = page.getByRole('textbox', { name: 'Recovery code' });
  await code.fill('aaaaa-aaaaa');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/^This code is not right/);
  await code.fill((codes[0] ?? '').toUpperCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText('9 of 10 left')).toBeVisible();

  await page.getByRole('button', { name: 'Turn off codes by e-mail' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off codes by e-mail?' });
  await proveIn(off, account, 'Turn off');
  await expect(success(page)).toHaveText('Codes by e-mail are turned off');
  await expect(page.getByRole('button', { name: 'Turn on codes by e-mail' })).toBeFocused();
});
