// The back office: nothing is there for anybody else, and the staff find, decide and are asked again who they are.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { settleGift, storeGift } from '../../factories/entitlement.ts';
import { runCommand } from '../../processes/run-command.ts';
import { expectFitAndAccessible } from '../accessible.ts';
import { readMail, register, signIn, signInByForm, submitLogin, tokensOf } from '../account.ts';
import { makeApplication, makeStaff } from '../approval.ts';
import { accountIdOf, addProduct, inShop, makeShop } from '../seller.ts';
import { expect, open, test } from '../shop.ts';

const dataDir = () => process.env.SHOP_DATA_DIR ?? '';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Back office' });

test.describe('[B-01] for everybody but the staff there is nothing at /admin', () => {
  test('a visitor gets the not-found page, with its status', async ({ page, request }) => {
    for (const path of ['/admin', '/admin/', '/admin/sellers', '/admin/staff?x=1']) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(heading(page, 'Page Not Found')).toBeVisible();
    }
    expect(await (await request.get('/admin')).text()).not.toContain('src/admin');
    expect(await (await request.get('/robots.txt')).text()).not.toContain('admin');
    expect((await request.post('/admin')).status()).toBe(405);
  });

  test('so does a buyer, signed in by the form, who sees no link to it', async ({ page }) => {
    const buyer = await register(page.request);
    await signInByForm(page, buyer, '/profile');
    await expect(page.getByText('You have no passkey yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back office' })).toHaveCount(0);
    const response = await page.goto('/admin');
    expect(response?.status()).toBe(404);
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  });

  test('so does a buyer, and a visitor, whose browser claims to be of the staff', async ({
    page,
    context,
    baseURL,
  }) => {
    const claim = { name: 'hearth_staff', value: '1', domain: 'localhost', path: '/admin' };
    await context.addCookies([claim]);
    await page.goto('/admin/staff');
    await expect(heading(page, 'Page Not Found')).toBeVisible();
    expect(await context.cookies(`${baseURL}/admin`)).toEqual([]);

    await signIn(page, await register(page.request));
    await context.addCookies([claim]);
    await page.goto('/admin');
    await expect(heading(page, 'Page Not Found')).toBeVisible();
    expect((await page.request.get('/admin')).status()).toBe(404);

    // One that the shop cannot take away, because it has not put it there.
    await context.addCookies([{ ...claim, path: '/' }]);
    await page.goto('/admin');
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  });
});

