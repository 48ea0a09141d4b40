// The versions of a product: compared and restored by its seller, and shown to who bought one.
import { expect, type Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signIn, tokensOf } from '../account.ts';
import { approve, inShop, makeShop, type Shop, sellerApi } from '../seller.ts';
import { test } from '../shop.ts';

const historyOf = (productId: string) => `/profile/products-management/${productId}/history`;
const field = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A product with three approved versions. */
async function threeVersions(page: Page): Promise<{ shop: Shop; productId: string }> {
  const shop = await makeShop(page.request);
  const seller = await sellerApi(page.request, shop);
  const productId = await seller.create({ product_name: 'Calls, first' });
  await seller.submit(productId);
  await approve(productId);
  for (const [product_name, license] of [
    ['Calls, second', 'CC-BY-4.0'],
    ['Calls, third', 'MIT'],
  ] as const) {
    const { revision, content } = await seller.read(productId);
    await seller.saveDraft(productId, { revision, content: { ...content, product_name, license } });
    await seller.submit(productId);
    await approve(productId);
  }
  return { shop, productId };
}

async function pause(page: Page, shop: Shop, productId: string) {
  const { IdToken } = await tokensOf(page.request, shop.account);
  const { revision } = await (await sellerApi(page.request, shop)).read(productId);
  const paused = await page.request.post(`/api/seller/${shop.sellerId}/listing/${productId}/pause`, {
    headers: { authorization: `Bearer ${IdToken}` },
    data: { revision },
  });
  expect(paused.ok(), await paused.text()).toBe(true);
}

test('[S-09] every version is there with what has changed; any two are compared', async ({ page }) => {
  const { shop, productId } = await threeVersions(page);
  await signIn(page, shop.account, historyOf(productId));
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText(/Version 3.*On sale/);
  await expect(versions.last()).toContainText('The first one');
  await pause(page, shop, productId);
  await page.reload();
  await expect(versions.first(), 'nobody buys it now').toContainText(/Version 3.*Newest/);
  await expect(field(page, 'Name').getByRole('deletion')).toHaveText('removed: second');
  await expect(field(page, 'Name').getByRole('insertion')).toHaveText('added: third');
  await page.getByRole('combobox', { name: 'From' }).selectOption('version 1');
  await expect(page).toHaveURL(/from=1/);
  await expect(field(page, 'Name').getByRole('deletion')).toHaveText('removed: first');
  await expect(field(page, 'License')).toContainText('MIT');
  await page.getByRole('combobox', { name: 'to', exact: true }).selectOption('version 1');
  await expect(field(page, 'Name')).toHaveText(/Calls, first/);
  await expect(page.getByRole('deletion')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'to', exact: true }).selectOption('version 3');
  await expect(field(page, 'Name').getByRole('insertion')).toBeVisible();
  await expectFitAndAccessible(page);
});

test('[S-09] an older version is restored as a change that waits for its seller to submit it', async ({ page }) => {
  const { shop, productId } = await threeVersions(page);
  await signIn(page, shop.account, historyOf(productId));
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await expect(dialog).toContainText('Nothing changes for buyers');
  await dialog.getByRole('button', { name: 'Restore as a draft' }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/products-management/${productId}\\?`));
  const seller = await sellerApi(page.request, shop);
  expect(await seller.read(productId)).toMatchObject({ content: { product_name: 'Calls, first' } });
});

test('[S-09] whoever bought a version sees it as it was', async ({ page, request }) => {
  const { shop, productId } = await threeVersions(page);
  const buyer = await register(request);
  const orderId = await bought(page, buyer, shop, productId);
  await signIn(page, buyer, `/profile/order?id=${orderId}`);
  await page.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('link', { name: 'As it was when you bought it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'As it was when you bought it' })).toBeVisible();
  await expect(field(page, 'Name')).toContainText('Calls, second');
  await expect(page.getByText('A newer version is sold today.')).toBeVisible();
});

/** An order of the second version, as it stands in the table. */
async function bought(page: Page, buyer: Account, shop: Shop, productId: string): Promise<string> {
  const { IdToken } = await tokensOf(page.request, buyer);
  const { sub } = JSON.parse(Buffer.from(IdToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  const orderId = `ORD-${Math.random().toString(36).slice(2, 10).toUpperCase()}`;
  await inShop(async ({ kysely }) => {
    const now = new Date();
    await kysely
      .insertInto('api.order')
      .values({
        order_id: orderId,
        user_id: buyer.email,
        account_id: sub,
        status: 'paid',
        payment_method: 'card',
        subtotal_cents: 240_000,
        discount_cents: 0,
        total_cents: 240_000,
        coupon_code: null,
        billing: null,
        created_at: now,
        expires_at: now,
        paid_at: now,
        next_check_at: null,
        updated_at: now,
      })
      .execute();
    await kysely
      .insertInto('api.order_line')
      .values({
        order_id: orderId,
        line: 0,
        product_id: productId,
        product_name: 'Calls, second',
        unit_price_micros: 2_400_000_000,
        quantity: 1,
        amount_cents: 240_000,
        discount_cents: 0,
        counted: false,
        seller_id: shop.sellerId,
        product_version: 2,
      })
      .execute();
  });
  return orderId;
}
