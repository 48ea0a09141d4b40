// Products that are sold out are not offered: not at all, not in that number, not here.
import { faults } from '../accessible.ts';
import { h100 } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

const soldOut = { id: 'b200-180gb', name: 'B200 180 GB' };

test("a sold-out product says so on its card and in the place of 'Add to cart', on lists and on its page", async ({
  page,
}) => {
  await open(page, '/products/keyword/B200');
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: soldOut.name, exact: true }) });
  await expect(card.getByText('Sold out', { exact: true }).first()).toBeVisible();
  const button = card.getByRole('button', { name: 'Add to cart' });
  await expect(button).toHaveAccessibleName('Add to cart: Sold out');
  await expect(button).toHaveAccessibleDescription(soldOut.name);
  await expect(button).toBeDisabled();
  expect(await faults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/products/id/${soldOut.id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Add to cart' })).toHaveAccessibleName('Add to cart: Sold out');
  await expect(main.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
  await expect(main.getByRole('status').getByText('Sold out', { exact: true })).toBeVisible();
  await expect(main.getByRole('spinbutton')).toHaveCount(0);
  await expect(page.locator('.buy-bar'), 'nothing to buy stays in reach').toHaveCount(0);
  expect(await faults(page)).toEqual([]);
});

test("[V-08] a rental provider's machine that is sold out keeps its button, which says why it leads nowhere", async ({
  page,
  leaveShop,
}) => {
  for (const { id, name, label } of [
    { id: 'dbc-v100-32gb', name: 'V100', label: 'Rent with DBC' },
    { id: 'hycons-rtx-5070-ti', name: 'RTX 5070 Ti', label: 'Rent with HYCONS' },
  ]) {
    await open(page, `/products/keyword/${encodeURIComponent(name)}`);
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/products/id/${id}"]`) });
    await expect(card.getByText('Sold out', { exact: true })).toBeVisible();
    const onCard = card.getByRole('button', { name: label, exact: true });
    await expect(onCard).toBeDisabled();
    await expect(onCard).toHaveAccessibleDescription(/Sold out$/);
    await onCard.click({ force: true });
    expect(await faults(page)).toEqual([]);

    await open(page, `/products/id/${id}`);
    const main = page.getByRole('main');
    const onPage = main.getByRole('button', { name: label, exact: true });
    await expect(onPage).toBeDisabled();
    await expect(onPage).toHaveAccessibleDescription('Sold out');
    await onPage.focus();
    await page.keyboard.press('Enter');
    await expect(main.getByRole('link', { name: label })).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
  }
  expect(leaveShop).toEqual([]);
});

test('[D-04] [V-07] the machines and the price on a page stop at what is in stock, and hours do not', async ({
  page,
  request,
}) => {
  const { variants } = await (await request.get(`/api/product/${h100.id}`)).json();
  const { stock } = variants.find((variant: { is_default: boolean }) => variant.is_default);
  expect(stock).toBeGreaterThan(2);
  const price = (quantity: number) => `$${(2.29 * quantity).toFixed(2)}`;
  await open(page, `/products/id/${h100.id}`);
  const quantity = page.getByRole('spinbutton', { name: 'Machines' });
  const more = page.getByRole('button', { name: 'Increase machines' });
  const main = page.getByRole('main');
  await quantity.fill(String(stock - 1));
  await expect(main.getByText(price(stock - 1), { exact: true })).toBeVisible();
  await expect(main.getByText('There are no more.')).toHaveCount(0);
  await more.click();
  await expect(main.getByText(price(stock), { exact: true })).toBeVisible();
  await expect(more).toBeDisabled();
  await expect(main.getByText('There are no more.')).toBeVisible();

  await quantity.fill(String(stock + 1));
  await expect(
    main.getByText(price(stock), { exact: true }),
    'the price follows no number that cannot be had',
  ).toBeVisible();
  await quantity.blur();
  await expect(quantity).toHaveValue(String(stock));
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('24');
  await expect(main.getByText(`${stock} machines × 24 hours`, { exact: true })).toBeVisible();
  await expect(main.getByText(price(stock * 24), { exact: true })).toBeVisible();
});

test('what is rented elsewhere has a price for one, and no quantity that would multiply it', async ({ page }) => {
  for (const id of ['dbc-rtx-4090', 'hycons-rtx-4090']) {
    await open(page, `/products/id/${id}`);
    await expect(page.getByRole('button', { name: /^Rent with/ }).first()).toBeVisible();
    await expect(page.getByRole('spinbutton')).toHaveCount(0);
    await expect(page.getByText('Quantity')).toHaveCount(0);
  }
});
