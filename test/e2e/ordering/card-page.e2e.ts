// The card page of the payment sandbox, in a process of its own, with a shop elsewhere to come back to.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import Stripe from 'stripe';
import { type ServerProcess, startProcess } from '../../processes/server-process.ts';
import { faults } from '../accessible.ts';

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const expiry = `12/${(new Date().getFullYear() + 2) % 100}`;

/** Where buyers come from and are sent back to. */
let shop: string;
let shopServer: Server;
let folder: string;
let sandbox: ServerProcess;
let stripe: Stripe;

// One sandbox for all of them: each test of a file that runs side by side would start its own.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  // Processes of their own open within seconds; a busy machine takes longer.
  test.setTimeout(120_000);
  shopServer = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>the shop'));
  await once(shopServer.listen(0, '127.0.0.1'), 'listening');
  shop = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'hearth-payments-'));
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    METHODS: 'card,us_bank_account',
    WEBHOOK_URL: 'http://127.0.0.1:9/',
    LOG_LEVEL: 'silent',
  };
  const script = join(import.meta.dirname, '../../../packages/payment-sandbox/src/serve.ts');
  sandbox = await startProcess([script], { environment }).opened;
  const { hostname, port } = new URL(sandbox.address);
  stripe = new Stripe(secretKey, { protocol: 'http', host: hostname, port });
});
test.afterAll(async () => {
  await sandbox.stop();
  shopServer.closeAllConnections();
  shopServer.close();
  await rm(folder, { recursive: true });
});

/** Opens the page of a new session. */
async function open(page: Page, methods = ['card']): Promise<Stripe.Checkout.Session> {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    allowed_payment_method_types: methods,
    customer_email: 'ada@example.com',
    line_items: [
      { quantity: 2, price_data: { currency: 'usd', unit_amount: 249, product_data: { name: 'H100, one hour' } } },
      { price_data: { currency: 'usd', unit_amount: 752, product_data: { name: 'Document pipeline' } } },
    ],
    success_url: `${shop}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop}/cart`,
  });
  await page.goto(session.url ?? '');
  return session;
}

/** All but the e-mail address, which is there already. */
async function fillIn(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill(expiry);
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Country').selectOption('United Kingdom');
  await page.getByLabel('Postcode').fill('SW1A 1AA');
}

/** Chooses the bank account, where there is also a card. */
async function openDebit(page: Page) {
  const session = await open(page, ['card', 'us_bank_account']);
  await page.getByText('Pay from a US bank account').click();
  return session;
}

const pay = (page: Page) => page.getByRole('button', { name: 'Pay $12.50' }).click();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a card that works pays, and leads back to the shop', async ({ page }) => {
      const { id } = await open(page);
      await fillIn(page, '4242 4242 4242 4242');
      await pay(page);
      await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
    });

    test('a declined card leaves all but the card in its place', async ({ page }) => {
      await open(page);
      await fillIn(page, '4000 0000 0000 0002');
      await pay(page);
      await expect(page.getByRole('alert')).toContainText('Your card was declined.');
      await expect(page.getByLabel('Card number')).toBeFocused();
      await expect(page.getByLabel('Card number')).toHaveValue('');
      await expect(page.getByLabel('Security code')).toHaveValue('');
      await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace');
      await expect(page.getByLabel('Country')).toHaveValue('GB');
    });

    test('a card whose bank asks is confirmed before it pays', async ({ page }) => {
      const { id } = await open(page);
      await fillIn(page, '4000 0027 6000 3184');
      await pay(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Confirm this payment' })).toBeVisible();
      await page.getByRole('button', { name: 'Fail authentication' }).click();
      await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.');
      await fillIn(page, '4000 0027 6000 3184');
      await pay(page);
      await page.getByRole('button', { name: 'Complete authentication' }).click();
      await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
    });

    test('what is missing is said beside its field, the first of which waits for it', async ({ page }) => {
      await open(page);
      await pay(page);
      await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Type your card number.');
      await expect(page.getByLabel('Card number')).toBeFocused();
      await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    });
  });
}

