// A shop that is set for real business: what the specification's placeholders give way to.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { limitsOfMany, startShop } from '../../processes/shop-process.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, register, signIn, submitLogin } from '../account.ts';
import {
  addFromList,
  amountOf,
  applyCoupon,
  calls,
  failure,
  fillCart,
  follow,
  kit,
  openCart,
  payByCard,
  proceed,
  rowOf,
  signOut,
  success,
} from '../buying.ts';
import { makeCoupon } from '../coupon.ts';
import { prepareFolder } from '../own-shop.ts';
import { expect, open, test as shopTest } from '../shop.ts';

const publicKey = 'pk_test_example';

type LiveShop = { address: string; folder: string };

const test = shopTest.extend<{ customer: Account }, { live: LiveShop }>({
  live: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function asks for from its parameter
    async ({}, use) => {
      const folder = prepareFolder(await mkdtemp(join(tmpdir(), 'hearth-live-')));
      await makeCoupon(folder, ['TENOFF', '--percent', '10']);
      await makeCoupon(folder, ['FROMTWO', '--percent', '10', '--minimum', '200']);
      const shop = await startShop({
        ...limitsOfMany,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        STORE_PRESET: 'live',
        STRIPE_PUBLIC_KEY: publicKey,
      });
      await use({ address: shop.address, folder });
      await shop.stop();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ live }, use) => use(live.address),
  /** The card provider's script is played by one that only notes the key it is given. */
  page: async ({ page, leaveShop }, use) => {
    await page.route('https://js.stripe.com/v3/', (route) => {
      leaveShop.push(route.request().url());
      return route.fulfill({
        contentType: 'text/javascript',
        body: 'window.Stripe = (key) => { document.documentElement.dataset.cardKey = key; };',
      });
    });
    await use(page);
  },
  customer: async ({ request, live }, use) => use(await register(request, { dataDir: live.folder })),
});
test.use({
  expectedNoise: /the server responded with a status of (400|404|409|500|503)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/,
});
// One shop for all of them.
test.describe.configure({ mode: 'default' });

const badge = (page: Page) => page.getByTestId('cart-badge');

/** Fills in what the checkout needs to know. */
async function fillInBilling(page: Page) {
  for (const name of ['First Name', 'Last Name', 'Address', 'Town/City', 'Postcode/Zip'])
    await page.getByRole('textbox', { name, exact: true }).fill('Example');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await page.getByRole('textbox', { name: 'Mobile' }).fill('+49 30 5550 0100');
}

/** The mails that have arrived at an address, as they were sent. */
async function mailsTo({ folder }: LiveShop, email: string): Promise<string[]> {
  const outbox = join(folder, 'outbox');
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`\nTo: ${email}`));
}

/** Waits until the account's cart holds so many lines. */
function saved(page: Page, lines: number) {
  return page.waitForResponse(async (response) => {
    if (response.request().method() !== 'PUT' || !response.url().endsWith('/api/cart')) return false;
    return (await response.json()).items.length === lines;
  });
}

/** Waits until the account's cart has this coupon. */
function savedCoupon(page: Page, coupon: string | undefined) {
  return page.waitForResponse(async (response) => {
    if (response.request().method() !== 'PUT' || !response.url().endsWith('/api/cart')) return false;
    return (await response.json()).coupon === coupon;
  });
}

test('[C-11] the cart is stored for the account: after a reload, after signing out and in again, on another device', async ({
  page,
  customer,
  browser,
  baseURL,
}) => {
  await signIn(page, customer, '/products/category/all');
  const stored = saved(page, 2);
  await addFromList(page, kit.name, kit.name, calls.name);
  await stored;
  await page.reload();
  await expect(badge(page)).toHaveText('3');
  await openCart(page);
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('2');
  await expect(rowOf(page, kit.name).locator('img')).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('$4,080.00');

  await signOut(page);
  await expect(badge(page)).toHaveText('0');
  await expect(page).toHaveURL('/account/login');
  await submitLogin(page, customer);
  await expect(badge(page)).toHaveText('3');

  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(elsewhere, customer, '/cart');
  await expect(rowOf(elsewhere, calls.name)).toBeVisible();
  const removed = saved(elsewhere, 1);
  await elsewhere.getByRole('button', { name: `Remove ${calls.name}` }).click();
  await removed;
  await page.reload();
  await expect(badge(page)).toHaveText('2');
});

