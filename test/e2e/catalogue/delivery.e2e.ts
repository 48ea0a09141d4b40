// When and how one gets a product, before one buys it.
import { faults } from '../accessible.ts';
import { approve, makeShop, openAsSeller, sellerApi } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

const atOnce = { id: 'invoice-extraction-api', name: 'Invoice Extraction API' };
const promised = { id: 'h100-sxm-80gb', name: 'H100 SXM 80 GB', text: 'Delivered within 1 hour by Northlight Compute' };

test('[V-09] a page says at once, within what time and by whom, or at which partner; a card and a comparison say the same', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await open(page, `/products/id/${atOnce.id}`);
  await expect(main.getByText('Delivered at once', { exact: true }).first()).toBeVisible();
  await open(page, `/products/id/${promised.id}`);
  await expect(main.getByText(promised.text, { exact: true }).first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '');
  const [product] = [data].flat();
  expect(product.offers.offers[0].deliveryLeadTime).toMatchObject({ value: 60, unitCode: 'MIN' });
  await open(page, '/products/id/dbc-rtx-4090');
  await expect(main.getByText('Rented at DBC', { exact: true })).toBeVisible();

  await open(page, '/products/keyword/H100');
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: promised.name, exact: true }) });
  await expect(card).toContainText('Delivered within 1 hour');
  await open(page, `/compare?id=${promised.id}&id=h200-sxm-141gb`);
  await expect(page.getByRole('row', { name: /^Delivery/ })).toContainText(promised.text);
});

test("[V-09] the filter 'Delivered at once' is in the address, counts, and is taken away by its badge", async ({
  page,
  request,
}) => {
  await open(page, '/products/category/solutions');
  const filters = page.getByRole('complementary').or(page.getByRole('search')).or(page.locator('form'));
  await filters.getByRole('checkbox', { name: 'Delivered at once' }).first().check();
  await expect(page).toHaveURL('/products/category/solutions?at_once=true');
  const { total } = await (await request.get('/api/product?category=solutions&at_once=true')).json();
  const { total: all } = await (await request.get('/api/product?category=solutions')).json();
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(all);
  await expect(page.getByRole('article')).toHaveCount(Math.min(total, 24));
  await expect(page.getByRole('article').filter({ hasText: 'Delivered at once' })).toHaveCount(Math.min(total, 24));
  await page.getByRole('link', { name: 'Remove filter Delivered at once' }).click();
  await expect(page).toHaveURL('/products/category/solutions');
});

test('[V-09] a seller promises a time in the editor; the preview says it, and so does the page once it is approved', async ({
  page,
}) => {
  const shop = await makeShop(page.request);
  const api = await sellerApi(page.request, shop);
  const productId = await api.create({});
  await openAsSeller(page, shop, `/profile/products-management/${productId}`);
  const preview = page.getByRole('complementary', { name: 'As buyers will see it' });
  await expect(preview).toContainText(`Delivered by ${shop.name}; no time is promised`);
  await page.getByLabel('Promised delivery, in hours').fill('48');
  await expect(preview).toContainText(`Delivered within 2 days by ${shop.name}`);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(page.getByText(/^It waits for a decision since/)).toBeVisible();
  await approve(productId);
  await open(page, `/products/id/${productId}`);
  await expect(page.getByRole('main').getByText(`Delivered within 2 days by ${shop.name}`)).toBeVisible();
});
