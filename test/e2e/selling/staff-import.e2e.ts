// A catalogue file in the back office: sent, its columns matched, what it would change looked at, imported, and its report.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aProduct } from '../../factories/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const row = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

test.describe('[B-09] an import in the browser', () => {
  test.use({ expectedNoise: /the server responded with a status of (400|404|409)/ });

  test('matches columns by hand, shows what would change, imports as a job, and has a report', async ({ page }) => {
    test.slow();
    const word = `i${randomUUID().slice(0, 8)}`;
    const known = aProduct({
      product_id: `${word}-known`,
      product_name: 'Known',
      product_type: 'data',
      price_micros: 10_000_000,
    });
    await inShop(({ kysely }) => kysely.insertInto('api.product').values(known).execute());
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto('/admin/products');
    await page.getByRole('link', { name: 'Import' }).last().click();
    await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
    await expectFitAndAccessible(page);
    await page.getByLabel('Catalogue file').setInputFiles(csv('book.xlsx', 'PK\u0003\u0004'));
    await expect(page.getByRole('alert').filter({ hasText: 'save it as CSV in UTF-8' })).toBeVisible();

    const lines = [
      'Article,product_name,product_type,Cost',
      `${word}-known,Known,data,12`,
      `${word}-fresh,Fresh,data,3`,
      `${word}-bad,Bad,data,much`,
    ];
    await page.getByLabel('Catalogue file').setInputFiles(csv('harbor.csv', lines.join('\n')));
    await expect(page.getByRole('heading', { name: 'Import harbor.csv' })).toBeVisible();
    await expect(page.getByLabel('What product_name holds')).toHaveValue('product_name');
    await expect(page.getByText('Still without a column: product_id, price.')).toBeVisible();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Say which columns hold product_id, price.' }),
    ).toBeVisible();
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }
    await page.getByLabel('What Article holds').selectOption('product_id');
    await page.getByLabel('What Cost holds').selectOption('price');
    await page.getByRole('button', { name: 'Check the file' }).click();

    await expect(page.getByText('1 new, 1 changed, 0 the same, 1 refused of 3 rows.')).toBeVisible();
    await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
    await expect(row(page, `${word}-known`)).toContainText('price 10 → becomes 12');
    await expect(row(page, `${word}-bad`)).toContainText('Refused');
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }
    await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: 'New' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
    // Nothing is lost by a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Import: 1 new product, 1 change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import harbor.csv?' });
    await expect(dialog).toContainText('1 row is refused');
    await expectFitAndAccessible(page);
    await dialog.getByRole('button', { name: 'Import' }).click();

    await expect(page.getByText('1 new, 1 known, 1 refused of 3 rows.')).toBeVisible();
    await expect(page.getByText('Imported', { exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: 'Refused' }).click();
    await expect(row(page, `${word}-bad`)).toContainText('Line 4');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export report' }).click();
    expect((await file).suggestedFilename()).toBe('import.csv');
    await expectFitAndAccessible(page);
    expect((await (await page.request.get(`/api/product/${word}-known`)).json()).price).toBe(12);
    await page.getByRole('link', { name: 'All imports' }).click();
    await expect(row(page, 'harbor.csv').first()).toContainText('Imported');
  });

  test('is stopped while it is sent, and says what there is not; other roles find nothing of it', async ({ page }) => {
    await signInByForm(page, await makeStaff(page.request, 'catalogue'));
    await page.goto('/admin/import');
    await page.route('**/api/admin/import?name=*', () => {});
    await page.getByLabel('Catalogue file').setInputFiles(csv('slow.csv', 'product_id,product_name'));
    await expect(page.getByRole('progressbar', { name: 'Sending slow.csv' })).toBeVisible();
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await expect(page.getByLabel('Catalogue file')).toBeAttached();
    await page.goto('/admin/import/none');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
  });
});