test('[C-14] what was chosen before signing in is added to the stored cart', async ({ page, customer }) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await signOut(page);
  await expect(page).toHaveURL('/account/login');
  await open(page, `/products/id/${calls.id}`);
  await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  const both = saved(page, 2);
  await submitLogin(page, customer);
  await both;
  await page.reload();
  await openCart(page);
  await expect(rowOf(page, kit.name)).toBeVisible();
  await expect(rowOf(page, calls.name)).toBeVisible();
});

test("another customer's sign-in finds an own cart, not the one before", async ({ page, customer, request, live }) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await signOut(page);
  await expect(page).toHaveURL('/account/login');
  await submitLogin(page, await register(request, { dataDir: live.folder }));
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await openCart(page);
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('what is added before the stored cart has arrived is added to it; a stored cart that cannot be loaded is not lost', async ({
  page,
  customer,
}) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;

  await page.route('**/api/cart', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
  const failed = page.waitForEvent('requestfailed');
  await open(page, '/products/category/all');
  await failed;
  await expect(badge(page)).toHaveText('0');
  await page.unroute('**/api/cart');
  const merged = saved(page, 2);
  await addFromList(page, calls.name);
  await merged;
  await expect(badge(page)).toHaveText('2');
});

test('many changes in a row are saved one after the other, and the last one wins', async ({ page, customer }) => {
  await fillCart(page, customer, kit.name);
  await openCart(page);
  const underWay = new Set<Request>();
  let most = 0;
  const bodies: Array<{ items: Array<{ quantity: number }> }> = [];
  await page.route('**/api/cart', async (route) => {
    underWay.add(route.request());
    most = Math.max(most, underWay.size);
    bodies.push(route.request().postDataJSON());
    await route.continue();
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  const more = rowOf(page, kit.name).getByRole('button', { name: 'Increase quantity' });
  for (let times = 0; times < 12; times++) await more.click();
  await expect(badge(page)).toHaveText('13');
  await expect.poll(() => bodies.at(-1)?.items[0]?.quantity).toBe(13);
  expect(most).toBe(1);
});

test('[C-11] a quantity that could not be saved says so, and is saved as soon as there is a network', async ({
  page,
  customer,
  context,
}) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await openCart(page);
  await context.setOffline(true);
  await rowOf(page, kit.name).getByRole('button', { name: 'Increase quantity' }).click();
  await expect(failure(page)).toHaveText('You are offline. Your cart is saved as soon as it can be.');
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('2');
  const savedAgain = saved(page, 1);
  await context.setOffline(false);
  expect(JSON.parse((await savedAgain).request().postData() ?? '').items[0].quantity).toBe(2);
  await expect(success(page)).toHaveText('Your cart is saved.');
  await page.reload();
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('2');
});

test('[C-11] a save that fails while there is a network is tried again with growing pauses, and is told once', async ({
  page,
  customer,
}) => {
  await page.clock.install();
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await openCart(page);
  let tries = 0;
  await page.route('**/api/cart', (route) => {
    tries++;
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Away', request_id: '1' } });
  });
  await rowOf(page, kit.name).getByRole('button', { name: 'Increase quantity' }).click();
  await expect(failure(page)).toHaveText('The shop could not be reached. Your cart is saved as soon as it can be.');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.clock.runFor(2_000);
  await expect.poll(() => tries).toBe(2);
  await page.clock.runFor(3_900);
  expect(tries, 'the second pause is longer').toBe(2);
  await page.clock.runFor(200);
  await expect.poll(() => tries).toBe(3);
  await expect(failure(page)).toBeEmpty();
  await page.unroute('**/api/cart');
  const savedAgain = saved(page, 1);
  await page.clock.runFor(8_000);
  await savedAgain;
  await expect(success(page)).toHaveText('Your cart is saved.');
});

test('[C-11] a quantity that the shop refuses goes back to the one that is stored, and says why', async ({
  page,
  customer,
}) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await openCart(page);
  const quantity = rowOf(page, kit.name).getByRole('spinbutton');
  const asked: string[] = [];
  page.on('request', (sent) => sent.method() === 'PUT' && asked.push(sent.url()));
  await page.route('**/api/cart', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_request', message: 'Too many.', request_id: '1' } }),
  );
  await quantity.fill('9');
  await expect(failure(page)).toHaveText('Your cart could not be saved. Too many.');
  await expect(quantity).toHaveValue('1');
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
  expect(asked, 'what is stored is not saved again').toHaveLength(1);
  await page.unroute('**/api/cart');
  const savedAgain = saved(page, 1);
  await quantity.fill('3');
  await savedAgain;
});

test('[C-03] [C-11] an applied coupon belongs to the stored cart, on every device, until it is taken back', async ({
  page,
  customer,
  browser,
  baseURL,
}) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await openCart(page);
  const withCoupon = savedCoupon(page, 'TENOFF');
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$126.00');
  await withCoupon;
  await page.reload();
  await expect(amountOf(page, 'Total')).toHaveText('$126.00');

  // On another device, from where the cart goes on to the checkout.
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signIn(elsewhere, customer, '/checkout');
  await expect(elsewhere.getByRole('main')).toContainText('$126.00');
  await elsewhere.goto('/cart');
  const without = savedCoupon(elsewhere, undefined);
  await elsewhere.getByRole('button', { name: 'Remove coupon TENOFF' }).click();
  await without;
  await page.reload();
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');

  // A coupon that takes nothing off any more is kept, and the checkout says why.
  const quantity = rowOf(page, kit.name).getByRole('spinbutton');
  await quantity.fill('2');
  const fromTwo = savedCoupon(page, 'FROMTWO');
  await applyCoupon(page, 'FROMTWO');
  await expect(amountOf(page, 'Total')).toHaveText('$252.00');
  await fromTwo;
  const lessThanTwo = saved(page, 1);
  await quantity.fill('1');
  await expect(page.getByRole('textbox', { name: 'Coupon code' })).toHaveAccessibleDescription(/\$200/);
  await lessThanTwo;
  await page.goto('/checkout');
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /coupon/i }),
  ).toBeVisible();
});