test('whoever cancels is back in the shop, and may still pay', async ({ page }) => {
  const { id } = await open(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${shop}/cart`);
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a bank account is debited: the shop is led back to at once, and the money comes later', async ({ page }) => {
      const { id } = await openDebit(page);
      await page.getByLabel('Account holder').fill('Ada Lovelace');
      await page.getByLabel('Routing number').fill('110000000');
      await page.getByLabel('Account number').fill('12');
      await page.getByRole('button', { name: 'Debit $12.50' }).click();
      await expect(page.getByLabel('Account number')).toBeFocused();
      await page.getByLabel('Account number').fill('000123456789');
      await page.getByRole('button', { name: 'Debit $12.50' }).click();
      await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
      });
    });
  });
}

test('all of it can be done with the keyboard alone', async ({ page }) => {
  const { id } = await open(page);
  await page.getByText('More test cards').press('Enter');
  await page.getByRole('button', { name: 'Use 3782 822463 10005' }).press('Enter');
  await expect(page.getByLabel('Name on card')).toBeFocused();
  await expect(page.getByLabel('Security code')).toHaveValue('1234');
  await expect(page.getByText('American Express', { exact: true })).toBeVisible();
  await expect(page.getByText('Refused by the bank')).toBeHidden();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ireland');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $12.50' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
});

test('a test account is taken from the list', async ({ page }) => {
  const { id } = await openDebit(page);
  await page.getByRole('button', { name: 'Use 000123456789' }).click();
  await expect(page.getByLabel('Account holder')).toBeFocused();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
});

test('a number is typed in groups, a date with its slash, and the brand is told', async ({ page }) => {
  await open(page);
  await page.getByLabel('Card number').pressSequentially('4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(page.getByText('Visa', { exact: true })).toBeVisible();
  await page.getByLabel('Expiry date').pressSequentially('1230');
  await expect(page.getByLabel('Expiry date')).toHaveValue('12/30');
  for (let count = 0; count < 3; count++) await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Expiry date')).toHaveValue('12');
});

test('a test card is taken from the list', async ({ page }) => {
  const { id } = await open(page);
  await page.getByRole('button', { name: 'Use 4242 4242 4242 4242' }).click();
  await expect(page.getByLabel('Name on card')).toBeFocused();
  await page.getByLabel('Name on card').fill('Ada Lovelace');
  await page.getByLabel('Country').selectOption('Ireland');
  await pay(page);
  await expect(page).toHaveURL(`${shop}/success?session_id=${id}`);
});

test('the theme that was chosen in the shop holds here too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const { url } = await open(page);
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto(url ?? '');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(7, 8, 11)');
});

const states: Record<string, (page: Page) => Promise<unknown>> = {
  'the form': (page) => open(page),
  'the form with every test card': async (page) => {
    await open(page);
    await page.getByText('More test cards').click();
    await page.getByText('Other brands').waitFor();
  },
  'the form for a bank account with faults': async (page) => {
    await openDebit(page);
    await page.getByRole('button', { name: 'Debit $12.50' }).click();
    await page.getByText('Type your account number.').waitFor();
  },
  'a session that waits for its money': async (page) => {
    const { url } = await openDebit(page);
    await page.getByRole('button', { name: 'Use 000000000009' }).click();
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop}/**`);
    await page.goto(url ?? '');
    await page.getByRole('heading', { name: 'This payment is done here' }).waitFor();
  },
  'the form with faults': async (page) => {
    await open(page);
    await pay(page);
    await page.getByText('Type your card number.').waitFor();
  },
  'the form after a refusal': async (page) => {
    await open(page);
    await fillIn(page, '4000 0000 0000 9995');
    await pay(page);
    await page.getByRole('alert').waitFor();
  },
  'the page of the bank': async (page) => {
    await open(page);
    await fillIn(page, '4000 0027 6000 3184');
    await pay(page);
    await page.getByRole('heading', { name: 'Confirm this payment' }).waitFor();
  },
  'an expired session': async (page) => {
    const { id } = await open(page);
    await stripe.checkout.sessions.expire(id);
    await page.reload();
    await page.getByRole('heading', { name: 'This payment is closed' }).waitFor();
  },
};

for (const [state, reach] of Object.entries(states)) {
  test(`${state} is accessible and fits its width, on a desk and on a phone, light and dark`, async ({ page }) => {
    await reach(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await faults(page)).toEqual([]);
    }
  });
}
