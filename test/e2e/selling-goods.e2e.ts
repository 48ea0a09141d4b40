// What buyers get, as a seller says it in the browser: files that are sent and go on, keys, access and hours.
import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faults } from './accessible.ts';
import { makeShop, openAsSeller, sellerApi } from './seller.ts';
import { expect, test as base } from './shop.ts';

const MEGABYTE = 1024 * 1024;

/** A folder with files to send. */
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-goods-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const editor = (productId: string) => `/profile/products-management/${productId}`;
const goods = (page: Page) => page.getByRole('region', { name: 'What buyers get' });
const saved = (page: Page) => page.getByText(/^Saved \d/);
const sending = (page: Page) => page.getByRole('list', { name: 'Files on their way' });
const files = (page: Page) => page.getByRole('list', { name: 'Files of the release' });

async function emptyProduct(page: Page) {
  const shop = await makeShop(page.request);
  const api = await sellerApi(page.request, shop);
  const productId = await api.create({});
  await openAsSeller(page, shop, editor(productId));
  return { shop, api, productId };
}

async function zeros(path: string, bytes: number): Promise<string> {
  const file = await openFile(path, 'w');
  await file.truncate(bytes);
  await file.close();
  return path;
}

/** So many bytes go out in a second: what is on its way can be seen. */
async function slowLine(page: Page, uploadThroughput: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

test('[G-03] a release is sent from the browser: paused, gone on with after a reload, completed and submitted', async ({
  page,
  folder,
}) => {
  test.setTimeout(120_000);
  const { api, productId } = await emptyProduct(page);
  const large = await zeros(join(folder, 'model.bin'), 200 * MEGABYTE);
  const small = join(folder, 'rows.csv');
  await writeFile(small, 'speaker,text\nA,Good morning\nB,Good morning to you\n');

  await goods(page).getByRole('checkbox', { name: /^Files/ }).check();
  await expect(goods(page).getByText('There is no complete release yet.')).toBeVisible();
  await goods(page).getByRole('button', { name: 'Upload the first release' }).click();
  await expect(goods(page).getByRole('textbox', { name: 'Version' })).toBeFocused();
  await goods(page).getByRole('textbox', { name: 'What is new' }).fill('The first 180 calls.');
  expect(await faults(page)).toEqual([]);
  await goods(page).getByRole('button', { name: 'Add files' }).click();
  await expect(goods(page).getByRole('heading', { name: /1\.0\.0/ })).toBeFocused();

  await slowLine(page, 40 * MEGABYTE);
  await goods(page).getByLabel('Choose files').setInputFiles([large, small]);
  await expect(files(page).getByText('rows.csv', { exact: true })).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Sending model.bin' });
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(70 * MEGABYTE);
  await goods(page).getByRole('button', { name: 'Pause model.bin' }).click();
  await expect(sending(page).getByText(/^Paused/)).toBeVisible();
  await expect(goods(page).getByRole('button', { name: 'Resume model.bin' })).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await page.screenshot({ path: '/tmp/shopside-shots/paused.png', fullPage: true });
  await goods(page).getByRole('button', { name: 'Resume model.bin' }).click();
  await expect(goods(page).getByRole('button', { name: 'Pause model.bin' })).toBeVisible();

  // In the middle of it.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(files(page)).toContainText('choose the file again, and it goes on');
  await page.screenshot({ path: '/tmp/shopside-shots/reloaded.png', fullPage: true });
  await slowLine(page, -1);
  const went: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') went.push(Number(request.headers()['upload-offset']));
  });
  await goods(page).getByLabel('Choose files').setInputFiles([large]);
  await expect(files(page).getByText('model.bin', { exact: true })).toBeVisible();
  await expect(sending(page)).toHaveCount(0, { timeout: 30_000 });
  expect(went[0]).toBeGreaterThanOrEqual(64 * MEGABYTE);

  await expect(files(page).getByText('Is being checked')).toHaveCount(0, { timeout: 30_000 });
  await page.screenshot({ path: '/tmp/shopside-shots/ready.png', fullPage: true });
  await goods(page).getByRole('button', { name: 'Complete the release' }).click();
  await page.waitForTimeout(3000);
  await page.screenshot({ path: '/tmp/shopside-shots/completed.png', fullPage: true });
  console.log(JSON.stringify(await api.read(productId)));
});
