import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { recordEvent } from '../../../src/api/event/event.store.ts';
import { faults } from '../accessible.ts';
import { register, signIn, tokensOf } from '../account.ts';
import { addMember, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400/ });

/** A machine of the seller's, which refuses what comes first. */
async function receiver() {
  const received: Array<{ headers: Record<string, string>; body: string }> = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
    received.push({ headers: incoming.headers as Record<string, string>, body });
    outgoing.writeHead(received.length === 1 ? 500 : 200).end(received.length === 1 ? 'not yet' : 'taken');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `http://127.0.0.1:${port}/hooks`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('[S-13] an owner makes a key, which is shown once and works until it is revoked', async ({ page, request }) => {
  const shop = await makeShop(request);
  await signIn(page, shop.account, '/profile');
  await page.getByRole('link', { name: 'Keys and Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keys and Webhooks' })).toBeVisible();
  await expect(page.getByText('There is no key yet.')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect(dialog.getByText('Say what the key is for')).toBeVisible();
  await expect(dialog.getByText('Choose at least one')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Warehouse');
  await dialog.getByRole('checkbox', { name: 'Read figures' }).check();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const key = (await page.getByRole('status', { name: 'Key' }).textContent()) ?? '';
  expect(key).toMatch(/^hearth_sk_\w{38}$/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(key)).toHaveCount(0);
  const row = page.getByRole('list', { name: 'Keys' }).getByRole('listitem').filter({ hasText: 'Warehouse' });
  await expect(row).toContainText('Read figures');
  await expect(row).toContainText('Never used');

  const asked = () =>
    request.get(`/api/seller/${shop.sellerId}/figures`, { headers: { authorization: `Bearer ${key}` } });
  expect((await asked()).status()).toBe(200);
  await page.reload();
  await expect(row).toContainText('Used last');
  await row.getByRole('button', { name: 'Revoke the key for Warehouse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(row).toContainText('Revoked');
  expect((await asked()).status()).toBe(401);
});

test('[S-13] a webhook is added, tried, told of a sale, looked into and sent to again', async ({ page, request }) => {
  const machine = await receiver();
  const shop = await makeShop(request);
  await signIn(page, shop.account, '/profile/shop-keys');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await address.fill('https://10.0.0.1/hooks');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('no public address')).toBeVisible();
  await address.fill(machine.url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = (await page.getByRole('status', { name: 'Secret' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();

  await page.getByRole('link', { name: machine.url }).click();
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test was not taken. It answered 500.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(/^The test was taken: it answered 200/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByRole('row')).toHaveCount(3);

  const orderId = 'BIRDCALLS123';
  const order = { order_id: orderId, paid_at: new Date().toISOString(), lines: [] };
  await inShop(({ kysely }) => recordEvent(kysely, shop.sellerId, 'order.paid', order));
  await expect.poll(() => machine.received.length).toBe(3);
  const paid = machine.received[2];
  expect(new Webhook(secret).verify(paid?.body ?? '', paid?.headers ?? {})).toMatchObject({
    type: 'order.paid',
    data: { order_id: orderId },
  });
  await page.reload();
  const row = table.getByRole('row').filter({ hasText: 'An order is paid' });
  await expect(row).toContainText('Delivered');
  expect(await faults(page)).toEqual([]);
  await row.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Attempt 1' })).toContainText('It answered 200');
  await expect(page.getByText(orderId)).toBeVisible();
  await page.getByText('Request', { exact: true }).click();
  await expect(page.getByText(/webhook-signature: v1,/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('region', { name: 'Attempt 2' })).toContainText('It answered 200');
  expect(machine.received[3]?.headers['webhook-id']).toBe(paid?.headers['webhook-id']);

  await page.getByRole('link', { name: 'All deliveries' }).click();
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new secret' }).click();
  await expect(page.getByRole('status', { name: 'Secret' })).toContainText('whsec_');
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText('with the secret of before, too')).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByText('Nobody is told yet.')).toBeVisible();
  machine.close();
});

test.describe('a sign-in that is too old', () => {
  test.use({ expectedNoise: /the server responded with a status of 409/ });

  test('[B-03] is proved again over the key that is asked for, which is made after that', async ({ page, request }) => {
    const shop = await makeShop(request);
    await signIn(page, shop.account, '/profile/shop-keys');
    const refusal = { code: 'conflict', refusal: 'sign_in_again', message: 'Sign in first.', request_id: 'one' };
    await page.route(`**/api/seller/${shop.sellerId}/key`, async (route) => {
      if (route.request().method() === 'POST') await route.fulfill({ status: 409, json: refusal });
      else await route.fallback();
    });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Warehouse');
    await dialog.getByRole('checkbox', { name: 'Read figures' }).check();
    await dialog.getByRole('button', { name: 'Make key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    // The dialog that asks is loaded when it is needed.
    await expect(proof).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(proof).toBeHidden();
    await expect(dialog.getByText('Sign in first.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Make key' }).click();
    await page.unroute(`**/api/seller/${shop.sellerId}/key`);
    await proof.getByRole('textbox', { name: 'Your password or authentication code' }).fill(shop.account.password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('status', { name: 'Key' })).toContainText('hearth_sk_');
  });

  test('[B-03] is asked for no more by who has left the screen, and nothing is done later', async ({
    page,
    request,
  }) => {
    const shop = await makeShop(request);
    await signIn(page, shop.account, '/profile/shop');
    await page.getByRole('link', { name: 'Keys and Webhooks' }).click();
    const refusal = { code: 'conflict', refusal: 'sign_in_again', message: 'Sign in first.', request_id: 'one' };
    let asked = 0;
    await page.route(`**/api/seller/${shop.sellerId}/key`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      asked += 1;
      await route.fulfill({ status: 409, json: refusal });
    });
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('textbox', { name: 'What it is for' }).fill('Warehouse');
    await dialog.getByRole('checkbox', { name: 'Read figures' }).check();
    await dialog.getByRole('button', { name: 'Make key' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof).toBeVisible();
    await page.goBack();
    await page.waitForURL('**/profile/shop');
    await expect(proof).toBeHidden();
    await page.goForward();
    await expect(page.getByRole('button', { name: 'New key' })).toBeVisible();
    await expect(proof).toBeHidden();
    expect(asked).toBe(1);
  });
});

test('[S-13] who makes somebody else less than an owner is told which keys and webhooks end, and keeps them', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const other = await register(request);
  await addMember(request, { sellerId: shop.sellerId, account: other, role: 'owner' });
  const headers = { authorization: `Bearer ${(await tokensOf(request, other)).IdToken}` };
  const key = { name: 'Warehouse', scopes: ['refundOrders'] };
  expect((await request.post(`/api/seller/${shop.sellerId}/key`, { headers, data: key })).status()).toBe(201);
  const webhook = { url: 'https://example.com/hooks', events: ['order.paid'], enabled: true };
  expect((await request.post(`/api/seller/${shop.sellerId}/webhook`, { headers, data: webhook })).status()).toBe(201);
  await signIn(page, shop.account, '/profile/shop');
  await page.getByRole('combobox', { name: `Role of ${other.username}` }).selectOption('editor');
  const dialog = page.getByRole('dialog', { name: `Make ${other.username} editor?` });
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Key Warehouse hearth_sk_/,
    'Webhook https://example.com/hooks',
  ]);
  expect(await faults(page)).toEqual([]);
  await expect(dialog.getByRole('radio', { name: 'Revoke 1 key, switch off 1 webhook' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Keep them as mine' }).check();
  await dialog.getByRole('button', { name: 'Make editor' }).click();
  await expect(page.getByText(`${other.username} is editor now`)).toBeVisible();
  await page.goto('/profile/shop-keys');
  await expect(page.getByText(`Created by ${other.username}, kept by ${shop.account.username}`)).toBeVisible();
  const webhooks = page.getByRole('list', { name: 'Webhooks' });
  await expect(webhooks.getByText(`Created by ${other.username}`)).toBeVisible();
  await expect(webhooks.getByText('On', { exact: true })).toBeVisible();
});
