// The way of a product from somebody who wants to sell to somebody who asks about it, with the three people that it takes.
import type { Browser, Page } from '@playwright/test';
import { type Account, readMail, register, signIn } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|404|409)/ });

const main = (page: Page) => page.getByRole('main');
const box = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true });
const submitting = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Submit application' });
const decision = (page: Page) => page.getByRole('form', { name: 'Decision' });

async function another(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.SHOP_ADDRESS ?? '' });
  return context.newPage();
}

async function apply(page: Page, account: Account, name: string) {
  await signIn(page, account, '/profile/products-management');
  await main(page).getByRole('link', { name: 'Become a seller' }).last().click();
  await main(page).getByRole('button', { name: 'Start your application' }).click();
  await box(page, 'Name of the shop').fill(name);
  await box(page, 'Address of its page').fill(name.toLowerCase().replace(' ', '-'));
  await box(page, 'Person or company, with a postal address').fill('Ada Lovelace\n1 Main Street, London');
  await main(page).getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await box(page, 'What you sell').fill('Data.');
  await box(page, 'Where buyers reach you').fill(account.email);
  await main(page)
    .getByRole('checkbox', { name: /^I accept/ })
    .check();
  await expect(submitting(page).getByRole('heading')).toHaveText('Nothing is missing');
  await submitting(page).getByRole('button', { name: 'Submit application' }).click();
  await expect(main(page).getByText('You get a mail once it is decided.')).toBeVisible();
}

/** Opens what waits under this name. */
async function look(page: Page, name: string) {
  await open(page, '/profile/pending-approvals');
  await page.getByRole('navigation', { name: 'Waiting' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
}

test('[S-02] [S-08] somebody applies, is returned, applies again and is let in; what they list is approved, sold and asked about', async ({
  page: seller,
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const [owner, decider, buyer] = [await register(request), await makeStaff(request), await register(request)];
  const [staff, visitor] = [await another(browser), await another(browser)];
  const name = `Journey ${owner.username.split(' ')[1]}`;

  await apply(seller, owner, name);
  await signIn(staff, decider, '/profile/pending-approvals');
  await look(staff, name);
  await decision(staff).getByRole('textbox', { name: 'Reason, if you return it' }).fill('Say which data you sell.');
  await decision(staff).getByRole('button', { name: 'Return with reason' }).click();
  await readMail(owner.email, /came back|returned/);

  await open(seller, '/profile/become-a-seller');
  await expect(main(seller).getByText('Say which data you sell.')).toBeVisible();
  await main(seller).getByRole('region', { name: 'What you sell' }).getByRole('button', { name: 'Change' }).click();
  await box(seller, 'What you sell').fill('Recordings of bird song, with the names of the birds.');
  await expect(submitting(seller).getByText('Saved', { exact: true })).toBeVisible();
  await submitting(seller).getByRole('button', { name: 'Submit application' }).click();
  await expect(main(seller).getByText('You get a mail once it is decided.')).toBeVisible();
  await look(staff, name);
  await decision(staff).getByRole('button', { name: 'Approve' }).click();
  await expect(staff.getByTestId('alert-area').getByRole('status')).toContainText(name);

  const product = `Bird Song of ${name}`;
  await open(seller, '/profile/products-management/new');
  await seller.getByLabel('Name').fill(product);
  await seller.getByRole('radio', { name: /^Data/ }).check();
  await seller.getByRole('button', { name: 'Create draft' }).click();
  await seller
    .getByLabel('Description')
    .fill('Songs of two hundred kinds of birds, recorded at dawn and named by ear.');
  await seller.getByLabel('Price in dollars').fill('120');
  await seller.getByRole('combobox', { name: 'License', exact: true }).fill('CC-BY-4.0');
  await seller.getByRole('group', { name: 'Personal data' }).getByRole('radio', { name: 'No' }).check();
  await expect(seller.getByRole('region', { name: /things? before you can submit/ })).toHaveCount(0);
  await seller.getByRole('button', { name: 'Submit for approval' }).click();
  await expect(seller.getByText(/^It waits for a decision since/)).toBeVisible();
  await look(staff, product);
  await decision(staff).getByRole('button', { name: 'Approve' }).click();
  await expect(staff.getByTestId('alert-area').getByRole('status')).toContainText('on sale');

  const mail = await readMail(owner.email, /is approved$/);
  const path = new URL(mail.text.match(/^http\S+\/products\/id\/\S+$/m)?.[0] ?? '').pathname;
  await signIn(visitor, buyer, path);
  await expect(visitor.getByRole('heading', { level: 1, name: product })).toBeVisible();
  await visitor.getByRole('link', { name, exact: true }).click();
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
  await visitor.getByRole('link', { name: product }).first().click();
  await visitor.getByRole('link', { name: 'Ask the seller' }).click();
  await visitor.getByRole('textbox', { name: 'Your message' }).fill('Are there owls?');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await readMail(owner.email, /has written to you/);

  // Paused products leave the shop of everybody at once, so the lists of other tests do not change.
  await open(seller, '/profile/products-management');
  await seller.getByRole('link', { name: product }).click();
  await seller.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(async () => (await request.get(path)).status()).toBe(404);
});
