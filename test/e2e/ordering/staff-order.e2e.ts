// One order in the back office: read from top to bottom, refunded with who bears it, noted and finished, by keyboard and on a phone.
import type { Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signInByForm, tokensOf } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const card = (page: Page) => page.getByRole('complementary', { name: 'Refund' });
const time = (page: Page) => page.getByRole('list', { name: 'What happened' });

async function sold(page: Page) {
  const shop = await makeShop(page.request);
  const account = await register(page.request);
  const buyer = { account, accountId: await accountIdOf(page.request, account) };
  const orderId = await sell(shop, buyer, { 'Bird songs': 10, 'Bat calls': 30 });
  return { shop, orderId };
}

async function openOrder(page: Page, staff: Account, orderId: string) {
  await signInByForm(page, staff);
  await page.goto(`/admin/orders/${orderId}`);
  await expect(page.getByRole('heading', { level: 1, name: orderId })).toBeVisible();
}

/** Action of a colleague meanwhile, by the API. */
async function colleague(page: Page, path: string, body: object, headers: Record<string, string> = {}) {
  const { IdToken } = await tokensOf(page.request, await makeStaff(page.request, 'admin'));
  const answer = await page.request.post(`/api/admin/order/${path}`, {
    data: body,
    headers: { authorization: `Bearer ${IdToken}`, ...headers },
  });
  return answer.json();
}

test.describe('[B-07] an order in the back office', () => {
  test.use({ expectedNoise: /the server responded with a status of (404|409)|net::ERR_FAILED/ });

  test('[B-07] is read, and fits, at every width and in both themes', async ({ page }) => {
    test.slow();
    const { orderId, shop } = await sold(page);
    await openOrder(page, await makeStaff(page.request, 'admin'), orderId);
    await expect(page.getByRole('row', { name: /Bird songs/ })).toContainText('$10.00');
    await expect(page.getByRole('link', { name: shop.name }).first()).toBeVisible();
    await expect(time(page)).toContainText('Placed');
    await page.getByRole('button', { name: 'Money' }).click();
    await expect(page.getByRole('button', { name: 'Money' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /^All/ }).click();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(card(page).getByRole('button', { name: 'Refund $40.00' })).toBeVisible();
    await expectFitAndAccessible(page);
  });

  test('[B-07] is refunded by keyboard, line by line, after who bears it was shown', async ({ page }) => {
    const { orderId, shop } = await sold(page);
    await openOrder(page, await makeStaff(page.request, 'finance'), orderId);
    await page.getByRole('button', { name: 'Refund', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(card(page).getByRole('heading', { name: 'Refund' })).toBeFocused();
    await card(page).getByRole('radio', { name: 'Whole order' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(card(page).getByRole('radio', { name: 'By line' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(card(page).getByRole('checkbox', { name: /Bird songs/ })).toBeChecked();
    await expect(card(page)).toContainText(shop.name);
    await card(page).getByRole('button', { name: 'Refund $10.00' }).press('Enter');
    await expect(card(page).getByText('Say why: the buyer reads it')).toBeVisible();
    await card(page).getByLabel('Reason').fill('It never came.');
    await card(page).getByRole('button', { name: 'Refund $10.00' }).press('Enter');
    await expect(page.getByText('$10.00 is refunded.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(time(page)).toContainText('Refund of $10.00 decided');
    await expect(time(page)).toContainText('It never came.');
    await expect(page.getByRole('row', { name: /Bird songs/ })).toContainText('Refunded');
  });

  test('[B-07] a colleague was faster: nothing is done, and the new preview is confirmed', async ({ page }) => {
    const { orderId } = await sold(page);
    await openOrder(page, await makeStaff(page.request, 'finance'), orderId);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(card(page).getByRole('button', { name: 'Refund $40.00' })).toBeVisible();
    const asked = { of: 'amount', amount: 15 };
    const { seen } = await colleague(page, `${orderId}/refund/preview`, asked);
    const reason = 'Asked for on the phone.';
    await colleague(page, `${orderId}/refund`, { ...asked, seen, reason }, { 'idempotency-key': 'colleague' });
    await card(page).getByLabel('Reason').fill('It never came.');
    await card(page).getByRole('button', { name: 'Refund $40.00' }).click();
    await expect(card(page).getByRole('alert')).toContainText('Somebody has moved money of this order meanwhile');
    await card(page).getByRole('button', { name: 'Refund $25.00' }).click();
    await expect(page.getByText('$25.00 is refunded.')).toBeVisible();
  });

  test('[B-07] an answer that was lost is asked for again, and is one refund', async ({ page }) => {
    const { orderId } = await sold(page);
    await openOrder(page, await makeStaff(page.request, 'finance'), orderId);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await card(page).getByRole('radio', { name: 'Amount' }).check();
    await card(page).getByLabel('Amount in dollars').fill('12.50');
    await card(page).getByLabel('Reason').fill('It never came.');
    await expect(card(page).getByRole('button', { name: 'Refund $12.50' })).toBeVisible();
    let lost = 0;
    await page.route(`**/api/admin/order/${orderId}/refund`, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await card(page).getByRole('button', { name: 'Refund $12.50' }).click();
    await expect(card(page).getByRole('alert')).toContainText('Nothing you entered is lost');
    await card(page).getByRole('button', { name: 'Refund $12.50' }).click();
    await expect(page.getByText('$12.50 is refunded.')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Refunded/ })).toContainText('−$12.50');
  });

  test('[B-07] is noted, its receipt goes out again, and it is delivered; what cannot be done says why', async ({
    page,
  }) => {
    const { orderId } = await sold(page);
    await openOrder(page, await makeStaff(page.request, 'support'), orderId);
    await expect(page.getByRole('button', { name: 'Refund', exact: true }), 'is for others').toHaveCount(0);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await expect(page.getByLabel('New note')).toBeFocused();
    await page.keyboard.type('Called her: she waits until Friday.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(time(page)).toContainText('Called her: she waits until Friday.');
    await page.getByRole('button', { name: /^Take back/ }).click();
    await expect(time(page)).not.toContainText('she waits until Friday');
    await page.getByRole('button', { name: 'Send receipt again' }).click();
    await expect(page.getByText('The receipt is on its way to the buyer.')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('button', { name: /Cancel the order/ })).toContainText('refund it instead');
    await page.getByRole('button', { name: 'Say that it is delivered' }).click();
    await page.getByRole('checkbox', { name: /Also what other shops deliver/ }).check();
    await page.getByRole('button', { name: 'It is delivered' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Everything is delivered.' })).toBeVisible();
  });

  test('[B-07] that is not there says so', async ({ page }) => {
    await signInByForm(page, await makeStaff(page.request, 'support'));
    await page.goto('/admin/orders/NOSUCHORDER1');
    await expect(page.getByRole('alert')).toContainText('there is none at this address');
  });
});
