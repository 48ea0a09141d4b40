import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { monthAfter, monthOf } from '../../../src/contract/money/wallet.ts';
import { earningsOf } from '../../parts/earnings.ts';
import { faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const orderIds = () =>
  Array.from({ length: 5 }, () => Math.random().toString(36).slice(2, 14).toUpperCase().padEnd(12, '7'));

/** A shop that has earned, was paid out last month, owes for a refund, and waits for a sale. */
async function earned(request: APIRequestContext) {
  const shop = await makeShop(request);
  const account = await register(request);
  const buyer = { account, accountId: await accountIdOf(request, account), email: account.email };
  const lastMonth = new Date(`${monthAfter(monthOf(new Date()), -1)}-15T09:00:00Z`);
  const [first = '', second = '', third = '', fourth = ''] = orderIds();
  await inShop(async ({ kysely }) => {
    const earnings = earningsOf(kysely, shop.sellerId);
    const sold = { productId: `of-${shop.sellerId}`, buyer };
    await earnings.sell({ ...sold, orderId: first, product: 'Bird calls', price: 100_000, paidAt: lastMonth });
    await earnings.release(first, lastMonth);
    await earnings.payOut(`PO-${first}`, 91_970, lastMonth);
    await earnings.refund(first, 50_000, { id: `refund-${first}`, reason: 'not as described', at: ago(50) });
    await earnings.sell({ ...sold, orderId: second, product: 'Bat calls', price: 260_000, paidAt: ago(49) });
    await earnings.deliver(second, ago(48));
    await earnings.release(second, ago(40));
    await earnings.sell({ ...sold, orderId: third, product: 'Whales', price: 12_000, paidAt: ago(30) });
    await earnings.deliver(third, ago(30));
    await earnings.sell({ ...sold, orderId: fourth, product: 'Wolves', price: 40_000, paidAt: ago(20) });
  });
  return { shop, first, second, third };
}

test('[W-05] a seller reads the balance, what waits, each movement with its rule, and the statement of a month', async ({
  page,
  request,
}) => {
  const { shop, first, second } = await earned(request);
  await signIn(page, shop.account, '/profile');
  await page.getByRole('link', { name: 'My Wallet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Wallet' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('term').filter({ hasText: 'Balance now' })).toBeVisible();
  await expect(main.getByText('$1,931.70', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('When the $110.10 comes')).toBeVisible();
  await expect(main.getByText('$367.70 is sold and not delivered yet')).toBeVisible();
  const table = page.getByRole('table', { name: 'Movements, newest first' });
  await expect(table.getByRole('row').filter({ hasText: 'Opening of' })).toContainText('$0.00');
  await expect(page.getByText(/opening .* sales .* refunds less fees = \$1,931\.70 to date/)).toBeVisible();
  expect(await faults(page)).toEqual([]);

  // By keyboard alone.
  const sale = table.getByRole('button', { name: 'Bat calls', exact: true });
  await sale.focus();
  await page.keyboard.press('Enter');
  await expect(sale).toHaveAttribute('aria-expanded', 'true');
  const parts = page.getByRole('table', { name: 'Parts of the amount' });
  await expect(parts.getByRole('row').filter({ hasText: 'Fee, 8 % of $2,600.00' })).toContainText('−$208.00');
  await expect(parts.getByRole('row').filter({ hasText: 'To your balance' })).toContainText('$2,391.70');
  const sides = page.getByRole('table', { name: 'Whose money it was, before and after' });
  await expect(sides.getByRole('row').filter({ hasText: 'Paid by the buyer' })).toContainText('$2,600.00');
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(parts).toHaveCount(0);

  await table.getByRole('button', { name: 'Taken for what was owed' }).click();
  await expect(table.getByText(/was owed for a refund/)).toContainText('not as described');
  await expect(table.getByRole('link', { name: first }).first()).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /as CSV$/ }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\n')[0]).toContain('number,date,movement,order');
  expect(file.trimEnd().split('\n').at(-1)).toContain('to_date');
  expect(file).toContain(second);

  const filters = page.getByRole('navigation', { name: 'Which movements' });
  await filters.getByRole('link', { name: 'Refunds' }).click();
  await expect(table.getByRole('button', { name: 'Bat calls', exact: true })).toHaveCount(0);
  await expect(table.getByRole('button', { name: 'Refund, Bird calls', exact: true })).toBeVisible();
  await filters.getByRole('link', { name: 'All' }).click();
  await expect(filters.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('searchbox', { name: 'Order, product or payout' }).fill(second.slice(0, 8));
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { name: 'Movements of all months' })).toBeVisible();
  await expect(table.getByRole('button', { name: 'Bat calls', exact: true })).toBeVisible();
});

test('[W-05] [W-06] a payout leads to its page, and its lines to their orders in a click each', async ({
  page,
  request,
}) => {
  const { shop, first } = await earned(request);
  const month = monthAfter(monthOf(new Date()), -1);
  await signIn(page, shop.account, `/profile/wallet?month=${month}`);
  const table = page.getByRole('table', { name: 'Movements, newest first' });
  await table.getByRole('button', { name: `Payout PO-${first}` }).click();
  await expect(table.getByRole('link', { name: `Payout PO-${first}` })).toHaveAttribute(
    'href',
    new RegExp(`/profile/wallet/payouts/PO-${first}\\?seller=`),
  );
  await table.getByRole('button', { name: 'Bird calls', exact: true }).click();
  await table.getByRole('link', { name: `Order ${first}` }).click();
  await expect(page.getByRole('heading', { level: 2, name: `Order ${first}` })).toBeVisible();
});

test('[W-05] on a phone the balance of a row stands under its amount, and nothing is wider than the screen', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { shop } = await earned(request);
  await signIn(page, shop.account, '/profile/wallet');
  const table = page.getByRole('table', { name: 'Movements, newest first' });
  await table.getByRole('button', { name: 'Bat calls', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Parts of the amount' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Balance' })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await faults(page)).toEqual([]);
});

