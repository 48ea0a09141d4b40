// Rentals by time: how long and how many machines are two things, from the page to the receipt.
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { amountOf, h100, openCart, payByCard, proceed, rowOf, success } from '../buying.ts';
import { expect, open, test } from '../shop.ts';

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
  await expect(row.getByText(/^Only \d+ free\.$/)).toBeVisible();
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

test('[V-08] page, table of choices, card, list, suggestion and comparison say the same of the stock of a machine', async ({
  page,
}) => {
  // Nobody buys this one in another test: its numbers stay.
  const machine = { id: 'l4-24gb', name: 'L4 24 GB' };
  await open(page, '/products/category/computing?gpu_model=L4');
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: machine.name, exact: true }) });
  await expect(card).toContainText('· 120 free');

  await page.goto('/products/category/computing?gpu_model=L4&view=table');
  const row = page.getByRole('row').filter({ hasText: machine.name });
  await expect(row.getByRole('cell').last()).toContainText('120 free');

  await page.goto(`/compare?id=${machine.id}`);
  const availability = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Availability' }) });
  await expect(availability.getByRole('cell')).toHaveText('120 free in 3 regions');

  await open(page, `/products/id/${machine.id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('120 free in 3 regions. Price per hour, and how many there are.')).toBeVisible();
  const stock = main.getByRole('status').filter({ hasText: ' free in ' });
  const cells = main.getByRole('table', { name: 'Prices by choice' });
  for (const [region, free] of [
    ['Finland', '48 free'],
    ['Texas', '40 free'],
    ['Japan', '32 free'],
  ] as const) {
    await page.getByRole('radio', { name: region }).check();
    await expect(stock).toHaveText(`${free} in ${region}`);
    await expect(cells.getByRole('link', { name: `Region: ${region}` })).toContainText(free);
  }
  expect(await faults(page)).toEqual([]);

  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('dialog');
  await search.getByRole('combobox', { name: 'Keyword' }).fill(machine.name);
  await expect(search.getByRole('option', { name: machine.name }).first()).toContainText('120 free');
});
