import { faults } from '../accessible.ts';
import { readMail, register, signIn } from '../account.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test('[S-10] a seller finds a sale, delivers one line and refunds another, and the buyer sees and reads it', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const buyer = { account, accountId: await accountIdOf(request, account) };
  const orderId = await sell(shop, buyer, { 'Bird calls': 10, 'Bat calls': 20 });
  const other = await sell(shop, buyer, { Whales: 5 });

  await signIn(page, shop.account, '/profile/sales');
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Sales' });
  await expect(table.getByRole('row')).toHaveCount(3);
  const row = table.getByRole('row').filter({ hasText: orderId });
  for (const text of ['Bird calls', 'Bat calls', '$30.00', 'To deliver', account.username])
    await expect(row).toContainText(text);
  await page.getByRole('searchbox', { name: 'Order number' }).fill(other.slice(0, 8));
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('Whales');
  await page.getByRole('link', { name: 'Delivered', exact: true }).click();
  await expect(page.getByText(/^No sale with the number/)).toBeVisible();
  await page.getByRole('link', { name: 'Show all sales' }).click();
  expect(await faults(page)).toEqual([]);

  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2, name: `Order ${orderId}` })).toBeVisible();
  await expect(page.getByRole('link', { name: account.email })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as delivered' }).click();
  await page.getByRole('checkbox', { name: /^Bat calls/ }).uncheck();
  await page.getByRole('button', { name: 'Mark 1 line as delivered' }).click();
  const lines = page.getByRole('table', { name: 'What you have sold in this order' });
  await expect(lines.getByRole('row').filter({ hasText: 'Bird calls' })).toContainText('Delivered');
  expect((await readMail(account.email, /has delivered/)).text).toContain('Bird calls');

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Refund of order ${orderId}` });
  await dialog.getByRole('button', { name: 'Refund $0.00' }).click();
  await expect(dialog.getByText('Choose what to give money back for.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Bat calls/ }).check();
  const amount = dialog.getByRole('textbox', { name: 'Amount in dollars for Bat calls' });
  await amount.fill('21');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Half of them were missing.');
  await dialog.getByRole('button', { name: 'Refund $21.00' }).click();
  await expect(dialog.getByText('At most $20.00 is left of it')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await amount.fill('20');
  await dialog.getByRole('button', { name: 'Refund $20.00' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(lines.getByRole('row').filter({ hasText: 'Bat calls' })).toContainText('Refunded');
  expect((await readMail(account.email, /refund of \$20\.00/i)).text).toContain('Half of them were missing.');
  await expect(page.getByRole('button', { name: 'Mark as delivered' })).toHaveCount(0);

  await signIn(page, account, `/profile/order?id=${orderId}`);
  const bought = page.getByRole('table', { name: 'Products of this order' });
  await expect(bought.getByRole('row').filter({ hasText: 'Bird calls' })).toContainText('Delivered');
  await expect(bought.getByRole('row').filter({ hasText: 'Bat calls' })).toContainText('Refunded $20.00');
  await expect(bought.getByRole('link', { name: shop.name }).first()).toHaveAttribute(
    'href',
    `/sellers/${shop.address}`,
  );
});

test('[S-10] another shop finds nothing of it, and a shop without sales is told what will stand there', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const orderId = await sell(shop, { account, accountId: await accountIdOf(request, account) }, { Whales: 5 });
  const stranger = await makeShop(request);
  await signIn(page, stranger.account, '/profile/sales');
  await expect(page.getByText('You have sold nothing yet.')).toBeVisible();
  await page.goto(`/profile/sales?id=${orderId}`);
  await expect(page.getByText('This shop has sold nothing in an order with this number.')).toBeVisible();
});
