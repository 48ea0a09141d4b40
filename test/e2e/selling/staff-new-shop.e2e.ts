// A shop that an administrator opens for somebody, and products that are handed to it.
import { randomBytes } from 'node:crypto';
import { aProduct } from '../../factories/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { register, signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { addProduct, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

test('[S-04] an administrator opens a shop and hands it products, after seeing what that means', async ({ page }) => {
  test.slow();
  const mark = randomBytes(4).toString('hex');
  const [one, two] = [`own-${mark}-1`, `own-${mark}-2`];
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.product')
      .values([one, two].map((product_id) => aProduct({ product_id, product_name: `Lanterns ${product_id}` })))
      .execute(),
  );
  const taken = await makeShop(page.request);
  const theirs = await addProduct(taken, `Lanterns of another ${mark}`);
  const owner = await register(page.request);
  await signInByForm(page, await makeStaff(page.request, 'admin'));

  await page.goto('/admin/sellers');
  await page.getByRole('link', { name: 'New shop…' }).click();
  await page.getByRole('button', { name: 'Open shop' }).click();
  await expect(page.getByText('Give the shop a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Quay ${mark}`);
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(taken.address);
  await page.getByRole('textbox', { name: 'E-mail address of the owner' }).fill(owner.email);
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Germany');
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
  await page.getByRole('button', { name: 'Open shop' }).click();
  await expect(page.getByText(`The address ${taken.address} is taken`, { exact: false })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toBeFocused();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`quay-${mark}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Quay ${mark}` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row').nth(1)).toContainText(owner.email);

  await page.getByRole('button', { name: 'Hand over products…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hand over products' });
  await dialog.getByRole('textbox', { name: 'Find your products by name' }).fill(`Lanterns own-${mark}`);
  await dialog.getByRole('button', { name: `Add Lanterns ${one}` }).click();
  const ids = dialog.getByRole('textbox', { name: 'Product ids' });
  await expect(ids).toHaveValue(one);
  await ids.fill(`${one}, ${two}\n${theirs} none-${mark}`);
  await dialog.getByRole('button', { name: 'See what would change' }).click();
  await expect(dialog.getByText('Some of them cannot be handed over', { exact: false })).toBeFocused();
  await expect(dialog.getByText(`Of the shop ${taken.name}`)).toBeVisible();
  await expect(dialog.getByText('There is no such product')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Hand over/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await ids.fill(`${one}\n${two}`);
  await dialog.getByRole('button', { name: 'See what would change' }).click();
  await expect(dialog.getByText('which changes them by itself', { exact: false })).toBeVisible();
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
  await dialog.getByRole('button', { name: 'Hand over 2 products' }).click();
  await expect(dialog.getByText(`2 products are of Quay ${mark} now.`)).toBeFocused();
  await expect(dialog.getByText('Handed over', { exact: true })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('2, 2 of them in the catalogue')).toBeVisible();
  await expect(page.getByText('Seller product adopted')).toHaveCount(2);
  await page.goto(`/admin/products/${one}`);
  await expect(page.getByText('which changes it by itself', { exact: false })).toBeVisible();
});

test('who is no administrator opens no shop and hands nothing over', async ({ page }) => {
  const { sellerId, name } = await makeShop(page.request);
  await signInByForm(page, await makeStaff(page.request, 'catalogue'));
  await page.goto('/admin/sellers');
  await expect(page.getByRole('heading', { level: 1, name: 'Sellers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New shop…' })).toHaveCount(0);
  await page.goto('/admin/sellers/new');
  await expect(page.getByText('Administrators open shops.')).toBeVisible();
  await page.goto(`/admin/sellers/${sellerId}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hand over products…' })).toHaveCount(0);
});
