// Unmatched transactions of the provider: found on their page, and closed by keyboard with a reason.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const shots = process.env.SHOTS;

/** The same page at both widths, in both themes. */
async function shoot(page: Page, name: string) {
  if (!shots) return;
  for (const [width, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Something that the provider has moved, of which no rule knows. Answers its id. */
async function movedElsewhere(cents: number): Promise<string> {
  const id = `txn_${randomBytes(8).toString('hex')}`;
  await inShop(({ kysely }) =>
    sql`insert into payments.balance_transaction (id, account, type, reporting_category, amount, fee, net, currency, source, available_on, created_at)
      values (${id}, null, 'adjustment', 'other_adjustment', ${cents}, 0, ${cents}, 'usd', ${`adj_${id}`}, now(), now())`.execute(
      kysely,
    ),
  );
  return id;
}

test('[W-09] what nothing explains is fetched, closed by keyboard with a reason, and put on the list again', async ({
  page,
  request,
}) => {
  test.slow();
  const id = await movedElsewhere(-77);
  await signInByForm(page, await makeStaff(request, 'finance'));
  await page.goto('/admin/ledger');
  await page.getByRole('main').getByRole('link', { name: 'Reconciliation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Reconciliation' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.getByRole('button', { name: 'Fetch now' }).click();
  const list = page.getByRole('table', { name: 'Transactions of the provider' });
  const row = list.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('Unmatched');
  await expect(row).toContainText('−$0.77');
  await expect(page.getByRole('table', { name: 'Balance' }).getByRole('row', { name: /^Difference/ })).toBeVisible();
  await expectFitAndAccessible(page);
  await page.setViewportSize(desktop);
  await shoot(page, 'open');

  const close = row.getByRole('button', { name: `Close −$0.77, Adjustment, ${id}` });
  await close.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close it?' });
  await expect(dialog).toContainText(id);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.focus();
  await page.keyboard.type('No');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Say why, in at least 5 characters')).toBeVisible();
  await expect(reason).toBeFocused();
  await expectFitAndAccessible(page);
  await page.setViewportSize(desktop);
  await shoot(page, 'dialog');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A correction of the provider, by its letter.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);

  await page
    .getByRole('region', { name: 'Transactions' })
    .getByRole('combobox', { name: 'State' })
    .selectOption('closed');
  await expect(page).toHaveURL(/state=closed/);
  await expect(row).toContainText('A correction of the provider, by its letter.');
  await expectFitAndAccessible(page);
  await page.setViewportSize(desktop);
  await shoot(page, 'closed');
  await row.getByRole('button', { name: /^Reopen/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put it on the list' }).click();
  await expect(row).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Transactions' })
    .getByRole('combobox', { name: 'State' })
    .selectOption('open');
  await expect(row).toContainText('Unmatched');
});

test('[W-09] where nothing is left that is said, and so is a try that has failed', async ({ page, request }) => {
  await signInByForm(page, await makeStaff(request, 'finance'));
  const nothing = { count: 0, amount: 0 };
  const summary = {
    fetched_at: '2026-11-23T09:30:00.000Z',
    is_reading: true,
    failed_at: '2026-11-23T09:40:00.000Z',
    failure: 'The payment provider says: An error occurred with our connection to Stripe.',
    matched: { count: 12_480, amount: 98_120.4 },
    open: nothing,
    missing: nothing,
    closed: nothing,
    types: ['charge'],
    balance: null,
  };
  await page.route('**/api/admin/reconciliation', (route) => route.fulfill({ json: summary }));
  await page.route('**/api/admin/reconciliation/transaction?*', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/admin/reconciliation/missing?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/reconciliation');
  await expect(page.getByText('Everything the provider has moved is explained.')).toBeVisible();
  await expect(page.getByText('An error occurred with our connection to Stripe.')).toBeVisible();
  await expect(page.getByText('Everything so far is explained')).toBeVisible();
  await expect(page.getByText('The provider does not tell its balance at the moment.')).toBeVisible();
  await expect(page.getByText('a part of the list is still to be read')).toBeVisible();
  await expectFitAndAccessible(page);
  await page.setViewportSize(desktop);
  await shoot(page, 'failed');
});
