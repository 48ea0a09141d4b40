// Rentals by time: how long and how many machines are two things, from the page to the receipt.
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { amountOf, h100, openCart, payByCard, proceed, rowOf, success } from '../buying.ts';
import { expect, test } from '../shop.ts';

const oregon = `/products/id/${h100.id}?options=Region:Oregon~GPUs:1`;

test('[V-07] two machines for a day are chosen on a phone, changed in the cart, paid, and stand on order and receipt', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await register(request), oregon);
  const main = page.getByRole('main');
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('24');
  await page.getByRole('button', { name: 'Increase machines' }).click();
  await expect(main.getByText('2 machines × 24 hours', { exact: true })).toBeVisible();
  await expect(main.getByText('$109.92', { exact: true })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expect(success(page)).toHaveText(`${h100.name} added to cart successfully`);

  await openCart(page);
  const row = rowOf(page, h100.name);
  await expect(row.getByText('2 machines × 24 hours', { exact: true })).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('$109.92');
  const more = row.getByRole('button', { name: /^Increase machines/ });
  await more.click();
  await expect(row.getByText('3 machines × 24 hours', { exact: true })).toBeVisible();
  await expect(more, 'the row is the same, and so is the button').toBeFocused();
  await row.getByRole('spinbutton', { name: /^Machines/ }).fill('99');
  await expect(row.getByText(/^Only \d+ in stock\.$/)).toBeVisible();
  await row.getByRole('spinbutton', { name: /^Machines/ }).fill('2');
  await expect(row.getByText(/^Only/)).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  await proceed(page);
  await payByCard(page);
  await expect(page.getByTestId('paper')).toContainText('2 machines × 24 hours');
  await page.getByRole('link', { name: 'View order' }).click();
  const line = page.getByRole('table', { name: 'Products of this order' }).getByRole('row').nth(1);
  await expect(line).toContainText('2 machines × 24 hours');
  await expect(line).toContainText('$109.92');
});
