// Writing a product in the browser: it saves itself, says what is missing, and shows the page that buyers will see.
import type { Page } from '@playwright/test';
import { faults } from '../accessible.ts';
import { approve, giveBack, makeShop, openAsSeller, sellerApi } from '../seller.ts';
import { expect, test } from '../shop.ts';

const editor = (productId: string) => `/profile/products-management/${productId}`;
const preview = (page: Page) => page.getByRole('complementary', { name: 'As buyers will see it' });
const saved = (page: Page) => page.getByText(/^Saved \d/);

async function draftOf(page: Page, content: Parameters<Awaited<ReturnType<typeof sellerApi>>['create']>[0] = {}) {
  const shop = await makeShop(page.request);
  const api = await sellerApi(page.request, shop);
  const productId = await api.create(content);
  return { shop, api, productId };
}

test('[S-06] a product is begun, written and submitted; what is missing leads to its field', async ({ page }) => {
  const shop = await makeShop(page.request);
  await openAsSeller(page, shop, '/profile/products-management/new');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByText('Give it a name. It can be changed.')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('German Call-Center Calls');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /^Solutions/ })).toBeFocused();
  await page.getByRole('radio', { name: /^Data/ }).check();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create draft' }).click();

  const missing = page.getByRole('region', { name: /things? before you can submit/ });
  await expect(missing).toContainText('Describe it.');
  await expect(missing).toContainText('Say whether the rows hold personal data.');
  await missing.getByRole('link', { name: 'Describe it.' }).click();
  await expect(page.getByLabel('Description')).toBeFocused();
  await page.keyboard.type('Calls between actors on 180 service cases, **transcribed** by hand.');
  await expect(preview(page)).toContainText('Calls between actors on 180 service cases, transcribed by hand.');
  await missing.getByRole('link', { name: 'Give it a price.' }).click();
  await expect(page.getByLabel('Price in dollars')).toBeFocused();
  await page.keyboard.type('2,400.00');
  await expect(preview(page)).toContainText('$2,400');
  await page.getByRole('combobox', { name: 'License', exact: true }).fill('CC-BY-4.0');
  await missing.getByRole('link', { name: /personal data/ }).click();
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: 'Personal data' }).getByRole('radio', { name: 'No' }).check();
  await expect(saved(page)).toBeVisible();
  await expect(missing).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText(/^It waits for a decision since/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for approval' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('button', { name: 'Submit for approval' })).toBeVisible();
});

test('[S-06] what is written is there again after a reload, and after another screen that comes quickly', async ({
  page,
}) => {
  const { shop, api, productId } = await draftOf(page);
  await openAsSeller(page, shop, editor(productId));
  await page.getByLabel('Name').fill('Another name');
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Another name');
  await page.getByLabel('Name').fill('A third name');
  await page.getByRole('link', { name: 'Back to Products Management' }).click();
  await expect(page.getByRole('heading', { name: 'Products Management' })).toBeVisible();
  await expect.poll(async () => (await api.read(productId)).content.product_name).toBe('A third name');
});

