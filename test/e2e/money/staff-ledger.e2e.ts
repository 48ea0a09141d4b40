// The ledger as the staff's finance reads it, from an order over its accounts to a transfer with all of its sides; and adjustments.
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { earningsOf } from '../../parts/earnings.ts';
import { desktop, expectFitAndAccessible, phone, sideways } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** For whoever looks at it: `SHOTS=folder`. */
async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return;
  for (const [size, viewport] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
  }
}

/** Fits, is accessible, and nothing on it has to be scrolled sideways on a phone. */
async function readsWell(page: Page, name: string) {
  await expectFitAndAccessible(page);
  expect(await sideways(page), name).toEqual([]);
  await shots(page, name);
  await page.setViewportSize(desktop);
}

async function financeOf(browser: Browser, page: Page): Promise<Page> {
  const office = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInByForm(office, await makeStaff(page.request, 'finance'));
  return office;
}

test('[W-15] finance finds an order, its accounts and entries, and a transfer with all of its sides', async ({
  page,
  browser,
}) => {
  test.slow();
  const shop = await makeShop(page.request);
  const orderId = randomBytes(6).toString('hex').toUpperCase();
  await inShop(async ({ kysely }) => {
    const earnings = earningsOf(kysely, shop.sellerId);
    await earnings.sell({ orderId, productId: `of-${shop.sellerId}`, price: 10_000, paidAt: ago(30) });
    await earnings.release(orderId, ago(20));
  });
  const office = await financeOf(browser, page);
  await office.goto('/admin/ledger');
  await expect(office.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
  await office.getByRole('searchbox', { name: 'Order, account or key' }).fill(orderId);
  await office.keyboard.press('Enter');
  const transfers = office.getByRole('table', { name: 'Transfers' });
  await expect(transfers.getByRole('row').filter({ hasText: 'Release' })).toContainText('$100.00');
  const account = `seller:${shop.sellerId}:available`;
  const held = `order:${orderId}:held`;
  await expect(
    office.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: held }),
  ).toContainText('$0.00');
  await readsWell(office, 'ledger-search');
  await transfers.getByRole('link', { name: /^Release, transfer/ }).click();
  const sides = office.getByRole('table', { name: 'Entries' });
  for (const [name, amount] of [
    [held, '−$100.00'],
    ['platform:fees', '$8.30'],
    [account, '$91.70'],
    ['Sum', '$0.00'],
  ] as const)
    await expect(sides.getByRole('row').filter({ hasText: name })).toContainText(amount);
  await readsWell(office, 'ledger-transfer');
  await sides.getByRole('link', { name: account }).click();
  await expect(office.getByRole('heading', { level: 1, name: account })).toBeVisible();
  const entries = office.getByRole('table', { name: 'Entries, newest first' });
  await expect(entries.getByRole('row').filter({ hasText: orderId })).toContainText('$91.70');
  await readsWell(office, 'ledger-account');
  await office.context().close();
});

test('[W-15] an adjustment above the limit waits for a second person, and leads to its transfer then', async ({
  page,
  browser,
}) => {
  test.slow();
  const shop = await makeShop(page.request);
  const account = `seller:${shop.sellerId}:available`;
  const [first, second] = [await financeOf(browser, page), await financeOf(browser, page)];
  await first.goto('/admin/ledger');
  const form = first.getByRole('region', { name: 'New adjustment' });
  await form.getByRole('button', { name: 'See what would change' }).click();
  await expect(form.getByText('Choose what it is.')).toBeVisible();
  await form.getByRole('combobox', { name: 'What it is' }).selectOption('goodwill');
  await form.getByRole('textbox', { name: 'Out of the account' }).fill('platform:loss');
  await form.getByRole('textbox', { name: 'To the account' }).fill(account);
  await form.getByRole('textbox', { name: 'Amount in dollars' }).fill('150');
  await form.getByRole('textbox', { name: 'Reason' }).fill('They waited for three weeks.');
  await readsWell(first, 'by-hand-form');
  await form.getByRole('button', { name: 'See what would change' }).click();
  const dialog = first.getByRole('dialog', { name: 'Propose to move $150.00?' });
  await expect(dialog.getByRole('row').filter({ hasText: account })).toContainText('$150.00');
  await dialog.getByRole('button', { name: 'Propose it' }).click();
  await expect(dialog).toHaveCount(0);
  const rowOf = (of: Page) =>
    of.getByRole('table', { name: 'Adjustments' }).getByRole('row').filter({ hasText: 'They waited for three weeks.' });
  await expect(rowOf(first)).toContainText('Somebody else must confirm it.');
  await expect(rowOf(first).getByRole('button', { name: /^Confirm/ })).toHaveCount(0);
  await expect(rowOf(first).getByRole('link')).toHaveCount(0);
  await readsWell(first, 'by-hand-waits');

  await second.goto('/admin/ledger');
  await rowOf(second)
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await second.getByRole('dialog', { name: 'Move $150.00?' }).getByRole('button', { name: 'Move $150.00' }).click();
  await expect(rowOf(second)).toContainText('made');
  await readsWell(second, 'by-hand-made');
  await rowOf(second)
    .getByRole('link', { name: /^Goodwill, transfer/ })
    .click();
  await expect(second.getByRole('heading', { level: 1, name: /^By hand, transfer \d+$/ })).toBeVisible();
  const sides = second.getByRole('table', { name: 'Entries' });
  await expect(sides.getByRole('row').filter({ hasText: 'platform:loss' })).toContainText('−$150.00');
  await expect(sides.getByRole('row').filter({ hasText: account })).toContainText('$150.00');
  await expect(second.getByText('They waited for three weeks.')).toBeVisible();
  await readsWell(second, 'by-hand-transfer');
  for (const office of [first, second]) await office.context().close();
});