test("[C-11] whoever signs in after another customer in the same tab is not given that customer's coupon", async ({
  page,
  customer,
  context,
  request,
  live,
}) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name);
  await stored;
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$126.00');
  // The session ends elsewhere: this tab is only told that it is lost.
  const other = await context.newPage();
  await open(other, '/profile');
  await other.getByRole('link', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL('/account/login');
  await other.close();

  await fillCart(page, await register(request, { dataDir: live.folder }), kit.name);
  await openCart(page);
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
  await expect(page.getByText('TENOFF')).toHaveCount(0);
});

test('[K-10] paying empties the stored cart too', async ({ page, customer }) => {
  await fillCart(page, customer, kit.name);
  await openCart(page);
  await proceed(page);
  const stored = saved(page, 0);
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await stored;
  await page.reload();
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await openCart(page);
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('a cancelled payment does not double what the stored cart holds', async ({ page, customer }) => {
  const stored = saved(page, 1);
  await fillCart(page, customer, kit.name, kit.name);
  await stored;
  await openCart(page);
  await proceed(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(success(page)).toHaveText('The payment was cancelled and nothing was charged.');
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('2');
});

test('[K-12] a payment that is not verified is said to be not confirmed yet, with a way to look again', async ({
  page,
  customer,
}) => {
  await signIn(page, customer, '/contact');
  await follow(page, '/success');
  await expect(page.getByRole('heading', { name: 'Payment not confirmed yet' })).toBeVisible();
  await expect(page.getByText('Payment Complete')).toHaveCount(0);
  await expect(page.getByTestId('paper')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Still not confirmed.')).toBeVisible();

  await page.route('**/api/success/', (route) => route.fulfill({ json: { message: 'Paid', order_id: 'X' } }));
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Complete' })).toBeVisible();
  await page.unroute('**/api/success/');
  await open(page, '/success');
  await page.getByRole('main').getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/profile/order');
});

test("[K-05] 'Place Order' says what is missing, and orders by bank transfer with the billing details", async ({
  page,
  customer,
  live,
}) => {
  await fillCart(page, customer, kit.name, calls.name);
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$3,546.00');
  await page.getByRole('link', { name: 'Pay by bank transfer or check' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('radio')).toHaveCount(2);
  const country = page.getByRole('combobox', { name: 'Country' });
  const field = (name: string) => (name === 'Country' ? country : page.getByRole('textbox', { name, exact: true }));
  await expect(country).toHaveAttribute('autocomplete', 'country');
  // Nothing is shipped, so there is nothing to choose.
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Shipping')).toHaveCount(0);
  await expect(field('Email Address')).toHaveValue(customer.email);
  await page.getByRole('button', { name: 'Place Order' }).click();
  for (const name of ['First Name', 'Last Name', 'Address', 'Town/City', 'Country', 'Postcode/Zip', 'Mobile'])
    await expect(field(name), name).toHaveAccessibleDescription(`${name} is required`);
  for (const name of ['Company Name', 'Order Notes (Optional)'])
    await expect(field(name), name).toHaveAccessibleDescription('');
  await expect(field('First Name')).toBeFocused();

  await field('Mobile').fill('by post');
  await field('Email Address').fill('nobody');
  await expect(field('Mobile')).toHaveAccessibleDescription('Enter a valid telephone number');
  await expect(field('Email Address')).toHaveAccessibleDescription('Enter a valid email address');
  for (const [name, text] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Example'],
    ['Address', '1 Example Street'],
    ['Town/City', 'Berlin'],
    ['Postcode/Zip', '10115'],
    ['Mobile', '+49 30 5550 0100'],
    ['Email Address', customer.email],
  ] as const)
    await field(name).fill(text);
  await country.selectOption('Germany');

  await page.route('**/api/order', (route) => route.abort());
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('main').getByText(/^The shop could not be reached/)).toBeVisible();
  await expect(field('First Name')).toHaveValue('Ada');
  await page.unroute('**/api/order');

  const posting = page.waitForRequest('**/api/order');
  await page.getByRole('button', { name: 'Place Order' }).click();
  expect((await posting).postDataJSON()).toMatchObject({
    amount: 3546,
    coupon: 'TENOFF',
    payment_method: 'transfer',
    billing: { first_name: 'Ada', city: 'Berlin', country: 'DE', company: '' },
  });
  await expect(page).toHaveURL(/\/profile\/order\?id=/);
  await expect(success(page)).toHaveText('Your order is placed');
  await expect(badge(page)).toHaveText('0');
  const instructions = page.getByRole('region', { name: 'How to pay' });
  await expect(instructions.getByText('$3,546.00')).toBeVisible();
  await expect(instructions.getByText(new URL(page.url()).searchParams.get('id') ?? '')).toBeVisible();
  await expect(instructions.getByText('Please use your Order ID as the payment reference.')).toBeVisible();
  for (const [name, value] of [
    ['Account holder', 'Hearth Marketplace'],
    ['IBAN', 'DE52 0000 0000 0012 3456 78'],
    ['BIC', 'EXAMDEBBXXX'],
    ['Bank', 'Example Bank, Berlin'],
  ] as const)
    await expect(
      instructions
        .locator('dl > div')
        .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
        .getByRole('definition'),
    ).toHaveText(value);
  await expect.poll(() => mailsTo(live, customer.email)).toContainEqual(expect.stringMatching(/^Subject: How to pay/m));
});

test('bank details are told to whoever has an order to pay, and stand on no page', async ({ request }) => {
  for (const path of ['/', '/contact', '/checkout', '/products/category/all'])
    expect(await (await request.get(path)).text(), path).not.toContain('DE52');
});

test('an order can be paid by check, which goes to the address of the shop', async ({ page, customer }) => {
  await fillCart(page, customer, kit.name);
  await follow(page, '/checkout');
  await fillInBilling(page);
  await page.getByRole('radio', { name: 'Check Payments' }).check();
  await page.getByRole('button', { name: 'Place Order' }).click();
  const instructions = page.getByRole('region', { name: 'How to pay' });
  await expect(instructions.getByText('1 Example Street')).toBeVisible();
  await expect(instructions.getByText('$140.00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
});

test("[V-05] 'Place Order' waits for the licenses that it accepts, and is refused where they have changed since", async ({
  page,
  customer,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/cart/quote', async (route) => {
    await released;
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('Apache-2.0', 'MIT') });
  });
  await fillCart(page, customer, kit.name);
  await follow(page, '/checkout');
  await fillInBilling(page);
  const button = page.getByRole('button', { name: 'Place Order' });
  await expect(button).toBeDisabled();
  release();
  await expect(page.getByText('By ordering you accept the license: MIT.')).toBeVisible();
  await page.unroute('**/api/cart/quote');
  await button.click();
  await expect(page.getByText(/comes under the license Apache-2\.0 now, not MIT\./)).toBeVisible();
  await expect(page.getByText('By ordering you accept the license: Apache-2.0.')).toBeVisible();
  await button.click();
  await expect(page).toHaveURL(/\/profile\/order\?id=/);
});

test('an empty cart cannot be ordered', async ({ page, customer }) => {
  await signIn(page, customer, '/checkout');
  await fillInBilling(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('main').getByRole('alert').getByText('Your cart is empty.')).toBeVisible();
  await expect(page).toHaveURL('/checkout');
});

test('[D-02] the overall rating is the average of the displayed reviews, with their number', async ({ page }) => {
  await open(page, '/products/id/h100-sxm-80gb');
  const main = page.getByRole('main');
  const tab = await page.getByRole('tab', { name: 'Reviews' }).textContent();
  const count = Number(/\((\d+)\)/.exec(tab ?? '')?.[1]);
  expect(count).toBeGreaterThan(1);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  const rates = await main
    .getByRole('article')
    .getByRole('img', { name: /^Rating: / })
    .evaluateAll((stars) => stars.map((star) => Number(/(\d) out of/.exec(star.ariaLabel ?? '')?.[1])));
  expect(rates).toHaveLength(count);
  const average = rates.reduce((sum, rate) => sum + rate, 0) / count;
  await expect(main.getByText(`${average.toFixed(1)} (${count} reviews)`)).toBeVisible();
  await expect(main.getByRole('img', { name: `Overall rating: ${Math.round(average)} out of 5 stars` })).toBeVisible();
});

test("[P-04] the profile's badges are those of the customer's own role", async ({ page, customer }) => {
  const loaded = page.waitForResponse('**/api/user/*');
  await signIn(page, customer, '/profile/wallet');
  await loaded;
  const sidebar = page.getByRole('complementary', { name: 'Your account' });
  await expect(sidebar.getByTestId('nickname')).toHaveText(customer.username);
  for (const role of ['Seller', 'Admin']) await expect(sidebar.getByText(role, { exact: true })).toHaveCount(0);

  await page.route('**/api/user/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), user_type: 'seller' } });
  });
  await page.reload();
  await expect(sidebar.getByText('Seller', { exact: true })).toBeVisible();
  await expect(sidebar.getByText('Admin', { exact: true })).toHaveCount(0);
});

test('[W-11] the balance of the profile is what is in the own wallet', async ({ page, customer }) => {
  await signIn(page, customer, '/profile/wallet');
  const balance = page.getByRole('complementary', { name: 'Your account' }).getByRole('definition');
  await expect(balance).toHaveText('$0.00');
  await page.getByRole('button', { name: 'Pay In' }).click();
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('25');
  await page.getByRole('button', { name: 'Pay In $25.00' }).click();
  await payByCard(page, undefined, /\/profile\/wallet\?pay_in=/);
  await expect(balance).toHaveText('$25.00');
  await page.getByRole('button', { name: 'Take Back to My Card' }).click();
  await page.getByRole('button', { name: 'Take Back $25.00' }).click();
  await expect(balance).toHaveText('$0.00');
});

test('[F-06] a message from the contact page is delivered; one that cannot be sent stays in the form', async ({
  page,
  customer,
  live,
}) => {
  await open(page, '/contact');
  const subject = `A question of ${customer.username}`;
  await page.getByRole('textbox', { name: 'Your email' }).fill(customer.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find my order, please?');
  await page.route('**/api/contact', (route) => route.abort());
  const send = page.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(page.getByRole('main').getByText(/^The shop could not be reached/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
  await page.unroute('**/api/contact');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Your message is sent' })).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(live, 'support@hearth.example')).filter((mail) => mail.includes(subject)))
    .toEqual([expect.stringContaining(`\nReply-To: ${customer.email}`)]);
  await page.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
});

test('[F-06] without scripts the contact page sends its form itself, and says what became of it', async ({
  customer,
  live,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/contact');
  const subject = `A plain question of ${customer.username}`;
  await page.getByRole('textbox', { name: 'Your email' }).fill(customer.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find my order, please?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL('/contact?message=sent');
  await expect(page.getByRole('heading', { name: 'Your message is sent' })).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(live, 'support@hearth.example')).filter((mail) => mail.includes(subject)))
    .toHaveLength(1);
  await page.getByRole('link', { name: 'Back to the form' }).click();
  // Fields that only spaces fill are for the shop to refuse: a browser takes them.
  await page.getByRole('textbox', { name: 'Your email' }).fill(customer.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill(' '.repeat(12));
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find my order, please?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message was not sent: something in it is missing, or too long.')).toBeVisible();
  await context.close();
});

test('a message from the contact page that is sent offline says so, and stays', async ({ page, context, customer }) => {
  await open(page, '/contact');
  await page.getByRole('textbox', { name: 'Your email' }).fill(customer.email);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Street scenes');
  await page.getByRole('textbox', { name: 'Message' }).fill('Does the archive come with the masks?');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('You are offline. Nothing you entered is lost; please try again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Street scenes');
});

test('a cart below the smallest card payment leads to the other ways to pay too', async ({ page, customer }) => {
  await signIn(page, customer, '/products/category/all?sort=price_asc');
  const card = page.getByRole('article').filter({ hasText: '$0.05/1M tokens' }).first();
  await addFromList(page, (await card.getByRole('heading').textContent()) ?? '');
  await openCart(page);
  await expect(
    page.getByText(
      'The smallest amount that can be paid by card is $0.50. Raise a quantity or add something, or pay by bank transfer or check.',
    ),
  ).toBeVisible();
});

test("[E-13] where there is a public key, the card provider's script is loaded in the cart alone, with that key", async ({
  page,
  customer,
  leaveShop,
}) => {
  await fillCart(page, customer, kit.name);
  expect(leaveShop).toEqual([]);
  await openCart(page);
  await expect(page.locator('html')).toHaveAttribute('data-card-key', publicKey);
  await follow(page, '/contact');
  await openCart(page);
  expect(leaveShop).toEqual(['https://js.stripe.com/v3/']);
  await expect(failure(page)).toBeEmpty();
});

test('what only a live shop shows is accessible and fits its width, on a desk and on a phone, light and dark', async ({
  page,
  customer,
}) => {
  test.setTimeout(60_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillCart(page, customer, kit.name, calls.name);
  await openCart(page);
  await expect(page.getByRole('link', { name: 'Pay by bank transfer or check' })).toBeVisible();
  await expectFitAndAccessible(page);
  await follow(page, '/checkout');
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('First Name is required')).toBeVisible();
  await expectFitAndAccessible(page);
  await fillInBilling(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByRole('region', { name: 'How to pay' })).toBeVisible();
  await expectFitAndAccessible(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expectFitAndAccessible(page);
  await page.keyboard.press('Escape');
  await follow(page, '/success');
  await expect(page.getByRole('heading', { name: 'Payment not confirmed yet' })).toBeVisible();
  await expectFitAndAccessible(page);
});
