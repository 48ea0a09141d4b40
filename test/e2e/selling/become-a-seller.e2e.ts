import type { Page } from '@playwright/test';
import { expectFitAndAccessible } from '../accessible.ts';
import { type Account, readMail, register, signIn } from '../account.ts';
import { expect, open, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|404|409)|net::ERR_FAILED/ });

const main = (page: Page) => page.getByRole('main');
const missing = (page: Page) => page.getByRole('complementary').filter({ hasText: 'Submit application' });
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true });

async function start(page: Page, account: Account) {
  await signIn(page, account, '/profile/products-management');
  await expect(page.getByText('You have no shop here yet.')).toBeVisible();
  await main(page).getByRole('link', { name: 'Become a seller' }).last().click();
  await expect(page).toHaveURL('/profile/become-a-seller');
  await main(page).getByRole('button', { name: 'Start your application' }).click();
  await expect(missing(page).getByRole('heading')).toHaveText('7 things are missing');
}

/** A name and an address that no other test has. */
const nameOf = ({ username }: Account) => `Alder ${username.split(' ')[1]}`;
const addressOf = (account: Account) => nameOf(account).toLowerCase().replace(' ', '-');

async function fill(page: Page, account: Account) {
  await field(page, 'Name of the shop').fill(nameOf(account));
  await field(page, 'Address of its page').fill(addressOf(account));
  await field(page, 'Person or company, with a postal address').fill('Ada Lovelace\n1 Main Street, London');
  await main(page).getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await field(page, 'What you sell').fill('Recordings of spoken English.');
  await main(page)
    .getByRole('checkbox', { name: /^I accept/ })
    .check();
}

