// A product of the operator's own as the staff keep it: made, written, counted, put on sale for a while, copied, archived; and two who write at once.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aPicture } from '../../factories/picture.ts';
import { aProduct } from '../../factories/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { giveProduct, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

/** An own product that no other test knows. */
async function ownProduct(given: Partial<Parameters<typeof aProduct>[0]> = {}) {
  const id = `o${randomUUID().slice(0, 8)}`;
  const product = aProduct({ product_id: id, product_name: `Own ${id}`, price_micros: 10_000_000, stock: 5, ...given });
  await inShop(({ kysely }) => kysely.insertInto('api.product').values(product).execute());
  return id;
}

const shown = async (page: Page, id: string) => (await page.request.get(`/api/product/${id}`)).json();
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test.describe('[B-08] a product', () => {
  test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

  test('is made, written, shown to visitors, copied, archived and deleted', async ({ page }) => {
    test.slow();
    const name = `Harbor sounds ${randomUUID().slice(0, 8)}`;
    const id = name.toLowerCase().replaceAll(' ', '-');
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto('/admin/products');
    await page.getByRole('link', { name: 'New product' }).click();
    await page.getByRole('button', { name: 'Make product' }).click();
    await expect(page.getByText('Give it a name.')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await expect(page.getByLabel('product_id')).toHaveValue(id);
    await page.getByLabel('Category').selectOption('Data');
    await page.getByLabel('Price in dollars').fill('12.50');
    await expectFitAndAccessible(page);
    await page.getByRole('button', { name: 'Make product' }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Paused: visitors do not see it')).toBeVisible();

    await page.getByLabel('Description').fill('Ten hours of **gulls**.');
    const picture = { name: 'gull.png', mimeType: 'image/png', buffer: await aPicture('png', { color: '#103050' }) };
    await page.getByLabel('Add pictures').setInputFiles(picture);
    await expect(page.getByRole('img', { name: 'Number 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByLabel('Name of specification 1').fill('Hours');
    await page.getByLabel('Value of specification 1').fill('10');
    await page.getByRole('button', { name: 'Add an option' }).click();
    await page.getByLabel('Option 1', { exact: true }).fill('License');
    await page.getByLabel('Choices, with commas between').fill('Team, Company');
    await page.getByLabel('Each combination has a price of its own').check();
    await page.getByLabel('Price of License: Team').fill('12.50');
    await page.getByLabel('Stock of License: Team').fill('3');
    await page.getByRole('checkbox', { name: 'Access' }).check();
    await page.getByLabel('What buyers are shown').fill('The door is 42.');
    await save(page);
    await expect(page.getByText('Give License: Company a price.').first()).toBeVisible();
    await page.getByLabel('Price of License: Company').fill('99');
    await save(page);
    await expect(page.getByText('Saved.')).toBeVisible();
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog', { name: 'Publish it?' }).getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('It is in the shop now.')).toBeVisible();
    const product = await shown(page, id);
    expect(product).toMatchObject({
      product_name: name,
      price: 12.5,
      specs: [{ name: 'Hours', value: '10' }],
      variants: [{ price: 12.5, stock: 3 }, { price: 99 }],
      goods: { access: { by: 'text' } },
    });
    expect(product.product_img).toMatch(/^\/pictures\//);

    await page.getByRole('button', { name: 'Duplicate' }).click();
    const copying = page.getByRole('dialog', { name: 'Duplicate it' });
    await copying.getByLabel('product_id of the copy').fill(id);
    await copying.getByRole('button', { name: 'Duplicate' }).click();
    await expect(copying.getByRole('alert').last()).toContainText('choose another id');
    await copying.getByLabel('product_id of the copy').fill(`${id}-2`);
    await copying.getByRole('button', { name: 'Duplicate' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/products/${id}-2$`));
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Archived: visitors do not see it')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('It is back from the archive.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/admin\/products$/);
    expect((await page.request.get(`/api/admin/product/${id}-2`)).status()).toBe(404);
  });

  test('is counted for a reason, and put on sale by a plan that can be ended', async ({ page }) => {
    const id = await ownProduct();
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto(`/admin/products/${id}`);
    await page.getByRole('button', { name: 'Change stock of The product' }).click();
    const stock = page.getByRole('dialog', { name: 'Change stock of The product' });
    await stock.getByLabel('New stock').fill('9');
    await expect(stock.getByText('That is 4 more.')).toBeVisible();
    await stock.getByRole('button', { name: 'Change stock' }).click();
    await expect(stock.getByText('Say why it changes.')).toBeVisible();
    await expectFitAndAccessible(page);
    await stock.getByRole('button', { name: 'Delivery' }).click();
    await stock.getByRole('button', { name: 'Change stock' }).click();
    await expect(page.getByText('The stock of The product is changed.')).toBeVisible();
    await page.getByText('1 change of the stock').click();
    await expect(page.getByRole('region', { name: 'Stock' }).getByText('Delivery')).toBeVisible();
    expect((await shown(page, id)).stock).toBe(9);

    await page.getByRole('button', { name: 'Plan a sale' }).click();
    const plan = page.getByRole('dialog', { name: 'Plan a sale' });
    await plan.getByRole('button', { name: 'Plan sale' }).click();
    await expect(plan.getByText('Say when it begins.')).toBeVisible();
    await plan.getByLabel('Percent less').fill('20');
    await plan.getByLabel('From').fill('2026-01-01T00:00');
    await plan.getByLabel('Until').fill('2196-01-01T00:00');
    await expectFitAndAccessible(page);
    await plan.getByRole('button', { name: 'Plan sale' }).click();
    const sales = page.getByRole('region', { name: 'Planned sales' });
    await expect(sales.getByText('Running')).toBeVisible();
    expect(await shown(page, id)).toMatchObject({ price: 10, on_sale: true, sale_price: 8 });
    await sales.getByRole('button', { name: 'End now' }).click();
    await page.getByRole('dialog', { name: 'End the sale now?' }).getByRole('button', { name: 'End sale' }).click();
    await expect(sales.getByText('Ended', { exact: true })).toBeVisible();
    expect(await shown(page, id)).toMatchObject({ on_sale: false });
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Product sale ended');
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }
  });

  test('gets files that are sent from the browser, and is sold with that release', async ({ page }) => {
    const id = await ownProduct({ product_type: 'data' });
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto(`/admin/products/${id}`);
    const goods = page.getByRole('region', { name: 'What buyers get' });
    await goods.getByRole('checkbox', { name: 'Files' }).check();
    await goods.getByRole('button', { name: 'Upload the first release' }).click();
    await goods.getByRole('button', { name: 'Add files' }).click();
    const file = { name: 'tides.csv', mimeType: 'text/csv', buffer: Buffer.from('level\n1\n') };
    const arrived = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 204);
    await goods.getByLabel('Choose files').setInputFiles(file);
    await arrived;
    await expect(page.getByRole('list', { name: 'Files of the release' })).toContainText('tides.csv');
    await expect(goods.getByRole('progressbar')).toHaveCount(0);
    await expect(goods.getByText('Is being checked')).toHaveCount(0, { timeout: 30_000 });
    await goods.getByRole('button', { name: 'Complete the release' }).click();
    const choice = goods.getByRole('combobox', { name: 'Release that buyers get' });
    await expect(choice.locator('option:checked')).toHaveText(/^1\.0\.0, 1 file/);
    await expect(goods.getByText('Not sold yet')).toBeVisible();
    await expectFitAndAccessible(page);
    await save(page);
    await expect(page.getByText('Saved.')).toBeVisible();
    expect((await shown(page, id)).goods).toEqual({ files: { updates: 'free' } });
    await page.reload();
    await expect(goods.getByText('Sold since')).toBeVisible();
  });

  test('who saves second sees what the first has changed, and loses nothing of their own', async ({
    page,
    browser,
  }) => {
    const id = await ownProduct();
    const staff = await makeStaff(page.request, 'catalogue');
    await signInByForm(page, staff);
    await page.goto(`/admin/products/${id}`);
    await page.getByLabel('Description').fill('What I have written');
    await page.getByLabel('Provider').fill('Mine');

    const other = await (await browser.newContext()).newPage();
    await signInByForm(other, await makeStaff(other.request, 'catalogue'));
    await other.goto(`/admin/products/${id}`);
    await other.getByLabel('Provider').fill('Theirs');
    await other.getByLabel('Price in dollars').fill('11');
    await save(other);
    await expect(other.getByText('Saved.')).toBeVisible();
    await other.context().close();

    await save(page);
    const meanwhile = page.getByRole('alert').filter({ hasText: 'Somebody else has changed it since you read it.' });
    await expect(meanwhile).toContainText('Provider');
    await expect(meanwhile).toContainText('You changed it too');
    await expect(meanwhile).toContainText('Price: 10 → became 11');
    await expect(page.getByLabel('Description')).toHaveValue('What I have written');
    await expect(page.getByLabel('Provider')).toHaveValue('Mine');
    // Fields that were not touched here are as the others have made them.
    await expect(page.getByLabel('Price in dollars')).toHaveValue('11');
    await expectFitAndAccessible(page);
    await save(page);
    await expect(page.getByText('Saved.')).toBeVisible();
    expect(await shown(page, id)).toMatchObject({ provider: 'Mine', price: 11, description: 'What I have written' });

    await page.getByLabel('Provider').fill('Not this');
    await page.getByRole('link', { name: 'All products' }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leaving).toContainText('Provider');
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'All products' }).click();
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
  });

  test('of a shop is read, and hidden with a reason; support reads and changes nothing', async ({ page }) => {
    const productId = await ownProduct();
    await giveProduct(await makeShop(page.request), productId);
    await signInByForm(page, await makeStaff(page.request, 'support'));
    await page.goto(`/admin/products/${productId}`);
    await expect(page.getByText('which changes it by itself')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeDisabled();
    await expect(page.getByRole('button', { name: /Save|Publish|Pause|Change stock|Plan a sale/ })).toHaveCount(0);
    await expectFitAndAccessible(page);
    await page.goto('/admin/products/no-such-product');
    await expect(page.getByRole('alert')).toContainText('there is none at this address');
  });
});
