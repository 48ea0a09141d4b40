// A shop whose login offers the account service's own login page, at an address of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ServerProcess } from '../../processes/server-process.ts';
import { startShop } from '../../processes/shop-process.ts';
import { clientId, register, tokensOf } from '../account.ts';
import { prepareFolder } from '../own-shop.ts';
import { open } from '../shop.ts';

const domain = 'login.shop.example';
let folder: string;
let shop: ServerProcess;

test.beforeAll(async () => {
  // Processes of their own open within seconds; a busy machine takes longer.
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), 'hearth-hosted-'));
  shop = await startShop({
    DATA_DIR: prepareFolder(folder),
    LOG_LEVEL: 'error',
    DEMO_CATALOGUE: 'off',
    ACCOUNTS_LOGIN_DOMAIN: domain,
  });
});
test.afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

test('[I-07] the hosted login is left for with a code challenge, and comes back to where the visitor was going', async ({
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: shop.address });
  const account = await register(request, { dataDir: folder });
  const tokens = await tokensOf(request, account);

  // The hosted page is another site: it takes the visitor in, and gives tokens of the real account for its code.
  let verifier: string | null = null;
  await page.route(`https://${domain}/**`, (route) => {
    if (!route.request().url().endsWith('/oauth2/token')) return route.fulfill({ body: 'the hosted login' });
    verifier = new URLSearchParams(route.request().postData() ?? '').get('code_verifier');
    return route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: {
        access_token: tokens.AccessToken,
        id_token: tokens.IdToken,
        refresh_token: tokens.RefreshToken,
        token_type: 'Bearer',
        expires_in: 3600,
      },
    });
  });

  const toHosted = page.getByRole('button', { name: `Log in on ${domain}` });
  await open(page, `${shop.address}/account/login?returnUrl=%2Fcart`);
  await toHosted.click();
  await expect(page).toHaveURL(new RegExp(`^https://${domain}/oauth2/authorize\\?`));
  const asked = new URL(page.url()).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: `${shop.address}/account/login`,
    code_challenge_method: 'S256',
  });
  await page.goto(
    `${asked.get('redirect_uri')}?${new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' })}`,
  );
  await expect(page).toHaveURL(`${shop.address}/cart`);
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  expect(verifier).toMatch(/^[\w.~-]{43,128}$/);

  await page.evaluate(() => window.localStorage.clear());
  await open(page, `${shop.address}/account/login`);
  await toHosted.click();
  await expect(page.getByText('the hosted login')).toBeVisible();
  const state = new URL(page.url()).searchParams.get('state') ?? '';
  await page.goto(`${shop.address}/account/login?${new URLSearchParams({ error: 'access_denied', state })}`);
  await expect(page.getByText('The login on the other page was not completed.')).toBeVisible();
  await expect(toHosted).toBeEnabled();
  await request.dispose();
});