test.describe('what cannot be saved', () => {
  test.use({ expectedNoise: /the server responded with a status of (404|409)|ERR_FAILED|net::/ });

  test('[S-06] is tried again by itself, and nothing of it is lost', async ({ page }) => {
    const { shop, api, productId } = await draftOf(page);
    await openAsSeller(page, shop, editor(productId));
    await expect(page.getByLabel('Name')).toBeVisible();
    await page.route('**/draft', (route) => route.abort());
    await page.getByLabel('Name').fill('Written offline');
    await expect(page.getByText('Not saved: it is tried again by itself')).toBeVisible();
    await page.unroute('**/draft');
    await expect(saved(page)).toBeVisible();
    expect((await api.read(productId)).content.product_name).toBe('Written offline');
  });

  test('[S-06] because a colleague has saved meanwhile is told, and both can be had', async ({ page }) => {
    const { shop, api, productId } = await draftOf(page);
    await openAsSeller(page, shop, editor(productId));
    await expect(page.getByLabel('Name')).toBeVisible();
    const theirs = async (product_name: string) => {
      const { revision, content } = await api.read(productId);
      await api.saveDraft(productId, { revision, content: { ...content, product_name } });
    };
    await theirs('Theirs');
    await page.getByLabel('Name').fill('Mine');
    await expect(page.getByRole('heading', { name: 'Somebody else has changed this product' })).toBeVisible();
    expect((await api.read(productId)).content.product_name).toBe('Theirs');
    await expect(page.getByLabel('Name')).toHaveValue('Mine');
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save mine over theirs' }).click();
    await expect(saved(page)).toBeVisible();
    expect((await api.read(productId)).content.product_name).toBe('Mine');

    await theirs('Theirs again');
    await page.getByLabel('Name').fill('Mine again');
    await page.getByRole('button', { name: 'Take theirs, and lose mine' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Theirs again');
  });
});

test('[S-06] choices become variants with prices of their own', async ({ page }) => {
  const { shop, api, productId } = await draftOf(page, { price: null });
  await openAsSeller(page, shop, editor(productId));
  await page.getByRole('button', { name: 'Add an option' }).click();
  await page.getByRole('textbox', { name: 'Option 1' }).fill('License');
  await page.getByLabel('Choices, with commas between').pressSequentially('Single team, Enterprise');
  await page.getByLabel('Each combination has a price of its own').check();
  await page.getByLabel('Price of License: Single team').fill('2400');
  const missing = page.getByRole('region', { name: /before you can submit/ });
  await expect(missing).toContainText('Give License: Enterprise a price.');
  await missing.getByRole('link', { name: 'Give License: Enterprise a price.' }).click();
  await page.getByLabel('Price of License: Enterprise').fill('abc');
  await expect(page.getByText('Give an amount, such as 2,400.00.')).toBeVisible();
  await page.getByLabel('Price of License: Enterprise').fill('9,000');
  await expect(missing).toHaveCount(0);
  await expect(preview(page)).toContainText('$9,000');
  await expect(saved(page)).toBeVisible();
  const { content } = await api.read(productId);
  expect(content.variants?.map(({ price }) => price)).toEqual([2400, 9000]);
  await page.getByLabel('License: Enterprise is sold').uncheck();
  await expect.poll(async () => (await api.read(productId)).content.variants?.length).toBe(1);
});

test('[S-07] price and stock of what is on sale change at once, the rest waits; the reason of a return is shown', async ({
  page,
}) => {
  const { shop, api, productId } = await draftOf(page);
  await api.submit(productId);
  await approve(productId);
  await openAsSeller(page, shop, editor(productId));
  const offer = page.getByRole('form', { name: 'Price and stock' });
  await offer.getByLabel('Price', { exact: true }).fill('1,999');
  await offer.getByLabel('Stock').fill('12');
  await offer.getByRole('button', { name: 'Save price' }).click();
  await expect(page.getByText('Saved. Buyers see it now.')).toBeVisible();
  const product = async () => (await page.request.get(`/api/product/${productId}`)).json();
  expect(await product()).toMatchObject({ price: 1999, stock: 12 });

  await page.getByLabel('Name').fill('A new name that waits');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText(/Version 1 goes on selling/)).toBeVisible();
  expect((await product()).product_name).toBe('Two-Speaker Phone Calls');
  await giveBack(productId, 'Say what is new about it.');
  await page.reload();
  await expect(page.getByText('Say what is new about it.')).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  expect((await page.request.get(`/api/product/${productId}`)).status()).toBe(404);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Two-Speaker Phone Calls');
  await expect(page.getByRole('link', { name: 'History' })).toHaveAttribute('href', /\/history$/);
  // Content that shines through the bar above is no background of its own.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await faults(page)).toEqual([]);
});

test('[S-07] a price can be emptied and typed anew; what is no amount is not saved, and takes the focus', async ({
  page,
}) => {
  const { shop, api, productId } = await draftOf(page);
  await api.submit(productId);
  await approve(productId);
  await openAsSeller(page, shop, editor(productId));
  const offer = page.getByRole('form', { name: 'Price and stock' });
  const price = offer.getByLabel('Price', { exact: true });
  const save = offer.getByRole('button', { name: 'Save price' });
  await price.fill('');
  await expect(price).toHaveValue('');
  await save.click();
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription(/Give an amount/);
  await page.keyboard.type('18 dollars');
  await page.keyboard.press('Enter');
  await expect(price).toHaveAccessibleDescription(/Give an amount/);
  await expect(page.getByText('Saved. Buyers see it now.')).toHaveCount(0);
  await price.fill('');
  await page.keyboard.type('1800');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. Buyers see it now.')).toBeVisible();
  expect(await (await page.request.get(`/api/product/${productId}`)).json()).toMatchObject({ price: 1800 });
});

test('[S-06] a draft is not submitted while a field holds what could not be read', async ({ page }) => {
  const { shop, productId, api } = await draftOf(page);
  await openAsSeller(page, shop, editor(productId));
  const price = page.getByLabel('Price in dollars');
  await price.fill('24OO');
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(price).toBeFocused();
  await expect(page.getByText(/^It waits for a decision since/)).toHaveCount(0);
  expect((await api.read(productId)).state).toBe('draft');
});

test('[S-06] the preview is shown as on a desk and as on a phone; the editor itself fits a phone', async ({ page }) => {
  const { shop, productId } = await draftOf(page);
  await openAsSeller(page, shop, editor(productId));
  await expect(preview(page)).toContainText('Two-Speaker Phone Calls');
  await expect(preview(page)).toContainText(`Provided by ${shop.name}`);
  await page.getByRole('button', { name: 'As on a phone' }).click();
  await expect(page.locator('[data-screen=phone]')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: 'Preview' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faults(page)).toEqual([]);
});

test('[S-06] a product of another shop is not there', async ({ page }) => {
  const { productId } = await draftOf(page);
  await openAsSeller(page, await makeShop(page.request), editor(productId));
  await expect(page.getByText('The product could not be loaded, or is not there.')).toBeVisible();
});
