import { readFile } from 'node:fs/promises';
import { aProduct } from '../../factories/product.ts';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { openCart, payByCard, proceed, success } from '../buying.ts';
import { answerGoods, give, makeDataSet, publish } from '../library.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

test('[G-01] [G-02] files are told in the cart, bought by card, found from the success page, and downloaded', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const files = [
    { path: 'README.md', content: '# Calls\n' },
    { path: 'audio/one.txt', content: 'Hello.\n' },
  ];
  const product = await makeDataSet(shop, { files, listed: true });
  const account = await register(request);

  await signIn(page, account, `/products/id/${product.id}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(success(page)).toHaveText(`${product.name} added to cart successfully`);
  await openCart(page);
  await expect(page.getByText('Files, at once', { exact: true })).toBeVisible();
  await proceed(page);
  await payByCard(page);

  await page.getByRole('link', { name: 'Open your library' }).click();
  await expect(page).toHaveURL(/\/profile\/library\?open=/);
  const thing = page.getByRole('article', { name: product.name });
  await expect(thing).toContainText('Version 1.0.0');
  await expect(thing).toContainText('Ready to download');
  const table = thing.getByRole('table', { name: 'Files of version 1.0.0' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await thing.getByRole('button', { name: 'Use the browser’s own download' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: 'Download audio/one.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('one.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('Hello.\n');
  await expect(table.getByRole('row').filter({ hasText: 'one.txt' })).toContainText('Handed to the browser');
  await page.reload();
  await expect(table.getByRole('row').filter({ hasText: 'one.txt' })).toContainText('Downloaded');

  await thing.getByRole('link', { name: /^Order / }).click();
  await page.getByRole('link', { name: new RegExp(`^In your library ?: ${product.name}$`) }).click();
  await expect(page.getByRole('article', { name: product.name })).toBeVisible();
  await page.getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('link', { name: /^In your library/ })).toHaveAttribute('href', '/profile/library');
});

test('[G-12] on a phone: what is promised and late is paid by card, waited for, and paid back', async ({
  page,
  request,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const shop = await makeShop(request);
  const name = `Notebook room ${shop.address}`;
  const id = `room-${shop.address}`;
  const goods = JSON.stringify({ access: { by: 'endpoint', within_minutes: 15 } });
  const product = aProduct({ product_id: id, product_name: name, price_micros: 29_000_000, price_unit: '' });
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.product')
      .values({ ...product, seller_id: shop.sellerId, listed: true, goods })
      .execute(),
  );
  const account = await register(request);
  await signIn(page, account, `/products/id/${id}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(success(page)).toHaveText(`${name} added to cart successfully`);
  await openCart(page);
  await proceed(page);
  await payByCard(page);
  await page.getByRole('link', { name: 'Open your library' }).click();
  const thing = page.getByRole('article', { name });
  await expect(thing).toContainText('Being set up');
  await expect(thing).toContainText(/of 15 promised minutes/);
  expect(await faults(page)).toEqual([]);

  // The shop has no endpoint, and the promised time passes.
  await inShop(({ kysely }) =>
    kysely
      .updateTable('api.access_grant')
      .set({ promised_at: new Date(Date.now() - 60_000) })
      .where('entitlement_id', 'in', (one) =>
        one.selectFrom('api.entitlement').select('entitlement_id').where('product_id', '=', id),
      )
      .execute(),
  );
  await page.reload();
  await expect(thing).toContainText('Late');
  await expect(thing.getByRole('alert')).toContainText('The promised time has passed');
  await expectFitAndAccessible(page);
  await thing.getByRole('button', { name: 'Get the money back' }).click();
  const dialog = page.getByRole('dialog', { name: `Get the money back for ${name}?` });
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Get the money back' }).click();
  await expect(success(page)).toHaveText('$29.00 goes back to what you paid with');
  await expect(thing).toContainText(/Refunded|Money back/);
  await expectFitAndAccessible(page);
  await thing
    .getByRole('link', { name: /^Order / })
    .first()
    .click();
  await expect(page.getByText(/^Refunded/).first()).toBeVisible();
});

