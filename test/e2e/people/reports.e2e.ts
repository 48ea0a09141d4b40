// Conversations that were reported, as the staff find, read and decide them; and where unread messages are opened.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, readMail, register, signIn, signInByForm, tokensOf } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { sell } from '../sales.ts';
import { accountIdOf, makeShop, type Shop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Back office' });
const chosen = (page: Page) => page.getByRole('navigation', { name: 'Whose messages' }).locator('[aria-current]');

async function callAs(request: APIRequestContext, account: Account, path: string, data: object) {
  const { IdToken } = await tokensOf(request, account);
  const response = await request.post(`/api${path}`, { headers: { authorization: `Bearer ${IdToken}` }, data });
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** A shop, a buyer who has asked it about an order, and the thread. */
async function asked(request: APIRequestContext, text: string) {
  const shop = await makeShop(request);
  const buyer = await register(request);
  const orderId = await sell(shop, { account: buyer, accountId: await accountIdOf(request, buyer) }, { Whales: 5 });
  const { thread_id: threadId } = await callAs(request, buyer, '/thread', { order_id: orderId, text });
  return { shop, buyer, orderId, threadId: threadId as string };
}

const support = (page: Page) => makeStaff(page.request, 'support');

const aReport = (request: APIRequestContext, { account, sellerId }: Shop, threadId: string, reason: string) =>
  callAs(request, account, `/seller/${sellerId}/thread/${threadId}/report`, { reason });

test('[S-12] the staff find a report, read the conversation, warn whoever was reported, and both hear of it', async ({
  page,
}) => {
  const { shop, buyer, orderId, threadId } = await asked(page.request, 'Send it, or else!\n<b>Now</b>');
  await aReport(page.request, shop, threadId, 'They threaten us.');
  await signInByForm(page, await support(page));
  await page.goto('/admin');
  await page.getByRole('link', { name: /reports? of (a )?conversations?/ }).click();
  await expect(page).toHaveURL('/admin/reports');
  await expect(rail(page).getByRole('link', { name: /^Reports/ })).toContainText('waiting');
  await page.getByRole('searchbox', { name: 'Shop or buyer' }).fill(shop.name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=SALTMARSH/);
  const reports = page.getByRole('list', { name: 'Reports' }).getByRole('listitem');
  await expect(reports).toHaveCount(1);
  await expect(reports).toContainText(`${shop.name} reported ${buyer.username}`);

  await reports.getByRole('link', { name: `Order ${orderId}` }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, `Order ${orderId}`)).toBeVisible();
  await expect(page.getByText('They threaten us.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('<b>Now</b>');

  await page.getByRole('button', { name: 'Decide' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Decide about this conversation' });
  await dialog.getByRole('radio', { name: `Warn ${buyer.username}` }).check();
  await dialog.getByRole('button', { name: 'Warn' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expect(dialog.getByText('Say why: they read it.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Threats are not allowed.');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('First time.');
  await dialog.getByRole('button', { name: 'Warn' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('First time.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Report', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Decide' })).toHaveCount(0);

  const warned = await readMail(buyer.email, /A warning about your messages/);
  expect(warned.text).toContain('Threats are not allowed.');
  expect(warned.text).toContain(`/profile/messages/${threadId}`);
  const reportMail = await readMail(shop.account.email, /Your report about/);
  expect(reportMail.text).toContain(`We have warned ${buyer.username}.`);
  expect(reportMail.text).toContain(`/profile/messages/${threadId}?seller=${shop.address}`);
  expect(reportMail.text).not.toContain('First time.');

  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('combobox', { name: 'State' }).selectOption('decided');
  await expect(page).toHaveURL(/state=decided/);
  await expect(page.getByRole('list', { name: 'Reports' })).toContainText('Warned');
});

test('[S-12] messages that the staff have stopped cannot be written, until they can again', async ({
  page,
  browser,
}) => {
  const { shop, buyer, threadId } = await asked(page.request, 'Where are they?');
  await aReport(page.request, shop, threadId, 'Spam.');
  await signInByForm(page, await support(page));
  await page.goto(`/admin/reports/${threadId}`);
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('radio', { name: /^Stop/ }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('No spam.');
  await page.getByRole('textbox', { name: 'Note' }).fill('Spam.');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop messages' }).click();
  await expect(page.getByText('Stopped by the staff')).toBeVisible();

  const context = await browser.newContext({ baseURL: process.env.SHOP_ADDRESS ?? '' });
  const theirs = await context.newPage();
  await signIn(theirs, buyer, `/profile/messages/${threadId}`);
  await expect(theirs.getByText('We have ended the messages')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Your message' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Let them write again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let them write' }).click();
  await expect(page.getByText('Stopped by the staff')).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole('textbox', { name: 'Your message' })).toBeVisible();
  await context.close();
});

test('[B-01] the screens of reports fit and everybody can use them, whatever was written', async ({ page }) => {
  test.slow();
  const { shop, threadId } = await asked(page.request, `${'x'.repeat(400)} \u202Eevil مرحبا`);
  await aReport(page.request, shop, threadId, 'w'.repeat(400));
  await signInByForm(page, await support(page));
  for (const path of [`/admin/reports?q=${shop.address}`, `/admin/reports/${threadId}`, '/admin/reports?q=nobody']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expectFitAndAccessible(page);
  }
  await page.goto(`/admin/reports/${threadId}`);
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('radio', { name: /^Warn/ }).check();
  await expectFitAndAccessible(page);
});

test('[S-12] Messages opens where something is unread, and stays where one has chosen to be', async ({ page }) => {
  const { shop, orderId } = await asked(page.request, 'Where are they?');
  await signIn(page, shop.account, '/profile/messages');
  await expect(page.getByRole('link', { name: `Order ${orderId}` })).toBeVisible();
  await expect(page).toHaveURL(`/profile/messages?seller=${shop.address}`);
  await expect(chosen(page)).toHaveText(shop.name);
  await page.getByRole('link', { name: 'As a buyer' }).click();
  await expect(page.getByText('There are no messages yet.')).toBeVisible();
  await expect(chosen(page)).toHaveText('As a buyer');
  await page.reload();
  await expect(page.getByText('There are no messages yet.')).toBeVisible();
  await expect(chosen(page)).toHaveText('As a buyer');
});
