// The state of the shop: what was given up is looked at and sent again, and every line leads to the guide.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { findJob } from '#contract/operations/jobs.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test('[B-13] an administrator sees jobs, processes and stores, sends a given up mail again, and reads the guide', async ({
  page,
}) => {
  test.slow();
  const id = randomUUID();
  await inShop(({ kysely }) =>
    sql`insert into mail.outbox (id, state, content, attempts, finished_at, failure)
      values (${id}, 'failed', 'x', 12, now() + interval '1 hour', 'EENVELOPE')`.execute(kysely),
  );
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  await page.goto('/admin/state');
  const table = (name: string) => page.getByRole('table', { name });
  const job = table('Jobs').getByRole('row').filter({ hasText: 'Delete expired rate limits' });
  await expect(job).toContainText('In order');
  const turnsOf = (name: string) =>
    inShop(async ({ kysely }) => {
      const { rows } = await sql<{ turn: number }>`select turn from platform.job where name = ${name}`.execute(kysely);
      return rows[0]?.turn ?? 0;
    });
  const before = await turnsOf('forget old counts');
  await job.getByRole('button', { name: /^Run now/ }).click();
  await expect.poll(() => turnsOf('forget old counts')).toBeGreaterThan(before);
  await expect(job).toContainText('In order');
  const { rows: known } = await inShop(({ kysely }) =>
    sql<{ name: string; every_seconds: number | null }>`select name, every_seconds from platform.job`.execute(kysely),
  );
  expect(known.length).toBeGreaterThan(20);
  for (const { name, every_seconds: every } of known) expect(findJob(name)?.everySeconds, name).toBe(every);
  await expect(table('Processes').getByRole('row').filter({ hasText: 'At work' }).first()).toBeVisible();
  await expect(table('Database, storage and keys').getByRole('row', { name: /^Database/ })).toContainText(/[MGk]B/);
  await expect(table('Database, storage and keys').getByRole('row', { name: /^Signs sign-ins/ })).toContainText(
    'old, since',
  );
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }

  await page.getByRole('button', { name: 'Look and send again: Mail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail: given up' });
  const row = dialog.getByRole('listitem').filter({ hasText: 'EENVELOPE' }).first();
  await expect(row).toContainText('a message that cannot be opened with the keys of this shop');
  await expectFitAndAccessible(page);
  await row.getByRole('button', { name: /^Send again/ }).click();
  await expect
    .poll(() =>
      inShop(async ({ kysely }) => {
        const { rows } = await sql<{
          finished_at: Date | null;
          attempts: number;
        }>`select finished_at, attempts from mail.outbox where id = ${id}`.execute(kysely);
        return rows[0]?.attempts !== 12;
      }),
    )
    .toBe(true);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Storage in the guide' }).click();
  await expect(page).toHaveURL(/\/admin\/operations#storage$/);
  await expect(page.getByRole('heading', { name: 'Storage', exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Storage', exact: true })).toBeFocused();
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
});

test('[B-13] an administrator has the figures checked, sees what differs, and puts it right', async ({ page }) => {
  test.slow();
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  // So long ago that nobody else looks at it.
  await inShop(({ kysely }) =>
    sql`insert into api.shop_quarter (quarter, orders, sales_cents) values ('2001-01-01T00:00:00Z', 1, 700)`.execute(
      kysely,
    ),
  );
  await page.goto('/admin/state#checks');
  await expect(page.getByRole('heading', { name: 'Checks' })).toBeInViewport();
  const row = (name: string) => page.getByRole('table', { name: 'Checks' }).getByRole('row').filter({ hasText: name });
  await expect(row('Ledger').getByRole('button', { name: /^Check now.*Ledger/ })).toBeVisible();
  await page.getByRole('button', { name: /^Check now.*Figures/ }).press('Enter');
  await expect(row('Figures')).toContainText('Differs', { timeout: 30_000 });
  await row('Figures')
    .getByRole('link', { name: /difference/ })
    .click();

  await expect(page).toHaveURL(/\/admin\/state\/check\/figures$/);
  const wrong = page.getByRole('listitem').filter({ hasText: '2001-01-01' });
  await expect(wrong).toContainText('sales_cents 700 instead of 0');
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
  await page.getByRole('button', { name: /^Put right.*Figures/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Put the figures right?' });
  await expect(dialog).toContainText('counters of sellers are not changed');
  await expectFitAndAccessible(page);
  await dialog.getByRole('button', { name: 'Put right' }).click();
  await expect(page.getByRole('table', { name: 'Last runs' })).toContainText('after it was put right', {
    timeout: 30_000,
  });
  await expect(wrong).toHaveCount(0);
});

test('[B-13] is for administrators alone', async ({ page }) => {
  await signInByForm(page, await makeStaff(page.request, 'finance'));
  await page.goto('/admin');
  const rail = page.getByRole('navigation', { name: 'Back office' });
  await expect(rail.getByRole('link', { name: 'Fees' })).toBeVisible();
  await expect(rail.getByRole('link', { name: 'State' })).toHaveCount(0);
});