test('[G-10] a new version is told with its notes, and the old one stays', async ({ page, request }) => {
  test.slow();
  const shop = await makeShop(request);
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const product = await makeDataSet(shop, { files: [{ path: 'old.txt' }], updates: 'free' });
  await publish(shop, product, { number: 2, version: '1.1.0', notes: 'Fewer typos.', files: [{ path: 'new.txt' }] });
  const goods = { files: { release: product.release, updates: 'free' } } as const;
  const { id: product_id, name } = product;
  await give(accountId, shop, { name, product_id, goods });
  const paid = await makeDataSet(shop, { files: [{ path: 'kept.txt' }] });
  await publish(shop, paid, { number: 2, version: '2.0.0', notes: '', files: [{ path: 'other.txt' }] });
  const kept = { files: { release: paid.release, updates: 'none' } } as const;
  await give(accountId, shop, { name: paid.name, product_id: paid.id, goods: kept });

  await signIn(page, account, '/profile/library');
  const thing = page.getByRole('article', { name });
  await expect(thing).toContainText('Version 1.1.0 is there');
  await expect(thing).toContainText('free for you');
  await thing.getByRole('button', { name: `Get 1.1.0 of ${name}` }).click();
  await expect(thing).toContainText('Fewer typos.');
  await expect(thing.getByRole('table', { name: 'Files of version 1.1.0' })).toContainText('new.txt');
  await thing.getByRole('combobox', { name: 'Version' }).selectOption({ label: '1.0.0 · bought' });
  await expect(thing.getByRole('table', { name: 'Files of version 1.0.0' })).toContainText('old.txt');

  const other = page.getByRole('article', { name: paid.name });
  await expect(other).toContainText('version 2.0.0 is bought anew');
  await other.getByRole('button', { name: `More about ${paid.name}` }).click();
  await expect(other).toContainText('It is not among what you bought');
  await expect(other.getByRole('table')).toContainText('kept.txt');
  await expectFitAndAccessible(page);
});

