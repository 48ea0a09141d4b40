// Coupons as the staff make, change and end them, and read what they have brought.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|404|409)|ERR_INTERNET_DISCONNECTED/ });

const newCode = () => `TEST-${randomBytes(4).toString('hex').toUpperCase()}`;
const terms = {
  percent: 20,
  amount_cents: null,
  category: null,
  expires_at: null,
  total_limit: null,
  customer_limit: null,
};

/** A coupon that has brought something today. */
async function aCoupon(used = 0): Promise<string> {
  const code = newCode();
  await inShop(async ({ kysely }) => {
    await kysely
      .insertInto('api.coupon')
      .values({ code, ...terms, used, seller_percent: 50 })
      .execute();
    const day = new Date().toISOString().slice(0, 10);
    const figures = { orders: 3, sales_cents: 124_000, discount_cents: 31_000, seller_discount_cents: 15_500 };
    await kysely
      .insertInto('api.coupon_day')
      .values({ code, day, slot: 0, ...figures, refunds_cents: 2_000 })
      .execute();
  });
  return code;
}

const asFinance = async (page: Page) => signInByForm(page, await makeStaff(page.request, 'finance'));
const state = (page: Page, word: string) => page.getByRole('paragraph').filter({ hasText: new RegExp(`^${word}$`) });

test('[B-12] the staff make a coupon, and what is wrong stands under its field', async ({ page }) => {
  await asFinance(page);
  await page.goto('/admin/coupons/new');
  const code = newCode();
  await page.getByRole('button', { name: 'Make coupon' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(page.getByText('Write a whole number from 1 to 100.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await page.getByRole('combobox', { name: 'Takes off' }).selectOption('amount');
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('12.50');
  await page.getByRole('textbox', { name: 'Until' }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Make coupon' }).click();
  await expect(page.getByText(/must be to come/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount in dollars' })).toHaveValue('12.50');
  await page.getByRole('textbox', { name: 'Until' }).fill('2099-01-31');
  await page.getByRole('textbox', { name: 'Times in all' }).fill('5');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/coupons/${code}`);
  await expect(page.getByRole('heading', { level: 1, name: `Coupon ${code}` })).toBeVisible();
  await expect(page.getByText('$12.50', { exact: true })).toBeVisible();
  await expect(page.getByText('Coupon created')).toBeVisible();

  await page.goto('/admin/coupons/new');
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('textbox', { name: 'Percent', exact: true }).fill('10');
  await page.getByRole('button', { name: 'Make coupon' }).click();
  await expect(page.getByText(`There is a coupon ${code} already.`, { exact: false })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
});

test('[B-12] what a coupon has brought is told in all, as a chart and as a table', async ({ page }) => {
  const code = await aCoupon();
  await asFinance(page);
  await page.goto(`/admin/coupons/${code}`);
  await expect(page.getByText('$1,240.00').first()).toBeVisible();
  await expect(page.getByText('marketplace $155.00, sellers $155.00')).toBeVisible();
  await page.getByRole('group', { name: 'Sales by day: arrow keys tell each column' }).press('End');
  await expect(page.getByRole('status').filter({ hasText: '$1,240.00' })).toHaveCount(1);
  await page.getByText('The same as a table').click();
  await expect(page.getByRole('table', { name: 'Sales by day' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: '7 days', exact: true }).click();
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByText('The last 7 days')).toBeVisible();
});

test('[B-12] who saves second sees what the first has changed, and loses nothing', async ({ page }) => {
  const code = await aCoupon(1);
  await asFinance(page);
  await page.goto(`/admin/coupons/${code}`);
  await expect(page.getByText('It was used already', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: 'Times in all' }).fill('9');
  await inShop(({ kysely }) =>
    kysely.updateTable('api.coupon').set({ minimum_cents: 5_000, revision: 2 }).where('code', '=', code).execute(),
  );
  await page.getByRole('button', { name: 'Save coupon' }).click();
  await expect(page.getByText('Somebody has changed this coupon meanwhile.', { exact: false })).toBeVisible();
  await expect(page.getByText('From a subtotal of: nothing, now 50.00')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Times in all' })).toHaveValue('9');
  await expect(page.getByRole('textbox', { name: /^From a subtotal/ })).toHaveValue('50.00');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save coupon' }).click();
  await expect(page.getByText('Nothing you entered is lost', { exact: false })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Save coupon' }).click();
  await expect(page.getByText('The coupon is saved.')).toBeVisible();
  await expect(page.getByText('total limit: none, then 9')).toBeVisible();
});

test('[B-12] a coupon is ended after a question that says what it means, and opened again', async ({ page }) => {
  const code = await aCoupon();
  await asFinance(page);
  await page.goto(`/admin/coupons/${code}`);
  await page.getByRole('button', { name: 'End coupon' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `End ${code}?` });
  await expect(dialog.getByText('No order waits for its payment with it.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'End coupon' }).click();
  await expect(state(page, 'Ended')).toBeFocused();
  await expect(page.getByText('Coupon ended')).toBeVisible();
  await page.getByRole('button', { name: 'Open coupon again' }).click();
  await expect(state(page, 'Open')).toBeVisible();
});

test('[B-12] those who only read coupons find figures and nothing to change', async ({ page }) => {
  const code = await aCoupon();
  await signInByForm(page, await makeStaff(page.request, 'catalogue'));
  await page.goto(`/admin/coupons/${code}`);
  await expect(page.getByText('$1,240.00').first()).toBeVisible();
  for (const name of ['End coupon', 'Save coupon']) await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('[B-12] the screens of coupons fit and everybody can use them', async ({ page }) => {
  test.slow();
  const code = await aCoupon();
  await asFinance(page);
  for (const path of [`/admin/coupons/${code}`, '/admin/coupons/new', '/admin/coupons/NOBODY']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectFitAndAccessible(page);
  }
});
