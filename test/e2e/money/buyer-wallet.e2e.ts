import type { APIRequestContext, Page } from '@playwright/test';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { type Account, register, signIn, tokensOf } from '../account.ts';
import { addFromList, amountOf, follow, openCart, payByCard, proceed } from '../buying.ts';
import { addProduct, makeShop, type Shop } from '../seller.ts';
import { expect, test } from '../shop.ts';

// A page that has ended.
test.use({ expectedNoise: /the server responded with a status of 410/ });

const main = (page: Page) => page.getByRole('main');
/** Balance on the screen, not in the sidebar. */
const balance = (page: Page) =>
  main(page)
    .locator('dl')
    .filter({ has: page.getByRole('term').filter({ hasText: /^Balance$/ }) })
    .last()
    .getByRole('definition');
const movements = (page: Page) => page.getByRole('table', { name: 'Movements, newest first' });

async function payIn(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Pay In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay into your wallet' });
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill(amount);
  await dialog.getByRole('button', { name: /^Pay In \$/ }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
}

const landing = /\/profile\/wallet\?pay_in=/;

/** Signed in, with fifty dollars in the wallet. */
async function withWallet(page: Page, account: Account) {
  await signIn(page, account, '/profile/wallet');
  await payIn(page, '50');
  await payByCard(page, undefined, landing);
  await expect(page.getByText('$50.00 is in your wallet.')).toBeVisible();
}

/** A product of a shop of its own, which can give money back. */
async function sold(request: APIRequestContext, name: string, price: number): Promise<Shop> {
  const shop = await makeShop(request);
  await addProduct(shop, name, { listed: true, price_micros: price * 1_000_000 });
  return shop;
}

async function fillCartWith(page: Page, name: string) {
  await page.goto(`/products/keyword/${encodeURIComponent(name)}`);
  await addFromList(page, name);
  await openCart(page);
}

/** The shop gives back the whole first line. */
async function refund(request: APIRequestContext, { sellerId, account }: Shop, orderId: string) {
  const { IdToken } = await tokensOf(request, account);
  const answer = await request.post(`/api/seller/${sellerId}/order/${orderId}/refund`, {
    headers: { authorization: `Bearer ${IdToken}`, 'idempotency-key': `refund-${orderId}` },
    data: { lines: [{ line: 0 }], reason: 'It came too late.' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** From the page that thanks for it. */
async function viewOrder(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'View order' }).click();
  await expect(page).toHaveURL(/\/profile\/order\?id=/);
  return new URL(page.url()).searchParams.get('id') ?? '';
}

test('[W-11] a buyer pays in by card by keyboard, reads the movement, and takes it back to the card', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/profile/wallet');
  await expect(balance(page)).toHaveText('$0.00');
  await expect(page.getByText('Nothing was paid in or out yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Pay In' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pay into your wallet' });
  const amount = dialog.getByRole('textbox', { name: 'Amount in dollars' });
  await amount.fill('4.999');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Write an amount such as 25.00')).toBeVisible();
  await amount.fill('3000');
  await expect(dialog.getByText(/^At most \$2,000\.00 more fits in/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '$50', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pay In $50.00' }).click();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  await payByCard(page, undefined, landing);
  await expect(page.getByText('$50.00 is in your wallet.')).toBeVisible();
  await expect(balance(page)).toHaveText('$50.00');
  await expect(movements(page).getByRole('row').filter({ hasText: 'Paid in by card' })).toContainText('+$50.00');
  await expectFitAndAccessible(page);

  await page.getByRole('button', { name: 'Take Back to My Card' }).click();
  const back = page.getByRole('dialog', { name: 'Take money back to your card' });
  await expect(back.getByRole('textbox', { name: 'Amount in dollars' })).toHaveValue('50.00');
  await back.getByRole('textbox', { name: 'Amount in dollars' }).fill('20');
  await back.getByRole('button', { name: 'Take Back $20.00' }).click();
  await expect(balance(page)).toHaveText('$30.00');
  await expect(movements(page).getByRole('row').filter({ hasText: 'Back to your card' })).toContainText('−$20.00');
});

test('[W-11] leaving the card page pays nothing in, and says so', async ({ page, request }) => {
  await signIn(page, await register(request), '/profile/wallet');
  await payIn(page, '25');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByText('$25.00 was not paid in. Nothing was charged.')).toBeVisible();
  await expect(balance(page)).toHaveText('$0.00');
  // The page takes no payment any more.
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCount(0);
});

test('[W-11] a cart is paid in part from the wallet, its refund goes to both; then wholly, and its refund at once to the wallet', async ({
  page,
  request,
}) => {
  const name = `Tern calls ${Math.random().toString(36).slice(2, 8)}`;
  const shop = await sold(request, name, 40);
  await withWallet(page, await register(request));
  await fillCartWith(page, name);
  const choice = page.getByRole('checkbox', { name: 'Pay from my wallet' });
  await choice.check();
  const amount = page.getByRole('textbox', { name: 'Amount from my wallet, in dollars' });
  await expect(amount).toHaveValue('40.00');
  await expect(page.getByRole('button', { name: 'Pay from My Wallet' })).toBeVisible();
  await amount.fill('39.80');
  await expect(page.getByText('A card pays $0.50 or more: take at most $39.50, or all')).toBeVisible();
  await amount.fill('15');
  await expect(page.getByText('Your card pays the other $25.00.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await expect(amountOf(page, 'Total')).toHaveText('$40.00');
  await proceed(page);
  await expect(page.getByRole('button', { name: 'Pay $25.00' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('$40.00');
  await expect(page.getByRole('definition').filter({ hasText: '−$15.00' })).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(choice).toBeChecked();
  await expect(amount).toHaveValue('15.00');
  await proceed(page);
  await payByCard(page);
  const first = await viewOrder(page);
  const lines = page.getByRole('table', { name: 'Products of this order' });
  await expect(lines.getByRole('row', { name: /^From your wallet/ })).toContainText('$15.00');
  await expect(lines.getByRole('row', { name: /^By card/ })).toContainText('$25.00');
  await refund(request, shop, first);
  await page.reload();
  const refunds = page.getByRole('region', { name: /^All of \$40\.00 was refunded/ });
  await expect(refunds.getByText('$15.00 to your wallet')).toBeVisible();
  await expect(refunds.getByText(/^\$25\.00/)).toBeVisible();

  await page.goto('/profile/wallet');
  await expect(balance(page)).toHaveText('$50.00');
  await page.getByRole('radio', { name: /^To my wallet/ }).check();
  await page.getByRole('textbox', { name: 'Limit per month, in dollars' }).fill('60');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await expect(page.getByRole('meter', { name: 'Spent this month' })).toBeVisible();

  await fillCartWith(page, name);
  await choice.check();
  await page.getByRole('button', { name: 'Pay from My Wallet' }).click();
  await expect(page).toHaveURL(/\/success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  const second = await viewOrder(page);
  expect(second).not.toBe(first);
  await expect(page.getByText('My wallet', { exact: true })).toBeVisible();
  await refund(request, shop, second);
  await page.goto('/profile/wallet');
  await expect(balance(page)).toHaveText('$50.00');
  await expect(movements(page).getByRole('row').filter({ hasText: 'Refund' }).first()).toContainText('+$40.00');
  await movements(page).getByRole('link', { name: second }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${second}` })).toBeVisible();
});

test('[W-11] what was spent in a month stays within its limit', async ({ page, request }) => {
  const name = `Gull calls ${Math.random().toString(36).slice(2, 8)}`;
  await sold(request, name, 30);
  await withWallet(page, await register(request));
  await page.getByRole('textbox', { name: 'Limit per month, in dollars' }).fill('many');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await expect(page.getByText('Write an amount such as 100.00, or nothing for no limit')).toBeVisible();
  await page.getByRole('textbox', { name: 'Limit per month, in dollars' }).fill('10');
  await page.getByRole('button', { name: 'Save Rules' }).click();
  await expect(page.getByText('$0.00 of $10.00 is spent this month.')).toBeVisible();
  await fillCartWith(page, name);
  await page.getByRole('checkbox', { name: 'Pay from my wallet' }).check();
  await expect(page.getByRole('textbox', { name: 'Amount from my wallet, in dollars' })).toHaveValue('10.00');
  await expect(page.getByText('Your card pays the other $20.00.')).toBeVisible();

  // The rest of the limit is spent elsewhere: what was chosen before can be taken back.
  await page.route('**/api/buyer-wallet', async (route) => {
    const wallet = await (await route.fetch()).json();
    await route.fulfill({ json: { ...wallet, spent_this_month: 10 } });
  });
  await follow(page, '/contact');
  await follow(page, '/cart');
  const choice = page.getByRole('checkbox', { name: 'Pay from my wallet' });
  await expect(page.getByText('Your limit of $10.00 per month is reached: $10.00 is spent.')).toBeVisible();
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(choice).toBeDisabled();
});

test('[W-11] who sells has a wallet of their own beside the shop’s', async ({ page, request }) => {
  const { account } = await makeShop(request);
  await signIn(page, account, '/profile/wallet');
  const which = page.getByRole('navigation', { name: 'Which wallet' });
  await expect(which.getByRole('link', { name: 'Earned by my shop' })).toHaveAttribute('aria-current', 'true');
  await which.getByRole('link', { name: 'My own money' }).click();
  await expect(page.getByRole('button', { name: 'Pay In' })).toBeVisible();
  await expectFitAndAccessible(page);
});
