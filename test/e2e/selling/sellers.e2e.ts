// Shops of sellers. The products of the demo are handed to them: a shop of the tests' own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runCommand } from '../../processes/run-command.ts';
import { limitsOfMany, startShop } from '../../processes/shop-process.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, readMail, register, signIn } from '../account.ts';
import { prepareFolder } from '../own-shop.ts';
import { expect, open, test as shopTest } from '../shop.ts';

type Opened = { owner: Account; name: string; address: string };

const test = shopTest.extend<
  {
    /** Somebody new. */
    customer: () => Promise<Account>;
    /** Runs `npm run seller -- ...`. */
    command: (...args: string[]) => Promise<{ out: string; err: string }>;
    /** An approved shop of somebody new, that sells these products of the demo. */
    openSeller: (...products: string[]) => Promise<Opened>;
  },
  { shop: { address: string; folder: string } }
>({
  expectedNoise: /the server responded with a status of (400|404|409)/,
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'hearth-sellers-'));
      const shop = await startShop({ ...limitsOfMany, DATA_DIR: prepareFolder(folder), LOG_LEVEL: 'error' });
      await use({ address: shop.address, folder });
      await shop.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.address),
  customer: async ({ request, shop }, use) => use(() => register(request, { dataDir: shop.folder })),
  command: async ({ shop }, use) =>
    use((...args) => runCommand('seller', args, { environment: { DATA_DIR: shop.folder } })),
  openSeller: async ({ customer, command }, use) =>
    use(async (...products) => {
      const owner = await customer();
      const name = `Birch ${owner.username.split(' ')[1]}`;
      const address = name.toLowerCase().replace(' ', '-');
      const created = await command('create', address, '--name', name, '--owner', owner.email, '--country', 'DE');
      expect(created.out, created.err).toContain('is open');
      if (products.length > 0) {
        const adopted = await command('adopt', address, ...products);
        expect(adopted.out, adopted.err).toContain(`${products.length} product`);
      }
      return { owner, name, address };
    }),
});

// One shop for all of them.
test.describe.configure({ mode: 'default' });

const main = (page: Page) => page.getByRole('main');
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Your account' });

async function openShopScreen(page: Page, owner: Account, name: string) {
  await signIn(page, owner, '/profile/shop');
  await expect(main(page).getByRole('heading', { level: 1, name: 'My Shop' })).toBeVisible();
  await expect(main(page).getByText(owner.email, { exact: true }).first()).toBeVisible();
  return name;
}

test('[S-04] a shop has a page, to which its products lead; the page is in the sitemap and works without scripts', async ({
  page,
  request,
  browser,
  baseURL,
  openSeller,
}) => {
  test.setTimeout(120_000);
  const { name, address, owner } = await openSeller('awq-weight-quantizer');
  await open(page, '/products/id/awq-weight-quantizer');
  await main(page).getByText('Provided by').getByRole('link').click();
  await expect(page).toHaveURL(`/sellers/${address}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${name} `));
  await expect(main(page).getByText('Germany')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: '1 product' })).toBeVisible();
  await expect(main(page).getByRole('article')).toHaveCount(1);
  await expect(main(page).getByRole('link', { name: owner.email })).toBeVisible();
  await expect(main(page).getByText('Not measured yet').first()).toBeVisible();
  await expectFitAndAccessible(page);
  expect(await (await request.get('/sitemap/sellers.xml')).text()).toContain(`/sellers/${address}</loc>`);
  const plain = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })).newPage();
  await plain.goto(`/sellers/${address}`);
  await expect(plain.getByRole('heading', { level: 1, name })).toBeVisible();
  expect((await plain.goto('/sellers/no-such-shop'))?.status()).toBe(404);
});

