// The page where sellers tell the payment sandbox who they are, and its board, in a process of their own.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Stripe from 'stripe';
import { type ServerProcess, startProcess } from '../../processes/server-process.ts';
import { desktop, faults, phone } from '../accessible.ts';

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const boardKey = 'board-key';

/** Where sellers come from and are sent back to. */
let shop: string;
let shopServer: Server;
let folder: string;
let sandbox: ServerProcess;
let stripe: Stripe;

// One sandbox for all of them: each test of a file that runs side by side would start its own.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  // Processes of their own open within seconds; a busy machine takes longer.
  test.setTimeout(120_000);
  shopServer = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>the shop</title>'),
  );
  await once(shopServer.listen(0, '127.0.0.1'), 'listening');
  shop = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'hearth-connect-'));
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    BOARD_KEY: boardKey,
    WEBHOOK_URL: 'http://127.0.0.1:9/',
    LOG_LEVEL: 'silent',
  };
  const script = join(import.meta.dirname, '../../../packages/payment-sandbox/src/serve.ts');
  sandbox = await startProcess([script], { environment }).opened;
  const { hostname, port } = new URL(sandbox.address);
  stripe = new Stripe(secretKey, { protocol: 'http', host: hostname, port });
});
test.afterAll(async () => {
  await sandbox.stop();
  shopServer.closeAllConnections();
  shopServer.close();
  await rm(folder, { recursive: true });
});

async function aSeller(display_name: string): Promise<string> {
  const stripe_balance = { stripe_transfers: { requested: true } };
  const { id } = await stripe.v2.core.accounts.create({
    display_name,
    configuration: { recipient: { capabilities: { stripe_balance } } },
  });
  return id;
}

async function open(page: Page, account: string): Promise<void> {
  const { url } = await stripe.v2.core.accountLinks.create({
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: `${shop}/again`, return_url: `${shop}/back` },
    },
  });
  await page.goto(url);
}

test('[W-08] a seller who never touches the mouse tells everything and is sent back', async ({ page }) => {
  await open(page, await aSeller('Mara Compute'));
  const type = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).focus();
    await page.keyboard.type(text);
  };
  await type('First name', 'Mara');
  await type('Last name', 'Lind');
  await page.getByLabel('Date of birth').fill('1990-04-01');
  await page.getByLabel('Country').selectOption('US');
  await page.getByRole('button', { name: 'Use 000123456789' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Account number')).toHaveValue('000123456789');
  await page.getByLabel('Hand in a passport', { exact: false }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('I agree').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${shop}/back`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', `${shop}/again`);
});

test('[W-08] what is missing is said with its field', async ({ page }) => {
  await open(page, await aSeller('Forgetful'));
  await page.getByRole('button', { name: 'Agree and continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Type your first name.');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Type your first name.');
});

for (const [name, viewport] of Object.entries({ desktop, phone }))
  test(`[W-08] the pages are accessible, and fit a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const account = await aSeller('A shop with a rather long name of its own');
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    await open(page, account);
    expect(await faults(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    expect(await faults(page)).toEqual([]);

    const post = (path: string, params: Record<string, unknown>, stripeAccount?: string) =>
      stripe.rawRequest('POST', `/v1/test_helpers/${path}`, params, { ...(stripeAccount && { stripeAccount }) });
    await post(`accounts/${account}/complete_onboarding`, {});
    await post('balance/adjust', { amount: 5_000, currency: 'usd' }, account);
    await stripe.payouts.create({ amount: 1_000, currency: 'usd' }, { stripeAccount: account });
    await page.goto(`${sandbox.address}/pay/connect?key=${boardKey}`);
    await expect(page.getByRole('heading', { name: 'Connect sandbox' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page
      .getByRole('button', { name: /^Arrives/ })
      .first()
      .click();
    await expect(page.getByRole('status')).toContainText('has arrived');
  });
