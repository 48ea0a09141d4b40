import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aProduct } from '../../factories/product.ts';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { register, signIn, tokensOf } from '../account.ts';
import { openCart, payByCard, proceed, success } from '../buying.ts';
import { inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

/** Opens the question of how much more time. */
async function extend(page: Page, name: string) {
  await page.getByRole('button', { name: `Extend ${name}` }).click();
  return page.getByRole('dialog', { name: `Extend ${name}` });
}

test('[G-18] the last machine is extended on its page: by card and back, and from the wallet at once', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const [id, name] = [`machine-${shop.address}`, `Machine ${shop.address}`];
  const product = aProduct({ product_id: id, product_name: name, product_type: 'computing', price_micros: 2_000_000 });
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.product')
      .values({
        ...{ ...product, price_unit: 'hour', stock: 1, seller_id: shop.sellerId, listed: true },
        goods: JSON.stringify({ hours: { by: 'hand', minutes_each: 60 } }),
      })
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
  await expect(thing).toContainText('1 h left of 1 h');

  let dialog = await extend(page, name);
  await dialog.getByRole('button', { name: 'Increase time' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 hours · $4.00');
  await expect(dialog.getByRole('button', { name: /wallet/ })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pay $4.00 by card' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await payByCard(page, undefined, /\/profile\/library\?open=/);
  await expect(success(page)).toHaveText('Your machine has more time.');
  await expect(page).toHaveURL(/\/profile\/library\?open=[^&]+$/);
  await expect(thing).toContainText('3 h left of 3 h');

  dialog = await extend(page, name);
  await dialog.getByRole('button', { name: 'Pay $2.00 by card' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(success(page)).toHaveText('The payment was cancelled and nothing was charged.');
  await expect(thing).toContainText('3 h left of 3 h');

  const { IdToken } = await tokensOf(request, account);
  const payIn = await request.post('/api/buyer-wallet/pay-in', {
    headers: { authorization: `Bearer ${IdToken}` },
    data: { amount: 20, request_key: randomUUID() },
  });
  await page.goto((await payIn.json()).checkout_url);
  await payByCard(page, undefined, /\/profile\/wallet\?pay_in=/);
  await expect(page.getByText('$20.00 is in your wallet.')).toBeVisible();
  await page.goto(`/profile/library`);
  await thing.getByRole('button', { name: `More about ${name}` }).click();
  dialog = await extend(page, name);
  await dialog.getByRole('button', { name: 'Pay $2.00 from my wallet' }).click();
  await expect(success(page)).toHaveText(`${name} has 1 hour more.`);
  await expect(dialog).toHaveCount(0);
  await expect(thing).toContainText('4 h left of 4 h');
  await expectFitAndAccessible(page);

  // From the page of the order, where it is what the library has.
  await page.goto('/profile/order');
  await page.locator('a[href^="/profile/order?id="]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order');
  dialog = await extend(page, name);
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pay $2.00 from my wallet' }).click();
  await expect(success(page)).toHaveText(`${name} has 1 hour more.`);
  await expectFitAndAccessible(page);
  await page.goto(`/profile/library`);
  await thing.getByRole('button', { name: `More about ${name}` }).click();
  await expect(thing).toContainText('5 h left of 5 h');
});