test('[G-02] [G-09] programs get lines and a token, which is shown once and revoked', async ({ page, request }) => {
  test.slow();
  const shop = await makeShop(request);
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const product = await makeDataSet(shop, { files: [{ path: 'rows.csv' }] });
  const goods = { files: { release: product.release, updates: 'none' } } as const;
  const id = await give(accountId, shop, { name: product.name, product_id: product.id, goods });

  await signIn(page, account, `/profile/library?open=${id}`);
  await page.getByRole('tab', { name: 'Browser' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'hf' })).toBeFocused();
  const lines = page.getByRole('region', { name: 'Lines for hf' });
  await expect(lines).toContainText(`export HF_ENDPOINT=${new URL(page.url()).origin}`);
  await expect(lines).toContainText(`hf download ${shop.address}/${product.id} --repo-type dataset --revision 1.0.0`);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New token' });
  await dialog.getByRole('button', { name: 'Make token' }).click();
  await expect(dialog.getByText('Say what the token is for')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('laptop');
  await dialog.getByRole('button', { name: 'Make token' }).click();
  const token = (await page.getByRole('status', { name: 'Token' }).textContent()) ?? '';
  expect(token).toMatch(/^hf_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(lines).toContainText(`export HF_TOKEN=${token}`);
  expect(await faults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'curl' }).click();
  const curl = page.getByRole('region', { name: 'Lines for curl' });
  await expect(curl).toContainText('/resolve/1.0.0/');
  await expect(curl).toContainText('get rows.csv rows.csv');
  const tokens = page.getByRole('list', { name: 'Tokens' });
  await tokens.getByRole('button', { name: 'Revoke the token for laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(tokens).toHaveCount(0);
});

test('[G-02] what was got twice is one row, and the others stand behind it', async ({ page, request }) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const product = await makeDataSet(shop, { files: [{ path: 'old.txt' }], updates: 'free', listed: true });
  const goods = { files: { release: product.release, updates: 'free' } } as const;
  const thing = { name: product.name, product_id: product.id, goods };
  const [first] = [await give(accountId, shop, thing), await give(accountId, shop, thing)];
  await signIn(page, account, '/profile/library');
  const rows = page.getByRole('article', { name: product.name });
  const more = page.getByRole('button', { name: new RegExp(`^1 more of the same ?: ${product.name}$`) });
  await expect(rows).toHaveCount(1);
  await more.click();
  await expect(rows).toHaveCount(2);
  await expectFitAndAccessible(page);
  await more.click();
  await expect(rows).toHaveCount(1);
  // A link to one of them shows it, also where another stands for both.
  await open(page, `/profile/library?open=${first}`);
  await expect(page.getByRole('table', { name: 'Files of version 1.0.0' })).toHaveCount(1);

  // On the page of the product the description comes before what the files have in them.
  await open(page, `/products/id/${product.id}`);
  const [words, files] = [
    page.getByRole('tab', { name: 'Product Information' }),
    page.getByRole('heading', { name: 'Files of version 1.0.0' }),
  ];
  const top = async (part: typeof words) => (await part.boundingBox())?.y ?? 0;
  await expect(files).toBeVisible();
  expect(await top(words)).toBeLessThan(await top(files));
});

test('[G-02] what is by hand, on hold or has ended says so; kinds and names narrow the list', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  await give(accountId, shop, { name: 'Inspection station' });
  await give(accountId, null, {
    name: 'Decoding engine',
    goods: { keys: { source: 'list' } },
    withdrawn_at: new Date('2026-11-02T12:00:00Z'),
    withdrawn_reason: 'Given by mistake.',
  });
  await give(accountId, null, {
    name: 'Trial corpus',
    goods: { files: { updates: 'none' } },
    expires_at: new Date('2026-11-03T12:00:00Z'),
  });

  await signIn(page, account, '/profile/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
  await expect(page.getByText('3 things', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: /^Library/ })).toContainText(
    '3',
  );
  const station = page.getByRole('article', { name: 'Inspection station' });
  await expect(station).toContainText(`delivered by hand, by ${shop.name}`);
  const engine = page.getByRole('article', { name: 'Decoding engine' });
  await expect(engine).toContainText('Withdrawn');
  await expect(engine).toContainText('Given by mistake.');
  await expect(page.getByRole('article', { name: 'Trial corpus' })).toContainText('Expired');
  for (const name of ['Inspection station', 'Decoding engine', 'Trial corpus'])
    await page.getByRole('button', { name: `More about ${name}` }).click();
  await expect(station).toContainText('delivers it by hand, and tells you when that is done');
  await expectFitAndAccessible(page);

  await page.getByRole('navigation', { name: 'What to show' }).getByRole('link', { name: 'Keys 1' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'What to show' }).getByRole('link', { name: 'All 3' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Find in the library' }).fill(shop.name.slice(3));
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Find in the library' }).fill('nothing like it');
  await expect(page.getByText('Nothing in your library is called ‘nothing like it’.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('[G-11] [G-12] [G-13] keys are hidden until they are asked for, access that is late offers the money back, a machine is started and stopped', async ({
  page,
  request,
}) => {
  test.slow();
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const keys = await give(accountId, null, { name: 'Quantizer', goods: { keys: { source: 'list', seats: 5 } } });
  const access = await give(accountId, null, {
    name: 'Platform',
    goods: { access: { by: 'endpoint', within_minutes: 15 } },
  });
  const hours = await give(accountId, null, { name: 'H100', goods: { hours: { by: 'endpoint', minutes_each: 60 } } });
  const asked = await answerGoods(page, { keys, access, hours });

  await signIn(page, account, '/profile/library');
  const quantizer = page.getByRole('article', { name: 'Quantizer' });
  await expect(quantizer).toContainText('QK-7••••91D2');
  await quantizer.getByRole('button', { name: 'More about Quantizer' }).click();
  await expect(quantizer).not.toContainText('QK-7F3A-1111-91D2');
  await quantizer.getByRole('button', { name: 'Show the key' }).click();
  await expect(quantizer).toContainText('QK-7F3A-1111-91D2');
  await expect(quantizer).toContainText('For 5 seats.');

  const platform = page.getByRole('article', { name: 'Platform' });
  await expect(platform).toContainText('Late');
  await platform.getByRole('button', { name: 'More about Platform' }).click();
  await platform.getByRole('button', { name: 'Get the money back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Get the money back' }).click();
  await expect(platform).toContainText('You have taken the money instead.');

  const machine = page.getByRole('article', { name: 'H100' });
  await expect(machine).toContainText('31 h 42 min left');
  await machine.getByRole('button', { name: 'More about H100' }).click();
  await expectFitAndAccessible(page);
  await machine.getByRole('button', { name: 'Start H100' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await expect(machine).toContainText('Runs since');
  await expect(machine).toContainText('ssh -p 2214');
  await expect(machine).not.toContainText('correct horse');
  await machine.getByRole('button', { name: 'Show Password' }).click();
  await expect(machine).toContainText('correct horse');
  await machine.getByRole('button', { name: 'Ledger of minutes' }).click();
  await expect(machine.getByRole('table')).toContainText('−978');
  await expect(machine.getByRole('row', { name: /^Left, the sum of these/ })).toContainText('1,902');
  expect(await faults(page)).toEqual([]);
  await machine.getByRole('button', { name: 'Stop H100' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(machine).toContainText('Off');
  expect(asked).toEqual(['POST money-back', 'POST start', 'POST stop']);
});

test.describe('without an answer', () => {
  test.use({ expectedNoise: /the server responded with a status of 404|net::ERR_FAILED/ });

  test('[G-02] an empty library leads to the catalogue; one that cannot be loaded is asked for again', async ({
    page,
    request,
  }) => {
    const account = await register(request);
    let fails = true;
    await page.route(/\/api\/library(\?|$)/, (route) => (fails ? route.abort() : route.continue()));
    await signIn(page, account, '/profile/library');
    await expect(page.getByText('Your library could not be loaded.')).toBeVisible();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Nothing is in your library yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Browse data sets' })).toHaveAttribute(
      'href',
      '/products/category/data',
    );
    await page.goto('/profile/library?open=NOTHING-0');
    await expect(page.getByText('What this link leads to is not in your library.')).toBeVisible();
  });
});