test('[W-05] a month is printed with all of its movements and what it comes to, and nothing else of the page', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const [orderId = ''] = orderIds();
  const pairs = 27;
  await inShop(async ({ kysely }) => {
    const earnings = earningsOf(kysely, shop.sellerId);
    await earnings.sell({ orderId, productId: `of-${shop.sellerId}`, price: 100_000, paidAt: ago(90) });
    await earnings.release(orderId, ago(80));
    for (let n = 0; n < pairs; n++) {
      await earnings.payOut(`PO-${orderId}${n}`, 10_000, ago(70 - n));
      await earnings.payoutFailed(`PO-${orderId}${n}`, 10_000, ago(70 - n), 'The account is closed.');
    }
  });
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = String(document.querySelectorAll('main tbody tr').length);
    };
  });
  // Transactions of one month, also where the first of it is today.
  await signIn(page, shop.account, `/profile/wallet?seller=${shop.address}&month=${monthOf(ago(90))}`);
  const table = page.getByRole('table', { name: 'Movements, newest first' });
  await expect(page.getByRole('button', { name: 'Show older movements' })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const movements = 1 + 2 * pairs;
  await expect(page.locator('html')).toHaveAttribute('data-printed', String(movements));
  await page.emulateMedia({ media: 'print' });
  for (const landmark of ['navigation', 'banner', 'contentinfo', 'searchbox'] as const)
    await expect(page.getByRole(landmark).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /as CSV$|^Print$/ }).filter({ visible: true })).toHaveCount(0);
  await expect(table).toBeVisible();
  await expect(table.locator('tbody tr').filter({ visible: true })).toHaveCount(movements);
  await expect(page.getByText(shop.name).filter({ visible: true }).first()).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'Opening of' })).toBeVisible();
  await expect(page.getByText(/opening .* sales .*= \$919\.70 to date/)).toBeVisible();
  await expect(page.getByText('Older movements are not on this paper.')).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  // The opening stands at the end of it, not below every page.
  await expect(table.locator('tfoot')).toHaveCSS('display', 'table-row-group');
  if (process.env.SHOTS) await page.pdf({ path: `${process.env.SHOTS}/month.pdf` });
});

test('[W-05] a shop without movements is told what will stand there', async ({ page, request }) => {
  const shop = await makeShop(request);
  await signIn(page, shop.account, '/profile/wallet');
  await expect(page.getByText('Nothing has moved in this month.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test('[W-05] an editor of a shop is told whom to ask', async ({ page, request }) => {
  const shop = await makeShop(request, 'editor');
  await signIn(page, shop.account, '/profile/wallet');
  await expect(page.getByText('Your role in this shop, editor, does not include this.')).toBeVisible();
});

test.describe('without the API', () => {
  test.use({ expectedNoise: /ERR_FAILED/ });

  test('[W-05] a balance that could not be loaded can be asked for again', async ({ page, request }) => {
    const shop = await makeShop(request);
    await page.route('**/wallet', (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    await signIn(page, shop.account, '/profile/wallet');
    await expect(page.getByText('Your balance could not be loaded.')).toBeVisible();
    await page.unroute('**/wallet');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('term').filter({ hasText: 'Balance now' })).toBeVisible();
  });
});