test('[S-03] an owner invites somebody by mail; who has another address is told so, and who is invited belongs to the shop', async ({
  page,
  browser,
  baseURL,
  shop,
  customer,
  openSeller,
}) => {
  test.setTimeout(120_000);
  const { owner, name } = await openSeller();
  await openShopScreen(page, owner, name);
  for (const title of ['My Shop', 'Sales', 'Shop Reviews', 'Figures', 'Messages'])
    await expect(sidebar(page).getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Become a seller' })).toHaveCount(0);
  const invited = await customer();
  const form = main(page).getByRole('form', { name: 'Invite somebody' });
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(form.getByRole('textbox')).toHaveAccessibleDescription(/Enter an e-mail address/);
  await form.getByRole('textbox').fill(invited.email);
  await form.getByRole('combobox', { name: 'Role' }).selectOption('finance');
  await form.getByRole('button', { name: 'Send invitation' }).click();
  const waiting = main(page).getByRole('list', { name: 'Invitations that wait' });
  await expect(waiting.getByText(invited.email, { exact: true })).toBeVisible();
  await expectFitAndAccessible(page);

  const { text } = await readMail(invited.email, /invites you as finance/, shop.folder);
  const link = text.match(/^http\S+invitation=\S+$/m)?.[0] ?? '';
  await open(page, link);
  await expect(main(page).getByText(/This invitation is for .•••@example\.com/)).toBeVisible();

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(other, invited, new URL(link).pathname + new URL(link).search);
  await main(other).getByRole('button', { name: 'Accept invitation' }).click();
  await expect(main(other).getByRole('heading', { level: 1, name: 'My Shop' })).toBeVisible();
  await expect(main(other).getByText('You', { exact: true })).toBeVisible();
  await expect(main(other).getByRole('button', { name: 'Close the shop' })).toHaveCount(0);

  await open(page, '/profile/shop');
  const role = main(page).getByRole('combobox', { name: `Role of ${invited.username}` });
  await role.selectOption('editor');
  await expect(page.getByText(`${invited.username} is editor now`)).toBeVisible();
  await main(page)
    .getByRole('combobox', { name: `Role of ${owner.username}` })
    .selectOption('editor');
  await expect(main(page).getByText(/A shop has at least one owner/)).toBeVisible();
  await role.selectOption('owner');
  await expect(page.getByText(`${invited.username} is owner now`)).toBeVisible();
  await main(page)
    .getByRole('combobox', { name: `Role of ${owner.username}` })
    .selectOption('editor');
  await expect(page.getByRole('dialog').getByText(/Only another owner can change it back/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(main(page).getByRole('combobox', { name: `Role of ${owner.username}` })).toHaveValue('owner');
  await role.selectOption('editor');
  await expect(page.getByText(`${invited.username} is editor now`)).toBeVisible();
  await main(page)
    .getByRole('button', { name: `Remove ${invited.username}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(role).toHaveCount(0);
});

test('[S-16] a shop is closed after seeing what is open; it can be opened again, and in the end its page says that it has closed', async ({
  page,
  request,
  openSeller,
}) => {
  test.setTimeout(120_000);
  const { owner, name, address } = await openSeller('hnsw-vector-search');
  await openShopScreen(page, owner, name);
  const closing = main(page).getByRole('region', { name: 'Close the shop' });
  const ask = closing.getByRole('button', { name: 'Close the shop' });
  const dialog = page.getByRole('dialog');
  await ask.click();
  await expect(dialog.getByText('1 product leaves the catalogue at once.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close the shop' }).click();
  await expect(closing.getByText(/is closing\. Nothing is open any more/)).toBeVisible();
  expect((await request.get('/products/id/hnsw-vector-search')).status()).toBe(404);
  await sidebar(page).getByRole('link', { name: 'Products Management' }).click();
  await expect(main(page).getByText('1 product, 0 on sale.')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'New product' })).toHaveCount(0);
  await expect(main(page).getByRole('button', { name: 'Import' })).toHaveCount(0);
  await page.goBack();
  await closing.getByRole('button', { name: 'Open the shop again' }).click();
  await expect(ask).toBeVisible();
  expect((await request.get('/products/id/hnsw-vector-search')).status()).toBe(200);
  await ask.click();
  await dialog.getByRole('button', { name: 'Close the shop' }).click();
  await closing.getByRole('button', { name: 'Close for good now' }).click();
  await expect(dialog.getByText(/It cannot be opened again/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(closing.getByText(/is closing\./)).toBeVisible();
  await closing.getByRole('button', { name: 'Close for good now' }).click();
  await dialog.getByRole('button', { name: 'Close for good' }).click();
  await expect(closing.getByText('The shop has closed.')).toBeVisible();
  await open(page, `/sellers/${address}`);
  await expect(main(page).getByText(/^This shop has closed on /)).toBeVisible();
  await expect(main(page).getByRole('article')).toHaveCount(0);
  await expectFitAndAccessible(page);
});

test('[S-02] whoever belongs to several shops chooses which one a screen is about', async ({
  page,
  command,
  openSeller,
}) => {
  test.setTimeout(120_000);
  const { owner, name, address } = await openSeller();
  const second = `Cedar ${owner.username.split(' ')[1]}`;
  const created = await command(
    'create',
    second.toLowerCase().replace(' ', '-'),
    '--name',
    second,
    '--owner',
    owner.email,
  );
  expect(created.out, created.err).toContain('is open');
  await signIn(page, owner, '/profile/products-management');
  const choice = main(page).getByRole('combobox', { name: 'Shop' });
  await expect(choice.locator('option')).toHaveText([name, second]);
  await choice.selectOption(second);
  await expect(page).toHaveURL(/\?seller=cedar-/);
  await sidebar(page).getByRole('link', { name: 'My Shop' }).click();
  await expect(page).toHaveURL(/\/profile\/shop\?seller=cedar-/);
  await expect(main(page).getByRole('link', { name: /\/sellers\/cedar-/ })).toBeVisible();
  await open(page, '/profile/shop?seller=no-such-shop');
  await expect(main(page).getByText(/There is no such shop, or you are not a member of it/)).toBeVisible();
  await open(page, `/profile/shop?seller=${address}`);
  await expect(main(page).getByRole('link', { name: /\/sellers\/birch-/ })).toBeVisible();
});