test('[S-01] an application saves itself, lists exactly what is missing, leads there, and is submitted when nothing is', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await start(page, account);
  const submit = missing(page).getByRole('button', { name: 'Submit application' });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await missing(page).getByRole('link', { name: 'Say what you sell' }).click();
  await expect(field(page, 'What you sell')).toBeFocused();
  await submit.press('Enter');
  await expect(field(page, 'Name of the shop')).toBeFocused();

  await field(page, 'Address of its page').fill('admin');
  await expect(field(page, 'Address of its page')).toHaveAccessibleDescription(/kept for the marketplace/);
  await fill(page, account);
  await expect(missing(page).getByRole('listitem')).toHaveText(['Name the address where buyers get help']);
  await field(page, 'Where buyers reach you').fill(account.email);
  await expect(missing(page).getByRole('heading')).toHaveText('Nothing is missing');
  await expect(missing(page).getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  const shop = main(page).getByRole('region', { name: 'Your shop' });
  await expect(shop.getByText(nameOf(account), { exact: true })).toBeVisible();
  await expect(shop.getByRole('textbox')).toHaveCount(0);
  await shop.getByRole('button', { name: 'Change' }).click();
  await expect(field(page, 'Name of the shop')).toHaveValue(nameOf(account));

  await missing(page).getByRole('button', { name: 'Submit application' }).click();
  await expect(main(page).getByText('You get a mail once it is decided.')).toBeVisible();
  await readMail(account.email, /^We have got the application of Alder/);
  await open(page, '/profile/products-management');
  await expect(page.getByText(/is being read\./)).toBeVisible();
  await main(page).getByRole('link', { name: 'See the application' }).click();
  await main(page).getByRole('button', { name: 'Withdraw to change it' }).click();
  await expect(missing(page).getByRole('heading')).toHaveText('Nothing is missing');
  await main(page).getByRole('button', { name: 'Discard this application' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(main(page).getByRole('button', { name: 'Start your application' })).toBeVisible();
});

test('[S-01] a support address that is not one’s own is confirmed by the link in its mail', async ({
  page,
  request,
}) => {
  const account = await register(request);
  const support = `help-${account.email}`;
  await start(page, account);
  await fill(page, account);
  await field(page, 'Where buyers reach you').fill(support);
  await expect(missing(page).getByRole('listitem')).toHaveText(['Confirm the support address']);
  await main(page).getByRole('button', { name: 'Send the mail' }).click();
  await expect(main(page).getByText(/Open the link in the mail of/)).toBeVisible();
  const { text } = await readMail(support, /^Confirm this address for a shop/);
  await open(page, new URL(text.match(/^http\S+confirm=\S+$/m)?.[0] ?? '').href);
  await expect(main(page).getByText(`${support} is confirmed.`)).toBeVisible();
  await main(page).getByRole('link', { name: 'Continue your application' }).click();
  await expect(missing(page).getByRole('heading')).toHaveText('Nothing is missing');
});

test('[S-01] what could not be saved says so, stays as it was typed, and is saved with the next change', async ({
  page,
  request,
}) => {
  await start(page, await register(request));
  await page.route('**/api/seller/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field(page, 'What you sell').fill('Data.');
  await expect(field(page, 'What you sell')).toHaveAccessibleDescription(/could not be reached/);
  await page.unrouteAll();
  await field(page, 'What you sell').fill('Data sets.');
  await expect(missing(page).getByRole('link', { name: 'Say what you sell' })).toHaveCount(0);
});

test('[S-01] the address follows the name until another is typed, and one click names one’s own support address', async ({
  page,
  request,
}) => {
  const account = await register(request);
  await start(page, account);
  await field(page, 'Name of the shop').fill('Älder Labs & Söhne');
  await expect(field(page, 'Address of its page')).toHaveValue('alder-labs-sohne');
  await field(page, 'Name of the shop').fill(nameOf(account));
  await expect(field(page, 'Address of its page')).toHaveValue(addressOf(account));
  await expect(missing(page).getByText('Choose the address of its page')).toHaveCount(0);
  await field(page, 'Address of its page').fill(`${addressOf(account)}-2`);
  await field(page, 'Name of the shop').fill(`${nameOf(account)} Two`);
  await main(page)
    .getByRole('button', { name: `Use ${account.email}` })
    .click();
  await expect(field(page, 'Where buyers reach you')).toHaveValue(account.email);
  await expect(field(page, 'Where buyers reach you')).toBeFocused();
  await expect(main(page).getByText('Confirmed', { exact: true })).toBeVisible();
  await page.reload();
  await expect(main(page).getByText(`/sellers/${addressOf(account)}-2`)).toBeVisible();
});

test('[S-01] what was typed a moment before going elsewhere is saved, and whoever closes the page before that is asked', async ({
  page,
  request,
}) => {
  await start(page, await register(request));
  await field(page, 'What you sell').fill('Data sets of bird calls.');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/profile/products-management');
  await main(page).getByRole('link', { name: 'Continue your application' }).click();
  await expect(main(page).getByText('Data sets of bird calls.')).toBeVisible();

  await page.route('**/api/seller/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await field(page, 'Name of the shop').fill('Alder Typed Offline');
  await expect(field(page, 'Name of the shop')).toHaveAccessibleDescription(/could not be reached/);
  await expect(missing(page).getByText('Not everything is saved')).toBeVisible();
  await page.unrouteAll();
  await main(page).getByRole('combobox', { name: 'Country' }).selectOption('GB');
  await expect(missing(page).getByText('Choose the country')).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(missing(page).getByText('Give your shop a name')).toHaveCount(0);
  await expect(missing(page).getByText('Saved', { exact: true })).toBeVisible();

  let asked = 0;
  page.on('dialog', async (dialog) => {
    asked += 1;
    await dialog.accept();
  });
  await field(page, 'Person or company, with a postal address').fill('Typed a moment before.');
  await page.reload();
  expect(asked).toBe(1);
});

test('[S-01] an application is accessible and fits its width, light and dark', async ({ page, request }) => {
  const account = await register(request);
  await start(page, account);
  await expectFitAndAccessible(page);
  await fill(page, account);
  await field(page, 'Where buyers reach you').fill(`help-${account.email}`);
  await expect(missing(page).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(missing(page).getByRole('listitem')).toHaveCount(1);
  await expectFitAndAccessible(page);
});
