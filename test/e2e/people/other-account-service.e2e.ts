// The shop with an account service elsewhere: another process at another address, with another pool, by configuration alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ServerProcess } from '../../processes/server-process.ts';
import { startShop } from '../../processes/shop-process.ts';
import { newAccount, readCode } from '../account.ts';
import { prepareFolder } from '../own-shop.ts';
import { open } from '../shop.ts';

const pool = { ACCOUNTS_POOL_ID: 'elsewhere-1_OtherPool7', ACCOUNTS_CLIENT_ID: 'anotherclient' };
let folder: string;
let service: ServerProcess;
let shop: ServerProcess;

test.beforeAll(async () => {
  // Processes of their own open within seconds; a busy machine takes longer.
  test.setTimeout(120_000);
  folder = await mkdtemp(join(tmpdir(), 'hearth-elsewhere-'));
  const shared = { ...pool, LOG_LEVEL: 'error', DEMO_CATALOGUE: 'off' };
  service = await startShop({ ...shared, DATA_DIR: prepareFolder(join(folder, 'service')) });
  shop = await startShop({
    ...shared,
    DATA_DIR: prepareFolder(join(folder, 'shop')),
    ACCOUNTS_ENDPOINT: `${service.address}/identity`,
  });
});
test.afterAll(async () => {
  await shop.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

test('[I-15] customers register, sign in and are known to the shop through a service elsewhere', async ({ page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.add(new URL(request.url()).origin + new URL(request.url()).pathname);
  });
  const { email, username, password } = newAccount();

  await open(page, `${shop.address}/account/register`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('textbox', { name: 'Confirmation Code' }).fill(await readCode(email, join(folder, 'service')));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Registration successful')).toBeVisible();

  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(`${shop.address}/`);
  await open(page, `${shop.address}/profile`);
  await expect(page.getByRole('main')).toContainText(email);

  expect([...asked].sort()).toEqual([`${service.address}/identity`, `${shop.address}/api/user`].sort());
  const own = await page.request.post(`${shop.address}/identity/`);
  expect(own.status(), 'the shop itself holds no account service').toBeGreaterThanOrEqual(404);
});
