// Work with many rows: shown first, confirmed, its results read, and taken back.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aProduct } from '../../factories/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

/** Own products that no other test knows, found by the word in their names. */
async function ownProducts(count: number) {
  const word = `j${randomUUID().slice(0, 8)}`;
  const products = Array.from({ length: count }, (_, at) =>
    aProduct({ product_id: `${word}-${at}`, product_name: `${word} ${at}`, price_micros: at === 0 ? 0 : 10_000_000 }),
  );
  await inShop(({ kysely }) => kysely.insertInto('api.product').values(products).execute());
  return word;
}

const priceOf = (page: Page, id: string) =>
  page.request.get(`/api/product/${id}`).then(async (answer) => (await answer.json()).price as number);
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test.describe('[B-06] actions on many', () => {
  test.use({ expectedNoise: /the server responded with a status of (400|404|409)/ });

  test('prices of all that fit are shown first, changed by a job, and taken back', async ({ page }) => {
    test.slow();
    const word = await ownProducts(52);
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto(`/admin/products?q=${word}&sort=name`);
    await expect(page.getByText('52 products')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Choose all 50 on this page' }).check();
    await page.getByRole('button', { name: 'Choose all 52 products' }).click();
    await expect(page.getByText('Chosen: all 52 products')).toBeVisible();
    await page.getByRole('button', { name: 'Actions' }).click();
    const dialog = page.getByRole('dialog', { name: 'With all 52 products' });
    await dialog.getByLabel('What to do').selectOption('Change prices');
    await dialog.getByRole('button', { name: 'Show what would change' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Say by how much');
    await expectFitAndAccessible(page);
    await dialog.getByLabel('Percent').fill('25');
    await dialog.getByRole('button', { name: 'Show what would change' }).click();

    await expect(page.getByText('51 products would change, 1 is so already. Nothing has changed yet.')).toBeVisible();
    await expect(page.getByText('Lower by 25 percent, rounded to a cent')).toBeVisible();
    await expect(row(page, `${word} 1`).first()).toContainText('$7.50');
    expect(await priceOf(page, `${word}-1`)).toBe(10);
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Change prices: 51 products' }).click();
    await expect(page.getByText('51 products changed, 1 is so already.')).toBeVisible();
    expect(await priceOf(page, `${word}-1`)).toBe(7.5);
    await page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name: 'So already' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export results' }).click();
    expect((await file).suggestedFilename()).toBe('job.csv');
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Undo: Change prices' })).toBeVisible();
    await expect(page.getByText('51 products changed.')).toBeVisible();
    expect(await priceOf(page, `${word}-1`)).toBe(10);
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Jobs' }).click();
    await expect(
      page.getByRole('table', { name: 'Jobs' }).getByRole('link', { name: 'Change prices' }).first(),
    ).toBeVisible();
    await expectFitAndAccessible(page);
  });

  test('some are paused by keyboard and published again; what is gone is told', async ({ page }) => {
    test.slow();
    const word = await ownProducts(3);
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto(`/admin/products?q=${word}&sort=name`);
    await expect(page.getByText('3 products')).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('checkbox', { name: `Choose ${word} 0` })).toBeVisible();
    await page.getByRole('checkbox', { name: `Choose ${word} 1` }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: `Choose ${word} 2` }).focus();
    await page.keyboard.press('Space');
    await inShop(({ kysely }) => kysely.deleteFrom('api.product').where('product_id', '=', `${word}-2`).execute());
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByLabel('What to do').selectOption('Pause products');
    await page.getByRole('button', { name: 'Show what would change' }).press('Enter');
    await expect(page.getByText('1 product would change, 1 is refused. Nothing has changed yet.')).toBeVisible();
    await expect(page.getByText('There is no product with this id.')).toBeVisible();
    await page.getByRole('button', { name: 'Pause products: 1 product' }).press('Enter');
    await expect(page.getByText('1 product changed, 1 is refused.')).toBeVisible();
    await expect.poll(async () => (await page.request.get(`/api/product/${word}-1`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Undo: Pause products' })).toBeVisible();
    await expect.poll(async () => (await page.request.get(`/api/product/${word}-1`)).status()).toBe(200);
  });

  test('a preview that is left changes nothing, and a job that there is not says so', async ({ page }) => {
    const word = await ownProducts(2);
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto(`/admin/products?q=${word}&sort=name`);
    await page.getByRole('checkbox', { name: `Choose ${word} 1` }).check();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByLabel('What to do').selectOption('Put on sale');
    await page.getByLabel('Percent below the price').fill('99');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Say how many percent, between 1 and 95.');
    await page.getByLabel('Percent below the price').fill('50');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await page.getByRole('button', { name: 'Change nothing' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/products\\?.*q=${word}`));
    expect(await priceOf(page, `${word}-1`)).toBe(10);
    await page.goto('/admin/jobs/none');
    await expect(page.getByRole('alert')).toContainText('This job could not be loaded');
  });
});
