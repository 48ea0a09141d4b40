// A dispute of a line, from the buyer who reports a problem over the shop that answers to the staff who decide it in part.
import type { Page } from '@playwright/test';
import { entitlementOfLine, libraryPath } from '#contract/goods/library/library.ts';
import { desktop, expectFitAndAccessible, phone, sideways } from '../accessible.ts';
import { readMail, register, signIn, signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { give } from '../library.ts';
import { sell } from '../sales.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test('[W-10] [G-14] a buyer reports a problem, the shop answers, the staff decide in part, with hours of the machine, on one page', async ({
  page,
  request,
}) => {
  test.setTimeout(60_000);
  const shop = await makeShop(request);
  const account = await register(request);
  const buyer = { account, accountId: await accountIdOf(request, account) };
  const orderId = await sell(shop, buyer, { 'Bird calls': 10 });
  await inShop(async ({ kysely }) => {
    await kysely.updateTable('api.order').set({ in_ledger: false }).where('order_id', '=', orderId).execute();
    const delivered = { delivered_at: new Date(), release_at: new Date(Date.now() + 86_400_000) };
    await kysely.updateTable('api.order_line').set(delivered).where('order_id', '=', orderId).execute();
  });

  await signIn(page, account, `/profile/order?id=${orderId}`);
  const more = page.getByRole('button', { name: 'More about Bird calls' });
  await more.click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog', { name: 'Report a problem: Bird calls' });
  // Its row of the menu is gone: the button of the menu has the focus when the dialog is closed.
  await report.getByRole('button', { name: 'Cancel' }).click();
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await report.getByRole('button', { name: 'Open a dispute' }).click();
  await expect(report.getByText('Choose what is wrong')).toBeVisible();
  await report.getByRole('radio', { name: 'It is not as described' }).check();
  await report.getByRole('textbox', { name: 'What happened' }).fill('There are only frogs.');
  await report.getByLabel('Pictures or documents').setInputFiles({
    name: 'frogs.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
  });
  await report.getByRole('button', { name: 'Open a dispute' }).click();
  await expect(page).toHaveURL(/\/profile\/disputes\/[\w-]+$/);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole('heading', { level: 1, name: 'Dispute: Bird calls' })).toBeVisible();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('There are only frogs.');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    messages.getByRole('button', { name: /frogs\.pdf$/ }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('frogs.pdf');
  await expect(page.getByText('Planned: The seller has to answer until then')).toBeVisible();
  await expectFitAndAccessible(page);
  expect((await readMail(shop.account.email, /disputes a sale/)).text).toContain(path);

  // It is found again from the orders, and from the thing itself.
  await page.goto('/profile/order');
  await page.getByRole('link', { name: 'Disputes about orders' }).click();
  await expect(page).toHaveURL(/\/profile\/disputes$/);
  const got = { entitlement_id: entitlementOfLine(orderId, 0), order_id: orderId, line: 0, because: 'order' } as const;
  await give(buyer.accountId, shop, {
    name: 'Bird calls',
    ...got,
    goods: { hours: { by: 'hand', minutes_each: 600 } },
  });
  await inShop(async ({ kysely }) => {
    const { entitlement_id } = got;
    const entry = {
      entitlement_id,
      kind: 'bought',
      minutes: 600,
      at: new Date(),
      session_id: null,
      reason: '',
    } as const;
    await kysely.insertInto('api.hours_balance').values({ entitlement_id, minutes: 600, bought: 600 }).execute();
    await kysely
      .insertInto('api.hours_entry')
      .values({ ...entry, by: 'order' })
      .execute();
  });
  await page.goto(libraryPath(got.entitlement_id));
  await page.getByRole('link', { name: 'Dispute: waits for the seller' }).click();
  await expect(page).toHaveURL((url) => url.pathname === path);

  await signIn(page, shop.account, `/profile/sales?id=${orderId}`);
  await expect(page.getByText('In dispute', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Disputes', exact: true }).click();
  await page
    .getByRole('list', { name: `Disputes of sales of ${shop.name}` })
    .getByRole('link')
    .click();
  await expect(page.getByText('Without an answer the buyer gets the money back.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Some of the frogs sing like birds.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(messages).toContainText('Some of the frogs sing like birds.');
  await expect(page.getByText('Waits for our decision')).toBeVisible();
  expect((await readMail(account.email, /has answered your dispute/)).text).toContain(path);

  // Signing in is for who is not.
  await page.evaluate(() => window.localStorage.clear());
  await signInByForm(page, await makeStaff(request, 'support'));
  await page.goto('/admin/disputes');
  await page
    .getByRole('table', { name: 'Disputes' })
    .getByRole('row')
    .filter({ hasText: orderId })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Decide' }).click();
  const decide = page.getByRole('dialog', { name: 'Decide this dispute' });
  await decide.getByRole('radio', { name: /^In part/ }).check();
  await decide.getByRole('textbox', { name: 'Amount in dollars for the buyer' }).fill('4');
  await decide.getByRole('textbox', { name: 'Reason' }).fill('Four of the ten calls are frogs.');
  await decide.getByRole('textbox', { name: 'Hours of machine time that go with it' }).fill('4');
  await expectFitAndAccessible(page);
  await shots(page, 'dispute-decide');
  await decide.getByRole('button', { name: 'Give $4.00 back' }).click();
  await expect(decide).toHaveCount(0);
  await expect(page.getByText('Decided in part').first()).toBeVisible();
  await expect(page.getByText('Refund of $4.00 with 4 h of machine time paid back')).toBeVisible();
  await expectFitAndAccessible(page);

  await signIn(page, account, path);
  await expect(page.getByText('Four of the ten calls are frogs.')).toBeVisible();
  await expect(page.getByText('This dispute is over. It can be read, and no more.')).toBeVisible();
  expect((await readMail(account.email, /You get \$4\.00 back/)).text).toContain('Four of the ten calls are frogs.');
});

test('[W-10] of a card payment the shop and the staff read until when the bank takes evidence', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const orderId = await sell(shop, { account, accountId: await accountIdOf(request, account) }, { 'Bird calls': 10 });
  const id = `du_${orderId}`;
  const due = new Date(Date.now() + 9 * 86_400_000);
  await inShop(({ kysely }) =>
    kysely
      .insertInto('api.dispute')
      .values({
        dispute_id: id,
        order_id: orderId,
        state: 'open',
        reason: 'product_not_received',
        amount_cents: 1_000,
        evidence_due_at: due,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute(),
  );
  await signIn(page, shop.account, `/profile/disputes/${id}`);
  await expect(page.getByText(/^The bank takes evidence until .*\. Attach it below/)).toBeVisible();
  await expect(page.getByText('Planned: The bank takes evidence until then')).toBeVisible();
  await expectFitAndAccessible(page);
  await shots(page, 'dispute-shop');

  await page.evaluate(() => window.localStorage.clear());
  await signInByForm(page, await makeStaff(request, 'support'));
  await page.goto('/admin');
  await page.getByRole('link', { name: /card payments? that/ }).click();
  const row = page.getByRole('table', { name: 'Disputes' }).getByRole('row').filter({ hasText: orderId });
  await expect(row).toContainText('The bank decides');
  await expectFitAndAccessible(page);
  expect(await sideways(page)).toEqual([]);
  await shots(page, 'disputes-staff');
  await row.getByRole('link').click();
  await expect(page.getByText('Evidence until', { exact: true })).toBeVisible();
  await expectFitAndAccessible(page);
  await shots(page, 'dispute-staff');
});

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
