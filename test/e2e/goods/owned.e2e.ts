import { expectFitAndAccessible } from '../accessible.ts';
import { register, signIn, submitLogin } from '../account.ts';
import { failure, openCart, proceed, rowOf, success } from '../buying.ts';
import { give, makeDataSet } from '../library.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

// An order that is refused.
test.use({ expectedNoise: /the server responded with a status of 409/ });

const files = [{ path: 'README.md', content: '# Calls\n' }];

test('[Q-17] card, page, search and cart lead to what one has, by one request a page, and the cart asks for a yes', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const { id, name, release } = await makeDataSet(shop, { files, listed: true });
  const account = await register(request);
  const goods = { files: { release, updates: 'none' } } as const;
  const own = await give(await accountIdOf(request, account), shop, { name, product_id: id, goods });
  const asked: URL[] = [];
  page.on('request', (sent) => {
    const url = new URL(sent.url());
    if (url.pathname === '/api/library/owned') asked.push(url);
  });
  const mark = page.getByRole('link', { name: new RegExp(`^In your library ?: ${name}$`) });
  const library = `/profile/library?open=${own}`;

  await page.goto('/products/category/all');
  await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible();
  expect(asked).toEqual([]);
  await signIn(page, account, `/products/keyword/${encodeURIComponent(name)}`);
  await expect(mark).toHaveAttribute('href', library);
  await page.goto('/products/category/all');
  await expect(page.getByRole('button', { name: /^Save / }).first()).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  const cards = await page.getByRole('article').count();
  expect(asked.at(-1)?.searchParams.getAll('id')).toHaveLength(cards);

  await page.goto(`/products/id/${id}`);
  await expect(mark).toHaveAttribute('href', library);
  await expectFitAndAccessible(page);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('combobox', { name: 'Keyword' }).fill(name);
  const group = page.getByRole('group', { name: 'In your library' });
  await expect(group.getByRole('option', { name })).toHaveAttribute('href', library);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(success(page)).toHaveText(`${name} added to cart successfully`);
  await openCart(page);
  const row = rowOf(page, name);
  await expect(row.getByRole('link', { name: /^In your library/ })).toHaveAttribute('href', library);
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(failure(page)).toContainText(`You have ${name} in your library.`);
  await row.getByRole('checkbox', { name: /^Buy it again/ }).check();
  await expectFitAndAccessible(page);
  await proceed(page);
});

test('[K-16] what is free is had by one click, after signing in, under its license, and is in the library', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const { id, name } = await makeDataSet(shop, { files, listed: true });
  await inShop(({ kysely }) =>
    kysely
      .updateTable('api.product')
      .set({ price_micros: 0, license: 'CC-BY-4.0' })
      .where('product_id', '=', id)
      .execute(),
  );
  const account = await register(request);
  const button = page.getByRole('button', { name: 'Get it', exact: true });
  await open(page, `/products/id/${id}`);
  await expect(page.getByText('By ordering you accept the license: CC-BY-4.0.')).toBeVisible();
  await button.click();
  await expect(page).toHaveURL(/\/account\/login\?returnUrl=/);
  await submitLogin(page, account);
  await expect(page).toHaveURL(new RegExp(`/products/id/${id}$`));
  await expectFitAndAccessible(page);
  await button.click();
  const way = page.getByRole('link', { name: 'Open your library', exact: true });
  await expect(way).toBeFocused();
  await expect(page.getByRole('link', { name: new RegExp(`^In your library ?: ${name}$`) })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  await expectFitAndAccessible(page);
  await way.click();
  await expect(page.getByRole('article', { name })).toContainText('Ready to download');
  await page.goto(`/products/id/${id}`);
  await expect(page.getByRole('link', { name: new RegExp(`^In your library ?: ${name}$`) })).toBeVisible();
  await expect(button).toHaveCount(0);
});

test('[K-16] the card of what is free has it too, with the license that it accepts', async ({ page, request }) => {
  test.slow();
  const shop = await makeShop(request);
  const { id, name } = await makeDataSet(shop, { files, listed: true });
  await inShop(({ kysely }) =>
    kysely
      .updateTable('api.product')
      .set({ price_micros: 0, license: 'CC-BY-4.0' })
      .where('product_id', '=', id)
      .execute(),
  );
  const account = await register(request);
  const list = `/products/category/all?keyword=${encodeURIComponent(name)}`;
  await open(page, list);
  const onCard = page.getByRole('article').getByRole('button', { name: 'Get it', exact: true });
  const dialog = page.getByRole('dialog', { name: `Get ${name}` });
  await onCard.click();
  await expect(dialog).toContainText('By ordering you accept the license: CC-BY-4.0.');
  await expectFitAndAccessible(page);
  await dialog.getByRole('button', { name: 'Get it', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/login\?returnUrl=/);
  await submitLogin(page, account);
  await expect(page).toHaveURL(/\/products\/category\/all\?keyword=/);
  await onCard.click();
  await dialog.getByRole('button', { name: 'Get it', exact: true }).click();
  await expect(dialog.getByRole('link', { name: 'Open your library', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('article').getByRole('link', { name: /^In your library/ })).toBeFocused();
  await expect(onCard).toBeHidden();
});