test.describe('[B-01] the staff', () => {
  test('come to the back office after the login form, and out of it again', async ({ page, context, baseURL }) => {
    const staff = await makeStaff(page.request, 'admin');
    await signInByForm(page, staff);
    await page.goto('/admin');
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(rail(page).getByRole('link', { name: 'Staff', exact: true })).toBeVisible();
    await expect(page.getByText(staff.username).filter({ visible: true })).toBeVisible();

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(heading(page, 'Login')).toBeVisible();
    expect(await context.cookies(`${baseURL}/admin`)).toEqual([]);
    expect((await page.goto('/admin'))?.status()).toBe(404);
  });

  test('find it in their profile, also where the browser did not know of it', async ({ page }) => {
    await signIn(page, await makeStaff(page.request, 'support'), '/profile');
    await page.getByRole('link', { name: 'Back office' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(heading(page, 'Overview')).toBeVisible();
    await expect(rail(page).getByRole('link', { name: 'Sellers' })).toBeVisible();
    await expect(rail(page).getByRole('link', { name: 'Staff', exact: true }), 'is for administrators').toHaveCount(0);
    await expect(rail(page).getByRole('link', { name: 'Pending Approvals' }), 'is for others').toHaveCount(0);
  });

  test('come back to where the login was asked for', async ({ page }) => {
    const staff = await makeStaff(page.request, 'admin');
    await open(page, `/account/login?${new URLSearchParams({ returnUrl: '/admin/sellers?state=approved' })}`);
    await submitLogin(page, staff);
    await expect(page).toHaveURL('/admin/sellers?state=approved');
    await expect(heading(page, 'Sellers')).toBeVisible();
  });

  test('lose it with the role, at the next call', async ({ page }) => {
    const staff = await makeStaff(page.request, 'admin');
    await signInByForm(page, staff);
    await page.goto('/admin');
    await expect(heading(page, 'Overview')).toBeVisible();
    await runCommand('user', ['revoke-roles', staff.email], { environment: { DATA_DIR: dataDir() } });
    await page.goto('/admin/sellers');
    await expect(heading(page, 'Page Not Found')).toBeVisible();
  });

  test("[G-13] switch a machine of the operator's own on and off, and give its minutes back", async ({ page }) => {
    test.slow();
    const buyer = await register(page.request);
    const account = await accountIdOf(page.request, buyer);
    const id = `own-${randomUUID()}`;
    await inShop(async ({ kysely }) => {
      await storeGift(kysely, {
        id,
        account,
        product: id,
        goods: { hours: { by: 'hand', minutes_each: 60 } },
        at: new Date(),
      });
      await settleGift(kysely, id, new Date());
    });
    const { IdToken } = await tokensOf(page.request, buyer);
    const headers = { authorization: `Bearer ${IdToken}` };
    const asked = await page.request.post(`/api/library/${id}/hours/start`, { headers, data: {} });
    expect(asked.ok(), await asked.text()).toBe(true);

    await signInByForm(page, await makeStaff(page.request, 'support'));
    await page.goto('/admin');
    await rail(page).getByRole('link', { name: 'Machine hours' }).click();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('requests');
    const row = page.getByRole('list', { name: 'Hours sold' }).getByRole('listitem');
    await expect(row).toContainText('Waits to be started');
    await expectFitAndAccessible(page);
    await row.getByRole('button', { name: /^It is on/ }).click();
    const on = page.getByRole('dialog', { name: 'The machine is on' });
    await on.getByRole('textbox', { name: 'Address' }).fill('ssh gpu-1.example.com');
    await on.getByRole('button', { name: 'The machine is on' }).click();
    await expect(page.getByText('Nobody waits for a machine')).toBeVisible();
    await page.getByRole('combobox', { name: 'Show' }).selectOption('running');
    await expect(row).toContainText('59 min of 1 h left');

    await row.getByRole('button', { name: /^Record an outage of this/ }).click();
    const outage = page.getByRole('dialog', { name: 'Record an outage' });
    const begun = new Date(Date.now() - 3_600_000);
    const local = new Date(begun.getTime() - begun.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    await outage.getByLabel('From').fill(local);
    await outage.getByLabel('What happened').fill('The hall was dark.');
    await outage.getByRole('button', { name: 'See what goes back' }).click();
    await page.getByRole('button', { name: 'Give the minutes back' }).click();
    await page
      .getByRole('dialog', { name: 'The outage is recorded' })
      .getByRole('button', { name: 'Close' })
      .last()
      .click();

    await row.getByRole('button', { name: /^Stop it/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'It is off, stop counting' }).click();
    await expect(page.getByText('No machine is on.')).toBeVisible();
  });

  test('see screens that fit and that everybody can use', async ({ page }) => {
    test.slow();
    const shop = await makeShop(page.request);
    await signInByForm(page, await makeStaff(page.request, 'admin'));
    for (const [path, name] of [
      ['/admin', 'Overview'],
      ['/admin/hours', 'Machine hours'],
      ['/admin/sellers', 'Sellers'],
      [`/admin/sellers/${shop.sellerId}`, shop.name],
      ['/admin/staff', 'Staff'],
      ['/admin/audit', 'Audit log'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectFitAndAccessible(page);
    }
  });
});

test('[S-15] a shop is found, suspended with a reason, and reinstated, by keyboard', async ({ page }) => {
  const shop = await makeShop(page.request);
  const { name } = shop;
  const productId = await addProduct(shop, `${name} Kit`, { listed: true });
  await signInByForm(page, await makeStaff(page.request, 'catalogue'));
  await page.goto('/admin');
  await rail(page).getByRole('link', { name: 'Sellers' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Search shops' }).fill(name.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=SALTMARSH/);
  await page.getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page, name)).toBeVisible();

  await page.getByRole('button', { name: 'Suspend' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Suspend ${name}?` });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Write why: the owners of the shop read it.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Its kit is a copy of another one.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Seller suspended')).toBeVisible();
  expect((await page.request.get(`/api/product/${productId}`)).status()).toBe(404);
  const mail = await readMail(shop.account.email, /is suspended/);
  expect(mail.text).toContain('Its kit is a copy of another one.');

  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await expect(page.getByText('Seller reinstated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  expect((await page.request.get(`/api/product/${productId}`)).status()).toBe(200);
});

test('[B-01] of a shop that applies, the staff read where its page will be, and its country by name', async ({
  page,
}) => {
  const name = `Applies ${randomUUID()}`;
  await makeApplication(name);
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  await page.goto(`/admin/sellers?${new URLSearchParams({ q: name })}`);
  await page.getByRole('link', { name }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText(/^\/sellers\/applicant-.*, once it is approved$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^\/sellers\// })).toHaveCount(0);
  await expect(page.getByText('Germany', { exact: true })).toBeVisible();
  const signOut = await page.getByRole('button', { name: 'Sign Out' }).boundingBox();
  expect(signOut?.height, 'on one line').toBeLessThan(45);
});

test('[B-02] an administrator gives a role and takes it away', async ({ page }) => {
  const colleague = await register(page.request);
  await page.request.get(`/api/user/${colleague.email}`, {
    headers: { authorization: `Bearer ${(await tokensOf(page.request, colleague)).IdToken}` },
  });
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  await page.goto('/admin/staff');
  await page.getByRole('textbox', { name: 'Email or account id' }).fill('nobody@nowhere.example');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('support');
  await page.getByRole('button', { name: 'Give role' }).click();
  await expect(page.getByText('Nobody has signed in here with this address')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email or account id' }).fill(colleague.email);
  await page.getByRole('button', { name: 'Give role' }).click();
  await expect(page.getByText(`${colleague.email} is support now.`)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  await row.getByRole('button', { name: /^Take away the role of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click();
  await expect(row).toHaveCount(0);
});

test.describe('[B-03] what asks for a fresh sign-in', () => {
  test.use({ expectedNoise: /the server responded with a status of (400|404|409)/ });

  test('asks for a proof over what was typed, and does it after that', async ({ page }) => {
    const staff = await makeStaff(page.request, 'admin');
    await signInByForm(page, staff);
    await page.goto('/admin/staff');
    await page.route('**/api/admin/staff', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      const body = { code: 'conflict', message: 'This asks for a sign-in.', refusal: 'sign_in_again', request_id: 'x' };
      return route.fulfill({ status: 409, json: body });
    });
    await page.getByRole('textbox', { name: 'Email or account id' }).fill(staff.email);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('admin');
    await page.getByRole('button', { name: 'Give role' }).click();
    await page.unroute('**/api/admin/staff');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const proof = dialog.getByRole('textbox', { name: 'Your password or authentication code' });
    await proof.fill('wrong horse');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(proof).toHaveAccessibleDescription(/This is neither your password nor a good code/);
    await proof.fill(staff.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`${staff.email} is admin now.`)).toBeVisible();
  });
});
