// The overview of the back office: what was sold, with its charts and tables, and what needs somebody.
import { randomBytes } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { sql } from 'kysely';
import type { StaffRole } from '#contract/people/staff.ts';
import { desktop, expectFitAndAccessible, phone, sideways } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

async function officeOf(browser: Browser, page: Page, role: StaffRole): Promise<Page> {
  const office = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInByForm(office, await makeStaff(page.request, role));
  return office;
}

/** Sold some days ago: what others sell meanwhile is of today. */
async function sold(daysAgo: number, cents: number) {
  await inShop(async ({ kysely }) => {
    await sql`insert into api."order" (order_id, user_id, payment_method, status, subtotal_cents, total_cents, paid_at, created_at, expires_at, updated_at)
      select ${randomBytes(6).toString('hex').toUpperCase()}, 'jane@example.com', 'transfer', 'fulfilled', ${cents}, ${cents}, at, at, at, at
      from (select now() - make_interval(days => ${daysAgo}) as at) as moment`.execute(kysely);
  });
}

test('[B-04] finance sees what was sold in a range beside the range before, as a chart that keys and a screen reader read, and as a table', async ({
  page,
  browser,
}, info) => {
  test.slow();
  // Days of this run alone: sales of earlier runs stay in the shop.
  const ago = 300 + 5 * (2 * info.repeatEachIndex + info.retry);
  const today = Date.now();
  const day = (days: number) => new Date(today - days * 86_400_000).toISOString().slice(0, 10);
  await sold(ago, 123_450);
  await sold(ago + 3, 50_000);
  const office = await officeOf(browser, page, 'finance');
  await office.goto('/admin');
  const range = office.getByRole('navigation', { name: 'Range' });
  await expect(range.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'true');
  await expect(office.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await office.getByLabel('From', { exact: true }).fill(day(ago + 1));
  await office.getByLabel('To', { exact: true }).fill(day(ago - 1));
  await office.getByRole('button', { name: 'Show' }).press('Enter');
  await expect(office).toHaveURL(new RegExp(`from=${day(ago + 1)}&to=${day(ago - 1)}`));
  await expect(office.getByRole('definition').filter({ hasText: '$1,234.50' }).first()).toBeVisible();
  await expect(office.getByRole('img', { name: /^Sales by day .*most, \$1,234\.50/ })).toBeVisible();
  const chart = office.getByRole('group', { name: /^Sales by day/ });
  await chart.focus();
  await office.keyboard.press('Home');
  await office.keyboard.press('ArrowRight');
  await expect(office.getByRole('status').filter({ hasText: '$1,234.50' })).toHaveCount(1);
  await office.getByText('The same as a table').first().click();
  const table = office.getByRole('table', { name: 'Sales by day' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table.getByRole('row').last()).toContainText('$1,234.50');
  for (const viewport of [desktop, phone]) {
    await office.setViewportSize(viewport);
    await expectFitAndAccessible(office);
    expect(await sideways(office)).toEqual([]);
  }
  await office.setViewportSize(desktop);
  await office.getByLabel('From', { exact: true }).fill(day(200));
  await office.getByLabel('To', { exact: true }).fill(day(210));
  await office.getByRole('button', { name: 'Show' }).click();
  await expect(
    office.getByRole('alert').filter({ hasText: 'The first day must not be after the last one' }),
  ).toBeVisible();
  await range.getByRole('link', { name: 'Today' }).click();
  await expect(office).toHaveURL(/\?days=1$/);
  await expect(office.getByText(/until now, beside as much of the day before/)).toBeVisible();
});

test('[B-04] figures that could not be loaded are asked for again; what needs somebody is there meanwhile', async ({
  page,
  browser,
}) => {
  const office = await officeOf(browser, page, 'finance');
  await office.route('**/api/admin/figures?*', (route) => route.fulfill({ status: 503, json: { message: 'Away' } }));
  await office.goto('/admin');
  await expect(office.getByText('The figures could not be loaded.')).toBeVisible({ timeout: 30_000 });
  await expect(office.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await office.unroute('**/api/admin/figures?*');
  await office.getByRole('button', { name: 'Try again' }).click();
  await expect(office.getByText('Average order')).toBeVisible();
});

test('[B-04] who may not read figures sees what needs them alone', async ({ page, browser }) => {
  const office = await officeOf(browser, page, 'support');
  await office.goto('/admin');
  await expect(office.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(office.getByText('Average order')).toHaveCount(0);
  await expect(office.getByRole('navigation', { name: 'Range' })).toHaveCount(0);
});
