// Deliverables as a seller sets them up in the browser: files that are uploaded and resumed, keys, access and hours.
import { randomBytes } from 'node:crypto';
import { mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settleHours } from '../../../src/api/goods/hours/settle-hours.ts';
import { newSshKey } from '../../factories/ssh-key.ts';
import { faults } from '../accessible.ts';
import { register, tokensOf } from '../account.ts';
import { aMachine } from '../machine.ts';
import { accountIdOf, approve, inShop, makeShop, openAsSeller, type Shop, sellerApi } from '../seller.ts';
import { test as base, expect } from '../shop.ts';

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

// Files of some hundred megabytes are written, sent and hashed.
test.describe.configure({ timeout: 120_000 });

const editor = (productId: string) => `/profile/products-management/${productId}`;
const goods = (page: Page) => page.getByRole('region', { name: 'What buyers get' });
const saved = (page: Page) => page.getByText(/^Saved \d/);
const sending = (page: Page) => page.getByRole('list', { name: 'Files on their way' });
const releases = (page: Page) => page.getByRole('list', { name: 'Complete releases' });
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

/** Two hours of a machine that is started by hand, as a gift: nobody has paid. Answers the entitlement. */
async function giveHours({ sellerId }: Shop, accountId: string): Promise<string> {
  const entitlementId = `hours-${randomBytes(5).toString('hex')}`;
  await inShop(async ({ kysely }) => {
    const goods = JSON.stringify({ hours: { by: 'hand', minutes_each: 60 } });
    const what = { product_id: `rack-of-${sellerId}`, product_name: 'Rack hours', seller_id: sellerId };
    const entitlement = await kysely
      .insertInto('api.entitlement')
      .values({
        ...what,
        entitlement_id: entitlementId,
        account_id: accountId,
        edition: '',
        selected_options: JSON.stringify([]),
        quantity: 2,
        goods,
        license: '',
        because: 'gift',
        granted_at: new Date(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await kysely
      .transaction()
      .execute((transaction) =>
        settleHours(transaction, [{ ...entitlement, standing: 'active' } as never], new Date()),
      );
  });
  return entitlementId;
}

test('[G-03] a release is sent from the browser: paused, gone on with after a reload, completed and submitted', async ({
  page,
  folder,
}) => {
  const { api, productId } = await emptyProduct(page);
  const large = await zeros(join(folder, 'model.bin'), 200 * MEGABYTE);
  const small = join(folder, 'rows.csv');
  await writeFile(small, 'speaker,text\nA,Good morning\nB,Good morning to you\n');

  await goods(page)
    .getByRole('checkbox', { name: /^Files/ })
    .check();
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
  await goods(page).getByRole('button', { name: 'Resume model.bin' }).click();
  await expect(goods(page).getByRole('button', { name: 'Pause model.bin' })).toBeVisible();

  // In the middle of it.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(files(page)).toContainText('choose the file again, and it goes on');
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
  expect(await faults(page)).toEqual([]);
  await goods(page).getByRole('button', { name: 'Complete the release' }).click();
  const choice = goods(page).getByRole('combobox', { name: 'Release that buyers get' });
  await expect(choice).toBeFocused();
  await expect(choice.locator('option:checked')).toHaveText(/^1\.0\.0, 2 files/);
  await expect(releases(page)).toContainText('Not approved yet');
  await expect(page.getByRole('complementary', { name: 'As buyers will see it' })).toContainText(
    'Files, at once; later versions are free',
  );
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText(/^It waits for a decision since/)).toBeVisible();
  expect((await api.read(productId)).content.goods?.files?.release).toBeTruthy();

  // Approved, it is sold; the next one takes over what has not changed.
  await approve(productId);
  await page.reload();
  await expect(releases(page)).toContainText('Approved');
  await expect(releases(page)).toContainText('0 downloads');
  await goods(page).getByRole('button', { name: 'Upload a new release' }).click();
  await expect(goods(page).getByRole('textbox', { name: 'Version' })).toHaveValue('1.1.0');
  await goods(page).getByRole('button', { name: 'Add files' }).click();
  await writeFile(small, 'speaker,text\nA,Good evening\n');
  await goods(page).getByLabel('Choose files').setInputFiles([small]);
  await expect(files(page).getByText('rows.csv', { exact: true })).toBeVisible();
  await goods(page).getByRole('button', { name: 'Keep the other files of 1.0.0' }).click();
  await expect(goods(page).getByText('1 kept of 1.0.0.')).toBeFocused();
  await expect(files(page).getByText('model.bin', { exact: true })).toBeVisible();
  const change = goods(page).getByRole('button', { name: 'Change the version and the notes' });
  const form = goods(page).getByRole('region', { name: 'Version and notes' });
  await change.click();
  await expect(form.getByRole('textbox', { name: 'Version' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Version' }).fill('1.0.0');
  await expect(form).toContainText('There is a release of this version.');
  await form.getByRole('textbox', { name: 'Version' }).fill('2.0.0');
  await form.getByRole('textbox', { name: 'What is new' }).fill('Every row was spoken again.');
  expect(await faults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeFocused();
  await expect(goods(page).getByRole('heading', { name: /^Release 2\.0\.0/ })).toBeVisible();
  await expect(goods(page).getByText('Every row was spoken again.')).toBeVisible();
  await expect(files(page).getByText('rows.csv', { exact: true })).toBeVisible();
  await change.click();
  await form.getByRole('textbox', { name: 'Version' }).fill('3.0.0');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(change).toBeFocused();
  await expect(goods(page).getByRole('heading', { name: /^Release 2\.0\.0/ })).toBeVisible();
  await goods(page).getByRole('button', { name: 'Take rows.csv out' }).click();
  await expect(files(page).getByText('rows.csv', { exact: true })).toHaveCount(0);
  await goods(page).getByRole('button', { name: 'Throw it away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Throw it away' }).click();
  await expect(goods(page).getByRole('button', { name: 'Upload a new release' })).toBeFocused();
});

test.describe('a name that is refused', () => {
  test.use({ expectedNoise: /the server responded with a status of 4/ });

  test('[G-03] is said beside its file, and the others arrive; one that is stopped is gone', async ({
    page,
    folder,
  }) => {
    await emptyProduct(page);
    await goods(page)
      .getByRole('checkbox', { name: /^Files/ })
      .check();
    await goods(page).getByRole('button', { name: 'Upload the first release' }).click();
    await goods(page).getByRole('button', { name: 'Add files' }).click();
    const reserved = join(folder, 'CON.csv ');
    const good = join(folder, 'rows.csv');
    for (const path of [reserved, good]) await writeFile(path, 'speaker,text\nA,Good morning\n');
    await goods(page).getByLabel('Choose files').setInputFiles([reserved, good]);
    await expect(files(page).getByText('rows.csv', { exact: true })).toBeVisible();
    await expect(sending(page).getByRole('alert')).not.toBeEmpty();
    expect(await faults(page)).toEqual([]);
    await sending(page)
      .getByRole('button', { name: /^Close what is said of/ })
      .click();
    await expect(sending(page)).toHaveCount(0);

    await slowLine(page, 10 * MEGABYTE);
    const large = await zeros(join(folder, 'model.bin'), 70 * MEGABYTE);
    await goods(page).getByLabel('Choose files').setInputFiles([large]);
    await goods(page).getByRole('button', { name: 'Stop sending model.bin' }).click();
    await expect(goods(page).getByRole('heading', { name: /1\.0\.0/ })).toBeFocused();
    await expect(sending(page)).toHaveCount(0);
    await expect(files(page).getByText('model.bin', { exact: true })).toHaveCount(0);
  });
});

test('[G-11] [G-12] [G-13] keys are loaded, access and hours are said, and a slip loses nothing', async ({ page }) => {
  const { api, productId } = await emptyProduct(page);
  await goods(page).getByRole('checkbox', { name: /^Keys/ }).check();
  const keys = goods(page).getByRole('region', { name: 'Keys' });
  await expect(keys).toContainText('Without a free key the product is sold out.');
  await keys.getByRole('button', { name: 'Load these keys' }).click();
  await expect(keys.getByRole('alert').filter({ hasText: 'Paste the keys first' })).toBeVisible();
  await keys.getByRole('textbox', { name: 'Load keys' }).fill('QK-1\nQK-2\nQK-2\n');
  await keys.getByRole('button', { name: 'Look first' }).click();
  await expect(keys.getByText('2 keys would be loaded. 1 left out')).toBeVisible();
  await expect(keys.getByText('Paste the keys first')).toHaveCount(0);
  await keys.getByRole('button', { name: 'Load these keys' }).click();
  await expect(keys).toContainText('2 free, 0 given out');

  await goods(page)
    .getByRole('checkbox', { name: /^Access/ })
    .check();
  const access = goods(page).getByRole('region', { name: 'Access' });
  await access.getByRole('textbox', { name: 'What buyers are shown' }).fill('Sign in with {{order_id}}.');
  await goods(page)
    .getByRole('checkbox', { name: /^Access/ })
    .uncheck();
  await expect(access).toHaveCount(0);
  await goods(page)
    .getByRole('checkbox', { name: /^Access/ })
    .check();
  await expect(access.getByRole('textbox', { name: 'What buyers are shown' })).toHaveValue(
    'Sign in with {{order_id}}.',
  );

  await goods(page)
    .getByRole('checkbox', { name: /^Hours/ })
    .check();
  const hours = goods(page).getByRole('region', { name: 'Hours' });
  await expect(hours).toContainText('The shop has no endpoint yet');
  await hours.getByRole('textbox', { name: 'Minutes that one piece buys' }).fill('90');
  await hours.getByRole('radio', { name: 'You, by hand' }).check();
  const preview = page.getByRole('complementary', { name: 'As buyers will see it' });
  await expect(preview).toContainText('1 hour 30 minutes of machine time');
  await expect(preview).not.toContainText('Sign in with');
  await expect(saved(page)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await expect
    .poll(async () => (await api.read(productId)).content.goods)
    .toEqual({
      keys: { source: 'list' },
      access: { by: 'text', text: 'Sign in with {{order_id}}.' },
      hours: { by: 'hand', minutes_each: 90 },
    });
});

test('[G-12] an owner sets up the endpoint, keeps its secret, calls it, and takes it away', async ({
  page,
  request,
}) => {
  const machine = await aMachine();
  const shop = await makeShop(request);
  await openAsSeller(page, shop, '/profile/shop-keys');
  const section = page.getByRole('region', { name: 'Endpoint' });
  await section.getByRole('button', { name: 'Set up the endpoint' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(machine.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Set up endpoint' }).click();
  await expect(page.getByRole('status', { name: 'Secret of the endpoint' })).toContainText('whsec_');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(section.getByText('Not called yet')).toBeVisible();
  await section.getByRole('button', { name: 'Call it now' }).click();
  await expect(section.getByText(/^The call was not taken\./)).toBeVisible();
  await expect(section.getByText('not yet', { exact: true })).toBeVisible();
  await expect(section.getByText('Failing')).toBeVisible();
  await section.getByRole('button', { name: 'Call it now' }).click();
  await expect(section.getByText(/^The call was taken: it answered 200/)).toBeVisible();
  await expect(section.getByText('In order')).toBeVisible();
  await expect(section.getByText('Nothing was asked for yet.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await section.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new secret' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(section.getByText('with the secret of before, too')).toBeVisible();
  await section.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await expect(section.getByRole('button', { name: 'Set up the endpoint' })).toBeVisible();
  await expect(section.getByRole('heading', { name: 'Endpoint' })).toBeFocused();
  machine.close();
});

test('[G-13] [G-19] a shop says by hand that a machine is on and off, and an outage gives minutes back', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const shop = await makeShop(request);
  const buyer = await register(request);
  const accountId = await accountIdOf(request, buyer);
  await openAsSeller(page, shop, '/profile/machine-hours');
  await expect(page.getByText('You have sold no hours yet.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const entitlementId = await giveHours(shop, accountId);
  const { IdToken } = await tokensOf(request, buyer);
  const headers = { authorization: `Bearer ${IdToken}` };
  const added = await request.post('/api/ssh-key', { headers, data: { public_key: newSshKey(), name: 'Secret name' } });
  const { ssh_key_id: id, public_key: sshKey } = await added.json();
  const data = { ssh_key_ids: [id] };
  const asked = await request.post(`/api/library/${entitlementId}/hours/start`, { headers, data });
  expect(asked.ok(), await asked.text()).toBe(true);

  await page.reload();
  await expect(page.getByRole('region', { name: 'Buyers wait for you' }).getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Wait for you' }).click();
  await expect(page.getByRole('region', { name: 'Buyers wait for you' })).toBeHidden();
  const row = page.getByRole('article', { name: 'Rack hours' });
  await expect(row).toContainText('The buyer waits for the machine');
  await expect(row).toContainText('2 h of 2 h left');
  await row.getByText('SSH keys for Rack hours').click();
  await expect(row.getByText(sshKey)).toBeVisible();
  await row.getByRole('button', { name: 'Copy SSH keys' }).click();
  await expect(row.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${sshKey}\n`);
  expect(await faults(page)).toEqual([]);
  await row.getByRole('button', { name: /^It is on/ }).click();
  const dialog = page.getByRole('dialog', { name: 'The machine is on' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ssh rack-1.example.com');
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'The machine is on' }).click();
  await expect(row).toContainText('Running');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Record an outage', exact: true }).click();
  const outage = page.getByRole('dialog', { name: 'Record an outage' });
  await outage.getByRole('button', { name: 'See what goes back' }).click();
  await expect(outage.getByText('Say when it began')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const begun = new Date(Date.now() - 3_600_000);
  const local = new Date(begun.getTime() - begun.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await outage.getByLabel('From').fill(local);
  await outage.getByLabel('What happened').fill('The line to the hall was cut.');
  await outage.getByRole('button', { name: 'See what goes back' }).click();
  const before = page.getByRole('dialog', { name: 'Give the minutes back?' });
  await expect(before.getByRole('status')).toContainText(/go back to one buyer|nothing goes back/);
  expect(await faults(page)).toEqual([]);
  await before.getByRole('button', { name: 'Give the minutes back' }).click();
  await expect(page.getByRole('dialog', { name: 'The outage is recorded' }).getByRole('status')).toContainText(
    /went back to the buyers|nothing more goes back/,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await row.getByRole('button', { name: /^Stop it/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'It is off, stop counting' }).click();
  await expect(row).toContainText('you stopped it');
});
