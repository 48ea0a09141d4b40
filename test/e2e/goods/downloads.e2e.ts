import { createHash } from 'node:crypto';
import { type CuttingProxy, startCuttingProxy } from '../../parts/outside/cutting-proxy.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signIn } from '../account.ts';
import { give, makeDataSet } from '../library.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const large = 'All bytes of it. '.repeat(1_500_000);
const files = [
  { path: 'audio/part-01.tar', content: large },
  { path: 'audio/part-02.tar', content: large.toUpperCase() },
  { path: 'errata.txt', content: 'None.\n' },
];

type Fixtures = { account: Account; thing: { id: string; name: string; productId: string }; line: CuttingProxy };

const bought = test.extend<Fixtures>({
  async account({ request }, use) {
    await use(await register(request));
  },
  async thing({ request, account }, use) {
    const shop = await makeShop(request);
    const product = await makeDataSet(shop, { files });
    const goods = { files: { release: product.release, updates: 'none' } } as const;
    const owner = await accountIdOf(request, account);
    const id = await give(owner, shop, { name: product.name, product_id: product.id, goods });
    await use({ id, name: product.name, productId: product.id });
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
  async line({}, use) {
    const proxy = await startCuttingProxy();
    await use(proxy);
    await proxy.close();
  },
});

bought(
  '[G-08] a page puts files into a folder: it pauses, goes on over a lost connection, and compares them',
  async ({ browser, baseURL, account, thing, line }) => {
    bought.slow();
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      proxy: { server: line.address, bypass: '<-loopback>' },
    });
    const page = await context.newPage();
    // No test can press a button of the system's own dialog. These folders are of the same kind, and the browser's own.
    await page.addInitScript(() => {
      Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
    });
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.text().includes('Content Security Policy') && faults.push(message.text()));
    await signIn(page, account, `/profile/library?open=${thing.id}`);
    const article = page.getByRole('article', { name: thing.name });
    const row = (path: string) => article.getByRole('row').filter({ hasText: path });
    const asked: Array<string | undefined> = [];
    const isDownload = (url = '') => url.includes('/api/download/');

    // The first request of each is cut, and nobody notices; the second one stalls.
    const far = /[1-9][\d.]* MB of 25.5 MB/;
    const first = new Set<string>();
    line.rule(({ url = '', headers }) => {
      if (!isDownload(url)) return null;
      asked.push(headers.range);
      if (url.includes('errata')) return null;
      if (first.has(url)) return { hold: 3_000_000 };
      first.add(url);
      return { cut: 5_000_000 };
    });
    await article.getByRole('button', { name: 'Download all 3 files' }).click();
    await expect(row('part-01')).toContainText(far);
    await expect(row('part-02')).toContainText(far);
    await expect(row('errata')).toContainText('Waits for its turn');
    await expect(article).toContainText(/Downloading, \d+ %/);
    await expect.poll(() => asked.filter((range) => range !== undefined)).toHaveLength(2);
    await expectFitAndAccessible(page);
    await page.getByRole('button', { name: 'Pause audio/part-01.tar' }).click();
    await expect(row('part-01')).toContainText(/Paused at \d/);
    await expect(row('errata')).toContainText('Downloaded, matches its SHA-256');

    // The line is gone.
    line.rule(({ url }) => (isDownload(url) ? { cut: 0 } : null));
    await page.getByRole('button', { name: 'Resume audio/part-01.tar' }).click();
    await expect(row('part-01')).toContainText(/Stopped at \d/);
    await expect(row('part-01')).toContainText('connection lost');
    line.rule(() => null);
    await page.getByRole('button', { name: 'Resume audio/part-01.tar' }).click();
    await expect(row('part-01')).toContainText('Downloaded, matches its SHA-256');

    // The other one was begun, and stays on the disk when the page goes.
    await page.getByRole('button', { name: 'Pause audio/part-02.tar' }).click();
    await expect(row('part-02')).toContainText(/Paused at \d/);
    await expect(article).toContainText('Download stopped');
    await page.reload();
    asked.length = 0;
    line.rule(({ url, headers }) => {
      if (isDownload(url)) asked.push(headers.range);
      return null;
    });
    await page.getByRole('button', { name: 'Download audio/part-02.tar' }).click();
    await expect(row('part-02')).toContainText('Downloaded, matches its SHA-256');
    expect(asked).toEqual([expect.stringMatching(/^bytes=[1-9]\d{6}-$/)]);
    const hash = await page.evaluate(async (name) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(name);
      const file = await (await (await folder.getDirectoryHandle('audio')).getFileHandle('part-02.tar')).getFile();
      const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }, `${thing.productId}-1.0.0`);
    expect(hash).toBe(sha256Of(large.toUpperCase()));

    // Each file is one download of the buyer's, noted once its last byte has gone.
    await expect(async () => {
      await page.reload();
      await article.getByText('Downloads so far').click();
      await expect(article.getByRole('listitem').filter({ hasText: 'all of it' })).toHaveCount(3, { timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    expect(faults).toEqual([]);
    await context.close();
  },
);

bought('[G-08] a file that was downloaded anyhow is checked in the page', async ({ page, account, thing }) => {
  // As in browsers that open no folder.
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: undefined });
  });
  await signIn(page, account, `/profile/library?open=${thing.id}`);
  const article = page.getByRole('article', { name: thing.name });
  await expect(article.getByRole('button', { name: 'Check a downloaded file' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    article.getByRole('button', { name: 'Download audio/part-01.tar' }).click(),
  ]);
  const path = await download.path();
  const given = article.getByLabel('Downloaded files to check');
  await given.setInputFiles(path);
  const list = article.getByRole('list', { name: 'Checked files' });
  await expect(list).toContainText('matches the SHA-256 of audio/part-01.tar of version 1.0.0');
  const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await given.setInputFiles([
    file('errata (1).txt', 'Many.\n'),
    file('shopping.txt', 'Bread.\n'),
    file('errata.txt', 'None.\n'),
  ]);
  await expect(list).toContainText('does not match errata.txt of version 1.0.0: download it again');
  await expect(list).toContainText('is none of the files of version 1.0.0');
  await expect(list).toContainText('matches the SHA-256 of errata.txt');
  await expectFitAndAccessible(page);
  await list.getByRole('button', { name: 'Close what is said of shopping.txt' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
});
