import type { Page } from '@playwright/test';
import { register, signIn, submitLogin } from '../account.ts';
import {
  addFromList,
  amountOf,
  applyCoupon,
  calls,
  failure,
  fillCart,
  follow,
  h100,
  kit,
  openCart,
  payByCard,
  proceed,
  rowOf,
  signOut,
  success,
} from '../buying.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (401|404|409|500|502|503)|net::ERR_FAILED/ });

test('[C-01] [C-06] [C-07] [C-13] [L-18] what is added stands in the cart: image, name, price, quantity, total, remove', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, calls.name);
  const badge = page.getByTestId('cart-badge');
  await expect(badge).toHaveText('2');
  await addFromList(page, kit.name);
  await expect(badge).toHaveText('3');

  await openCart(page);
  const table = page.getByRole('table', { name: 'Items in your cart' });
  await expect(table.getByRole('columnheader')).toHaveText(['Product', 'Price', 'Quantity', 'Total', 'Remove']);
  await expect(table.getByRole('rowheader')).toHaveCount(2);
  const row = rowOf(page, kit.name);
  await expect.poll(() => row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const path = `/products/id/${kit.id}?options=License:Single+team`;
  await expect(row.getByRole('link', { name: kit.name })).toHaveAttribute('href', path);
  await expect(row.getByText(kit.price, { exact: true })).toBeVisible();
  await expect(row.getByText('/license', { exact: true })).toBeVisible();
  await expect(row.getByText(kit.before)).toBeVisible();
  await expect(row.getByRole('spinbutton', { name: `Quantity of ${kit.name}` })).toHaveValue('2');
  await expect(row.getByText('$280.00', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: `Remove ${kit.name}` })).toBeVisible();
  await expect(rowOf(page, calls.name).getByText('$3,800.00', { exact: true }).first()).toBeVisible();
  await expect(amountOf(page, 'Subtotal')).toHaveText('$4,080.00');
  await expect(amountOf(page, 'Shipping')).toHaveText('Flat rate: $0.00');
  await expect(amountOf(page, 'Total')).toHaveText('$4,080.00');
});

test('[T-07] what was added is said above the list, which does not move under a finger', async ({ page, request }) => {
  await signIn(page, await register(request), '/products/category/all');
  const add = page.getByRole('button', { name: 'Add to cart' }).nth(1);
  const before = await add.boundingBox();
  await add.click();
  await expect(success(page)).toContainText('added to cart successfully');
  expect(await add.boundingBox()).toEqual(before);
});

test('[D-14] [C-06] a product page adds the chosen quantity', async ({ page, request }) => {
  await signIn(page, await register(request), `/products/id/${kit.id}`);
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await expect(success(page)).toHaveText(`${kit.name} added to cart successfully`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  await openCart(page);
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('3');
});

test('[C-02] [C-03] [C-04] [C-05] an empty cart says so, cannot be checked out, and leads on', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed Checkout' })).toBeDisabled();
  for (const word of ['Subtotal', 'Total']) await expect(amountOf(page, word)).toHaveText('$0.00');
  await expect(amountOf(page, 'Shipping')).toHaveText('Flat rate: $0.00');
  const code = page.getByRole('textbox', { name: 'Coupon code' });
  await applyCoupon(page, 'TENOFF');
  await expect(code).toHaveAccessibleDescription('Add something to your cart first. Then apply the coupon.');
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/products/category/all');
});

test('[C-05] with something in it, the cart leads to the payment and back to the shop', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await expect(page.getByRole('button', { name: 'Proceed Checkout' })).toBeEnabled();
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/products/category/all');
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
});

test('[C-07] [C-08] a quantity goes up and down by buttons and typing, and never below 1', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  const row = rowOf(page, kit.name);
  const quantity = row.getByRole('spinbutton');
  const less = row.getByRole('button', { name: 'Decrease quantity' });
  await expect(less).toBeDisabled();
  await row.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(quantity).toHaveValue('2');
  await expect(amountOf(page, 'Total')).toHaveText('$280.00');
  await less.click();
  await expect(quantity).toHaveValue('1');
  await expect(less).toBeDisabled();

  await quantity.fill('12');
  await expect(page.getByTestId('cart-badge')).toHaveText('12');
  await expect(row.getByText('$1,680.00', { exact: true })).toBeVisible();
  for (const wrong of ['0', '-3', '']) {
    await quantity.fill(wrong);
    await expect(page.getByTestId('cart-badge'), wrong).toHaveText('12');
  }
  await quantity.blur();
  await expect(quantity).toHaveValue('1');
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
});

