// Weekly tasks of a shop's staff (docs/decisions/0049): on a phone, by keyboard alone, over a line on which every answer takes two seconds.
import type { Locator, Page } from '@playwright/test';
import { phone, sideways } from '../accessible.ts';
import { register, signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const LATENCY_MS = 2_000;
/** More than any screen has controls. */
const MOST_TABS = 150;

async function slowLine(page: Page) {
  const line = await page.context().newCDPSession(page);
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...unlimited });
}

/** By Tab alone, from wherever the focus is. */
async function tabTo(page: Page, control: Locator) {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${control}`);
}

async function goTo(page: Page, text: string, heading: string | RegExp) {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused();
  await page.keyboard.type(text);
  const listbox = page.getByRole('listbox', { name: 'What was found' });
  await expect(listbox.getByRole('option', { selected: true })).toContainText(new RegExp(text, 'i'), {
    timeout: 15_000,
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible({ timeout: 15_000 });
  expect(await sideways(page)).toEqual([]);
}

test('[B-05] [B-07] [B-12] [B-13] [B-15] a week is worked through on a phone, by keyboard alone, with two seconds of latency', async ({
  page,
}) => {
  test.slow();
  const patient = { timeout: 15_000 };
  const shop = await makeShop(page.request);
  const account = await register(page.request);
  const buyer = { account, accountId: await accountIdOf(page.request, account) };
  const order = await sell(shop, buyer, { 'Bird songs': 10, 'Bat calls': 30 });
  await page.setViewportSize(phone);
  const staff = await makeStaff(page.request, 'admin');
  await signInByForm(page, staff);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await slowLine(page);

  await goTo(page, order.slice(0, 10), new RegExp(order));
  await tabTo(page, page.getByRole('button', { name: 'Refund', exact: true }));
  await page.keyboard.press('Enter');
  const refund = page.getByRole('complementary', { name: 'Refund' });
  await expect(refund.getByRole('button', { name: 'Refund $40.00' })).toBeVisible(patient);
  await tabTo(page, refund.getByLabel('Reason'));
  await page.keyboard.type('It never came.');
  await tabTo(page, refund.getByRole('button', { name: 'Refund $40.00' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('$40.00 is refunded.')).toBeVisible(patient);

  await goTo(page, 'New coupon', 'New coupon');
  await tabTo(page, page.getByLabel('Code'));
  const code = `WEEK${order.slice(0, 6)}`;
  await page.keyboard.type(code);
  await tabTo(page, page.getByLabel('Percent', { exact: true }));
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(code) })).toBeVisible(patient);

  await goTo(page, 'State', 'State');
  const coupons = page.getByRole('table', { name: 'Checks' }).getByRole('row', { name: /Coupons/ });
  await expect(coupons).toBeVisible(patient);
  await tabTo(page, coupons.getByRole('button', { name: /^Check now/ }));
  await page.keyboard.press('Enter');
  // Results are of the coupons of all tests, some of which were only made to be looked at.
  await expect(coupons).toContainText(`by ${staff.username}`, { timeout: 20_000 });
  expect(await sideways(page)).toEqual([]);
});
