// Customers of the browser tests: each test has its own, and reads the mails that the shop sends to it.
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { type ParsedMail, parseMail } from '../../src/mail/message/parsed-mail.ts';
import { listOutboxFiles, outboxFolder, readOutboxFile } from '../../src/mail/transport/outbox-files.ts';
import { expect, open } from './shop.ts';

export type Account = { email: string; username: string; password: string };

export function newAccount(): Account {
  const name = randomBytes(6).toString('hex');
  return { email: `${name}@example.com`, username: `Customer ${name}`, password: 'correct horse battery' };
}

const read = new Set<string>();

/** The code of the newest mail to this address that no test has read yet; waits for its arrival. */
export async function readCode(email: string, dataDir = process.env.SHOP_DATA_DIR ?? ''): Promise<string> {
  let code: string | null = null;
  await expect
    .poll(async () => {
      code = await newestCode(email, join(dataDir, 'outbox'));
      return code;
    }, `a mail to ${email}`)
    .not.toBeNull();
  return code ?? '';
}

/** The mail to this address with such a subject; waits for its arrival. */
export async function readMail(
  email: string,
  subject: RegExp,
  dataDir = process.env.SHOP_DATA_DIR ?? '',
  timeout?: number,
): Promise<ParsedMail> {
  return waitForMail(email, (mail) => (subject.test(mail.subject) ? mail : undefined), { dataDir, timeout });
}

/** The link in the newest mail to this address that has one; waits for its arrival. */
export async function readLink(email: string, dataDir = process.env.SHOP_DATA_DIR ?? ''): Promise<string> {
  return waitForMail(email, (mail) => mail.text.match(/^http\S+#\S+$/m)?.[0], { dataDir });
}

async function waitForMail<T>(
  email: string,
  pick: (mail: ParsedMail) => T | undefined,
  { dataDir, timeout }: { dataDir: string; timeout?: number | undefined },
): Promise<T> {
  let found: T | undefined;
  await expect
    .poll(
      async () => {
        for (const name of await listOutboxFiles(outboxFolder(dataDir))) {
          const mail = await mailOf(outboxFolder(dataDir), name);
          found = mail?.to === email ? pick(mail) : undefined;
          if (found !== undefined) break;
        }
        return found;
      },
      { message: `a mail to ${email}`, ...(timeout && { timeout }) },
    )
    .toBeDefined();
  return found as T;
}

const parsed = new Map<string, ParsedMail>();

/** All tests of a worker look through the same mails, of which there are soon hundreds: each is parsed once. */
async function mailOf(folder: string, name: string): Promise<ParsedMail | null> {
  const known = parsed.get(name);
  if (known) return known;
  const bytes = await readOutboxFile(folder, name);
  if (!bytes) return null;
  const mail = await parseMail(bytes);
  parsed.set(name, mail);
  return mail;
}

async function newestCode(email: string, outbox: string): Promise<string | null> {
  const files = await readdir(outbox).catch(() => []);
  // Their names begin with the time.
  for (const file of files
    .filter((name) => name.endsWith('.eml') && !read.has(name))
    .sort()
    .reverse()) {
    const mail = await readFile(join(outbox, file), 'utf8');
    if (!mail.includes(`\nTo: ${email}`)) continue;
    read.add(file);
    return /^Subject: (\d{6}) /m.exec(mail)?.[1] ?? null;
  }
  return null;
}

/** One action of the account service, as the browser's library calls it. */
export async function callAccounts<T = Record<string, never>>(
  request: APIRequestContext,
  action: string,
  input: Record<string, unknown>,
): Promise<T> {
  const response = await request.post('/identity/', {
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    data: JSON.stringify(input),
  });
  expect(response.ok(), `${action}: ${await response.text()}`).toBe(true);
  return response.json();
}

export const clientId = 'hearthstorefront';

/**
 * An account without a browser; `confirmed: false` leaves its address unconfirmed, and the code unread. `dataDir` is
 * that of a shop other than the one that all tests share.
 */
export async function register(
  request: APIRequestContext,
  options: { confirmed?: boolean; dataDir?: string } = {},
): Promise<Account> {
  const account = newAccount();
  await callAccounts(request, 'SignUp', {
    ClientId: clientId,
    Username: account.email,
    Password: account.password,
    UserAttributes: [
      { Name: 'email', Value: account.email },
      { Name: 'nickname', Value: account.username },
    ],
  });
  if (options.confirmed ?? true) {
    const ConfirmationCode = await readCode(account.email, options.dataDir);
    await callAccounts(request, 'ConfirmSignUp', { ClientId: clientId, Username: account.email, ConfirmationCode });
  }
  return account;
}

/** The tokens of a sign-in without a browser. */
export async function tokensOf(request: APIRequestContext, { email, password }: Account) {
  const { AuthenticationResult } = await callAccounts<{
    AuthenticationResult: { AccessToken: string; IdToken: string; RefreshToken: string };
  }>(request, 'InitiateAuth', {
    ClientId: clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return AuthenticationResult;
}

/** Types address and password on the open login page, and sends them. */
export async function submitLogin(page: Page, { email, password }: Pick<Account, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Signs in by the login page, and ends at `returnUrl`: for tests of signing in and of what it leaves in the browser. */
export async function signInByForm(page: Page, account: Account, returnUrl = '/contact') {
  await open(page, `/account/login?${new URLSearchParams({ returnUrl })}`);
  await submitLogin(page, account);
  await expect(page).toHaveURL(returnUrl);
  await expect(page.getByTestId('signed-in')).toBeVisible();
}

/** Opens `path` with a session that began without a browser, as one that has signed in before. */
export async function signIn(page: Page, account: Account, path = '/contact') {
  const { AccessToken, IdToken, RefreshToken } = await tokensOf(page.request, account);
  const { username } = JSON.parse(Buffer.from(AccessToken.split('.')[1] ?? '', 'base64url').toString());
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  const stored = {
    [`${prefix}.LastAuthUser`]: username,
    [`${prefix}.${username}.accessToken`]: AccessToken,
    [`${prefix}.${username}.idToken`]: IdToken,
    [`${prefix}.${username}.refreshToken`]: RefreshToken,
    [`${prefix}.${username}.clockDrift`]: '0',
  };
  // Storage belongs to an origin: any answer of the shop's will do, and this one runs no script.
  await page.goto('/robots.txt');
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
  }, stored);
  await open(page, path);
  await expect(page.getByTestId('signed-in')).toBeVisible();
}