test('[C-09] [C-13] removing says so, takes the whole line away, and keeps the focus in the cart', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await page.getByRole('button', { name: `Remove ${kit.name}` }).click();
  await expect(success(page)).toHaveText(`${kit.name} removed from cart successfully`);
  await expect(rowOf(page, kit.name)).toHaveCount(0);
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  await expect(amountOf(page, 'Total')).toHaveText('$3,800.00');
  await expect(page.getByRole('button', { name: `Remove ${calls.name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused();
});

test('[C-11] a reload empties the cart, a change of screen does not', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await follow(page, '/contact');
  await expect(page.getByTestId('cart-badge')).toHaveText('1');
  await page.reload();
  await expect(page.getByTestId('signed-in')).toBeVisible();
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
});

test('signing out empties the cart', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await signOut(page);
  await expect(page).toHaveURL('/account/login');
  await expect(page.getByTestId('cart-badge')).toHaveText('0');
});

test('a session that is lost on the way to the payment keeps the cart for its owner, and for nobody else', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await fillCart(page, account, kit.name);
  await openCart(page);
  await page.route('**/api/checkout-session/', (route) =>
    route.fulfill({ status: 401, json: { message: 'Sign in again' } }),
  );
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');
  await expect(failure(page)).toHaveText('Your session has ended. Please log in again.');
  await submitLogin(page, account);
  await expect(page).toHaveURL('/cart');
  await expect(rowOf(page, kit.name)).toBeVisible();

  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(page).toHaveURL('/account/login?returnUrl=%2Fcart');
  await submitLogin(page, await register(request));
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
});

test('[C-03] a coupon takes its discount off as a line of its own, and is taken back again', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  const code = page.getByRole('textbox', { name: 'Coupon code' });
  await applyCoupon(page, ' ');
  await expect(code).toHaveAccessibleDescription('Enter a coupon code');
  await applyCoupon(page, 'NOSUCHCODE');
  await expect(code).toHaveAccessibleDescription('This coupon code is not known.');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill('NOSUCH');
  await expect(code).toHaveAccessibleDescription('');

  await applyCoupon(page, ' tenoff ');
  await expect(amountOf(page, 'Discount')).toHaveText('−$14.00');
  await expect(code).toHaveValue('');
  await expect(code).toHaveAccessibleDescription('');
  await expect(amountOf(page, 'Subtotal')).toHaveText('$140.00');
  await expect(amountOf(page, 'Total')).toHaveText('$126.00');
  await rowOf(page, kit.name).getByRole('button', { name: 'Increase quantity' }).click();
  await expect(amountOf(page, 'Discount')).toHaveText('−$28.00');
  await expect(amountOf(page, 'Total')).toHaveText('$252.00');

  // A code that is refused leaves the one that was taken.
  await applyCoupon(page, 'NOSUCHCODE');
  await expect(code).toHaveAccessibleDescription('This coupon code is not known.');
  await expect(code).toHaveValue('NOSUCHCODE');
  await expect(amountOf(page, 'Total')).toHaveText('$252.00');
  await applyCoupon(page, 'TENOFF');
  await expect(code).toHaveValue('');
  await expect(amountOf(page, 'Discount')).toHaveText('−$28.00');

  await page.getByRole('button', { name: 'Remove coupon TENOFF' }).click();
  await expect(code).toBeFocused();
  await expect(page.getByText('Discount')).toHaveCount(0);
  await expect(amountOf(page, 'Total')).toHaveText('$280.00');
});

test('[C-03] a coupon that cannot be checked says so beside its field, and can be applied again', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await page.route('**/api/cart/quote', (route) => route.abort());
  await applyCoupon(page, 'TENOFF');
  const code = page.getByRole('textbox', { name: 'Coupon code' });
  await expect(code).toHaveAccessibleDescription('The coupon could not be checked. Please apply it again.');
  await expect(failure(page)).toBeEmpty();
  await page.unroute('**/api/cart/quote');
  await page.getByRole('button', { name: 'Apply Coupon' }).click();
  await expect(amountOf(page, 'Total')).toHaveText('$126.00');
});

test('[K-06] [E-08] the discounted total is posted once, however often the button is pressed, and the browser leaves to pay', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$3,672.00');
  const shown = {
    selected_options: [{ name: 'License', value: 'Single team' }],
    price_unit: 'license',
    license: expect.stringMatching(/./),
  };
  const posted: unknown[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/checkout-session/', async (route) => {
    posted.push(route.request().postDataJSON());
    await held;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Proceed Checkout' });
  await button.dblclick();
  await expect(button).toBeDisabled();
  await expect(page.getByTestId('spinner')).toBeVisible();
  answer();
  await expect(page).toHaveURL(/\/pay\/cs_test_/);
  expect(posted).toEqual([
    {
      amount: 3672,
      items: [
        { ...shown, product_id: kit.id, quantity: 2, price: 140, license: 'Apache-2.0' },
        { ...shown, product_id: calls.id, quantity: 1, price: 3_800 },
      ],
      coupon: 'TENOFF',
    },
  ]);
  await expect(page.getByText('$3,672.00').first()).toBeVisible();
});

test('a cart that a coupon pays for is ordered without a page to pay on', async ({ page, request }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await applyCoupon(page, 'ALLOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$0.00');
  await page.getByRole('button', { name: 'Get It for Free' }).click();
  await expect(page).toHaveURL(/\/success\?session_id=free_/);
  await expect(page.getByRole('heading', { name: 'It Is Yours' })).toBeVisible();
});

/** The order is answered, and the answer ends in the middle: no fault that anybody has a name for. */
function breakOffNextAnswer(page: Page) {
  return page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (!(input as Request).url.includes('/checkout-session')) return fetch(input, init);
      window.fetch = fetch;
      const body = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
      return Promise.resolve(new Response(body));
    };
  });
}

for (const [what, answer, said] of [
  [
    "the server's error field",
    { status: 409, json: { error: 'Sold out', message: 'Not this one' } },
    'Payment process failed: Sold out',
  ],
  [
    'the status and the text of what is no JSON',
    { status: 502, body: 'upstream is away' },
    'Payment process failed: HTTP 502: upstream is away',
  ],
  [
    'the status where nothing else is told',
    { status: 503, body: '' },
    'Payment process failed: HTTP 503: Service Unavailable',
  ],
  [
    'the missing address',
    { status: 200, json: { order_id: '1' } },
    'Payment process failed: No checkout URL received from server',
  ],
  [
    'an address that cannot be gone to',
    { status: 200, json: { checkout_url: 'http://[' } },
    'Failed to redirect to checkout. Please try again.',
  ],
  [
    'an address that is a script',
    { status: 200, json: { checkout_url: 'javascript:document.title="gone"' } },
    'Failed to redirect to checkout. Please try again.',
  ],
  ['nothing that is known', 'breaks off', 'Payment process failed: Unknown error'],
  [
    'the shop that cannot be reached',
    null,
    'Payment process failed: The shop could not be reached. Nothing was charged; please try again.',
  ],
] as const) {
  test(`[K-08] [K-09] a failed payment alerts with ${what}, and can be tried again`, async ({ page, request }) => {
    await fillCart(page, await register(request), kit.name);
    await openCart(page);
    if (answer === 'breaks off') await breakOffNextAnswer(page);
    else await page.route('**/api/checkout-session/', (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.getByRole('button', { name: 'Proceed Checkout' }).click();
    await expect(failure(page)).toHaveText(said);
    await expect(page).toHaveURL('/cart');
    await expect(rowOf(page, kit.name)).toBeVisible();
    await page.unroute('**/api/checkout-session/');
    await proceed(page);
  });
}

test('[K-09] who is sent to a payment page that does not come is told so, and can try again', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await page.route('**/api/checkout-session/', (route) =>
    route.fulfill({ json: { checkout_url: new URL('/api/nothing', page.url()).href, order_id: '1' } }),
  );
  await page.route('**/api/nothing', (route) => route.fulfill({ status: 204 }));
  const button = page.getByRole('button', { name: 'Proceed Checkout' });
  const refused = page.waitForResponse('**/api/nothing');
  await button.click();
  await refused;
  await expect(failure(page)).toHaveText('');
  await page.clock.fastForward(20_000);
  await expect(failure(page)).toHaveText('Failed to redirect to checkout. Please try again.');
  await page.unroute('**/api/checkout-session/');
  await proceed(page);
});

test('[C-12] [K-08] more than there is can be put into the cart, which says so; the payment refuses it', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), h100.name);
  await openCart(page);
  const row = rowOf(page, h100.name);
  await row.getByRole('spinbutton', { name: /^Machines/ }).fill('99');
  await expect(row.getByText(/^Only \d+ free\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Proceed Checkout' }).click();
  await expect(failure(page)).toHaveText(
    new RegExp(`^Payment process failed: Only \\d+ of ${h100.name} \\(Region: Oregon, GPUs: 1\\) can be had now\\.$`),
  );
});

test('a price that has changed since it was put into the cart is shown before paying, and is what is charged', async ({
  page,
  request,
}) => {
  await page.route(/\/api\/product(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"sale_price":140,', '"sale_price":99,');
    await route.fulfill({ response, body });
  });
  await signIn(page, await register(request), '/contact');
  await follow(page, '/products/category/all');
  await addFromList(page, kit.name);
  await openCart(page);
  const row = rowOf(page, kit.name);
  await expect(row.getByText('The price has changed from $99.00 to $140.00.')).toBeVisible();
  await expect(row.getByText('$140.00', { exact: true }).first()).toBeVisible();
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
  await proceed(page);
  await expect(page.getByText('$140.00').first()).toBeVisible();
});

test('[V-06] a price whose unit has changed since it was put into the cart says both', async ({ page, request }) => {
  await page.route(/\/api\/product(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"price_unit":"license"', '"price_unit":"seat"');
    await route.fulfill({ response, body });
  });
  await signIn(page, await register(request), '/contact');
  await follow(page, '/products/category/all');
  await addFromList(page, kit.name);
  await openCart(page);
  const row = rowOf(page, kit.name);
  await expect(row.getByText('The price has changed from $140.00/seat to $140.00/license.')).toBeVisible();
  await expect(row.getByText('1 license', { exact: true })).toBeVisible();
  await proceed(page);
});

test('without an answer about its prices the cart says nothing, and works as soon as there is one', async ({
  page,
  request,
}) => {
  await page.route('**/api/cart/quote', (route) => route.fulfill({ status: 500, body: '' }));
  await fillCart(page, await register(request), kit.name);
  const asked = page.waitForResponse('**/api/cart/quote');
  await openCart(page);
  await asked;
  await expect(failure(page)).toBeEmpty();
  await expect(amountOf(page, 'Total')).toHaveText('$140.00');
  await page.unroute('**/api/cart/quote');
  await rowOf(page, kit.name).getByRole('button', { name: 'Increase quantity' }).click();
  await proceed(page);
});

test('who cancels the payment comes back to the cart as it was; nothing is charged, and a reload does nothing again', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name, kit.name, calls.name);
  await openCart(page);
  await applyCoupon(page, 'TENOFF');
  await expect(amountOf(page, 'Total')).toHaveText('$3,672.00');
  await proceed(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(success(page)).toHaveText('The payment was cancelled and nothing was charged.');
  await expect(page).toHaveURL('/cart');
  await expect(rowOf(page, kit.name).getByRole('spinbutton')).toHaveValue('2');
  await expect(rowOf(page, calls.name).getByRole('spinbutton')).toHaveValue('1');
  await expect(amountOf(page, 'Total')).toHaveText('$3,672.00');

  const asked: string[] = [];
  page.on('request', (sent) => sent.method() === 'POST' && asked.push(sent.url()));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  expect(asked).toEqual([]);
  await follow(page, '/profile/order');
  await expect(page.getByRole('listitem').filter({ hasText: kit.name }).getByText('Cancelled')).toBeVisible();
});

test('an order that is paid already cannot be cancelled by an address, and fills no cart', async ({
  page,
  request,
}) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await proceed(page);
  await payByCard(page);
  const order = await page.getByRole('link', { name: 'View order' }).getAttribute('href');
  const id = new URLSearchParams(order?.split('?')[1]).get('id');
  await open(page, `/cart?cancelled=${id}`);
  await expect(failure(page)).toHaveText('This order has been paid already. It stands in My Orders.');
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await open(page, '/cart?cancelled=NOSUCHORDER');
  await expect(failure(page)).toHaveText('Your cart could not be filled again. What you ordered stands in My Orders.');
});

test("[E-13] without a key the card provider's script is not loaded", async ({ page, request, leaveShop }) => {
  await fillCart(page, await register(request), kit.name);
  await openCart(page);
  await expect(page.getByRole('button', { name: 'Proceed Checkout' })).toBeEnabled();
  expect(leaveShop).toEqual([]);
  expect((await page.request.get('/cart')).headers()['content-security-policy']).not.toContain('stripe');
});
