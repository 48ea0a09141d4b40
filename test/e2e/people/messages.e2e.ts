import { faults } from '../accessible.ts';
import { readMail, register, signIn } from '../account.ts';
import { sell } from '../sales.ts';
import { accountIdOf, giveProduct, makeShop } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

/** Product of the demo catalogue; no other test asks its seller. */
const product = { id: 'far-field-wake-words', name: /Wake Words/ };

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

test('[S-12] a visitor asks the seller of a product, is led through the login, and gets an answer', async ({
  page,
  browser,
  request,
}) => {
  const shop = await makeShop(request);
  await giveProduct(shop, product.id);
  const buyer = await register(request);
  await open(page, `/products/id/${product.id}`);
  await page.getByRole('link', { name: 'Ask the seller' }).click();
  await expect(page).toHaveURL(/\/account\/login\?returnUrl=/);

  await signIn(page, buyer, `/profile/messages/new?product=${product.id}`);
  await expect(page.getByText(shop.name)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Your message' });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Write a message')).toBeVisible();
  await field.fill('Is there <b>Klingon</b> in it?\nSee https://example.com');
  await field.press('Control+Enter');
  await expect(page).toHaveURL(/\/profile\/messages\/(?!new)[\w-]+$/);
  const threadId = new URL(page.url()).pathname.split('/').at(-1);
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(messages).toHaveCount(1);
  await expect(messages.first()).toContainText('Is there <b>Klingon</b> in it?');
  await expect(messages.getByRole('link')).toHaveCount(0);
  expect(await faults(page)).toEqual([]);

  const mail = await readMail(shop.account.email, /has written to you/);
  expect(mail.text).not.toContain('Klingon');
  expect(mail.text).toContain(`/profile/messages/${threadId}?seller=${shop.address}`);

  const context = await browser.newContext({ baseURL: process.env.SHOP_ADDRESS ?? '' });
  const counter = await context.newPage();
  await signIn(counter, shop.account, '/profile/messages');
  await expect(
    counter.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: /^Messages/ }),
  ).toHaveText(/1 unread/);
  await counter.getByRole('link', { name: shop.name, exact: true }).click();
  await counter.getByRole('link', { name: product.name }).click();
  await counter.getByRole('textbox', { name: 'Your message' }).fill('Sorry, no Klingon.');
  await counter.getByRole('button', { name: 'Send' }).click();
  await expect(counter.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2);
  await expect(counter.getByText(/unread/)).toHaveCount(0);

  // Coming back to the page shows what is new.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(messages).toHaveCount(2);
  await expect(messages.last()).toContainText('Sorry, no Klingon.');

  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked messages')).toBeVisible();
  await counter.getByRole('textbox', { name: 'Your message' }).fill('Buy it anyway!');
  await counter.getByRole('button', { name: 'Send' }).click();
  await expect(counter.getByText('This customer takes no more messages from your shop.')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'What is wrong' }).fill('They do not stop.');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('You have reported this conversation.')).toBeVisible();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('textbox', { name: 'Your message' })).toBeVisible();
});

test('[S-12] a buyer writes about an order from My Orders, and a shop to the buyer from its sales, in one thread', async ({
  page,
  request,
}) => {
  const shop = await makeShop(request);
  const account = await register(request);
  const orderId = await sell(shop, { account, accountId: await accountIdOf(request, account) }, { Whales: 5 });
  await signIn(page, account, `/profile/order?id=${orderId}`);
  await page.getByRole('button', { name: 'More about Whales' }).click();
  await page.getByRole('link', { name: 'Write to the seller' }).click();
  await page.getByRole('textbox', { name: 'Your message' }).fill('Where are they?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${orderId}` })).toBeVisible();

  await signIn(page, shop.account, `/profile/sales?id=${orderId}`);
  await page.getByRole('link', { name: 'Write to the buyer' }).click();
  await page.getByRole('textbox', { name: 'Your message' }).fill('In the sea.');
  await page.getByRole('button', { name: 'Send' }).click();
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(messages).toHaveCount(2);
  await expect(messages.last()).toContainText('In the sea.');
});

test("[S-12] without messages the screen says how one begins; the operator's products lead to the contact page", async ({
  page,
  request,
}) => {
  await signIn(page, await register(request), '/profile/messages');
  await expect(page.getByText('There are no messages yet.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await open(page, '/profile/messages/new?product=h100-sxm-80gb');
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible();
  await open(page, '/profile/messages/none');
  await expect(page.getByText('There is no such conversation.')).toBeVisible();
});
