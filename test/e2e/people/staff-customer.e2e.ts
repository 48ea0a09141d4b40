// A customer as the staff see them: found, suspended and restored, signed out, exported, given something, deleted; and what the audit log keeps of it.
import { readFile } from 'node:fs/promises';
import { aProduct } from '../../factories/product.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { register, signIn, signInByForm, submitLogin } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { makeDataSet } from '../library.ts';
import { sell } from '../sales.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.describe('a customer', () => {
  test.use({ expectedNoise: /the server responded with a status of (400|401|403|404|409)/ });

  test('[B-10] is found by address, suspended with a reason that the sign-in tells, restored and exported; [B-14] the audit log tells before and after', async ({
    page,
    browser,
  }) => {
    test.slow();
    const account = await register(page.request);
    const accountId = await accountIdOf(page.request, account);
    const order = await sell(await makeShop(page.request), { account, accountId }, { 'Bat calls': 20 });
    await signInByForm(page, await makeStaff(page.request, 'admin'));
    await page.goto('/admin/customers');
    await page.getByRole('searchbox', { name: 'Search customers' }).fill(account.email);
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await page.getByRole('table', { name: 'Customers' }).getByRole('link', { name: account.username }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/customers/${accountId}$`));
    await expect(page.getByText('Can sign in')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: order })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sign-ins' }).getByRole('listitem').first()).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Line of time' }).getByRole('link', { name: 'Placed an order' }),
    ).toBeVisible();
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      await expectFitAndAccessible(page);
    }

    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend this customer?' });
    await dialog.getByRole('button', { name: 'Suspend customer' }).click();
    await expect(dialog.getByText('Say why in at least 5 characters')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Stolen cards were used.');
    await dialog.getByRole('button', { name: 'Suspend customer' }).click();
    await expect(page.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(page.getByText('Stolen cards were used.').first()).toBeVisible();

    const theirs = await (await browser.newContext({ viewport: desktop })).newPage();
    await theirs.goto('/account/login');
    await submitLogin(theirs, account);
    await expect(theirs.getByRole('alert').filter({ hasText: /suspended/ })).toBeVisible();

    await page.goto(`/admin/audit?subject=${accountId}`);
    await page
      .getByRole('table', { name: 'Audit log' })
      .getByRole('row')
      .filter({ hasText: /suspended/i })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/admin\/audit\/\d+/);
    await expect(page.getByRole('region', { name: 'Before and after' })).toContainText('before: no→after: yes');
    await expect(page.getByText('Stolen cards were used.')).toBeVisible();
    await expectFitAndAccessible(page);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/audit\\?subject=${accountId}`));

    await page.goto(`/admin/customers/${accountId}`);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page
      .getByRole('dialog', { name: 'Restore this customer?' })
      .getByRole('button', { name: 'Restore customer' })
      .click();
    await expect(page.getByText('Can sign in')).toBeVisible();
    await submitLogin(theirs, account);
    await expect(theirs).not.toHaveURL(/login/);
    await theirs.context().close();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export data' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported.profile).toMatchObject({ email: account.email, account_id: accountId });
    expect(exported.orders.map(({ order_id: id }: { order_id: string }) => id)).toEqual([order]);
    expect(exported.sign_ins.length).toBeGreaterThan(0);
  });

  test('[B-10] is deleted after what goes and what is kept was told, and the address was typed', async ({ page }) => {
    test.slow();
    const account = await register(page.request);
    const accountId = await accountIdOf(page.request, account);
    await sell(await makeShop(page.request), { account, accountId }, { 'Bat calls': 20 });
    await signInByForm(page, await makeStaff(page.request, 'admin'));
    await page.goto(`/admin/customers/${accountId}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this customer?' });
    await expect(dialog.getByText(/^Orders: 1\. Tax law/)).toBeVisible();
    await expectFitAndAccessible(page);
    await dialog.getByLabel('E-mail address of the customer').fill('somebody@example.com');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByText(`Type ${account.email} to confirm.`)).toBeVisible();
    await dialog.getByLabel('E-mail address of the customer').fill(account.email);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page).toHaveURL(/\/admin\/customers$/);
    await page.goto(`/admin/customers/${accountId}`);
    await expect(page.getByText('This customer could not be loaded')).toBeVisible();
  });

  test('[B-10] is given a product that is found by its name, has it in the library, and reads why it is withdrawn', async ({
    page,
    browser,
  }) => {
    test.slow();
    const account = await register(page.request);
    const accountId = await accountIdOf(page.request, account);
    const shop = await makeShop(page.request);
    const product = await makeDataSet(shop, { files: [{ path: 'README.md' }] });
    const byHand = aProduct({
      product_id: product.id.replace('calls', 'by-hand'),
      product_name: `${product.name} by hand`,
    });
    await inShop(({ kysely }) => kysely.insertInto('api.product').values(byHand).execute());
    // A product of a shop: administrators alone give it.
    await signInByForm(page, await makeStaff(page.request, 'admin'));
    await page.goto(`/admin/customers/${accountId}`);
    const given = page.getByRole('region', { name: 'Given' });
    await expect(given.getByText('They were given nothing.')).toBeVisible();

    await given.getByRole('button', { name: 'Give a product…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give a product' });
    const field = dialog.getByRole('combobox', { name: 'Product' });
    const send = dialog.getByRole('button', { name: 'Give product' });
    await send.click();
    await expect(dialog.getByText('Choose what is given.')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill('no-such-product');
    await send.click();
    await expect(dialog.getByText(/^There is no such product\./)).toBeVisible();
    await field.fill(byHand.product_id);
    await send.click();
    await expect(dialog.getByText(/^This product is delivered by hand/)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Open the product' })).toHaveAttribute(
      'href',
      `/admin/products/${byHand.product_id}`,
    );

    await field.fill(product.name);
    const options = dialog.getByRole('listbox', { name: 'Products that fit' }).getByRole('option');
    await expect(options).toHaveCount(2);
    await page.setViewportSize(phone);
    await expectFitAndAccessible(page);
    await field.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    // The list is shut, and not the dialog.
    await field.press('Escape');
    await expect(options).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await field.fill(product.id);
    await expect(options).toHaveCount(1);
    // Nothing is sent before one of them is chosen.
    await field.press('Enter');
    await field.press('ArrowDown');
    await field.press('Enter');
    await expect(field).toHaveValue(product.name);
    await dialog.getByLabel('Last day').fill('2020-01-31');
    await send.click();
    await expect(dialog.getByText(/^This day has passed/)).toBeVisible();
    await dialog.getByLabel('Last day').fill('2099-01-31');
    await dialog.getByLabel('Note').fill('Tests the new release.');
    await send.click();
    await expect(dialog).toHaveCount(0);
    await expect(given.getByText(`${product.name} is in the library of ${account.username}.`)).toBeVisible();
    const row = given.getByRole('listitem').filter({ hasText: product.name });
    await expect(row).toContainText('Active');
    await expect(row).toContainText('until 2099-01-31 (UTC)');
    await expect(row).toContainText('Note: Tests the new release.');
    await expect(row.getByRole('link', { name: product.name })).toHaveAttribute(
      'href',
      `/admin/products/${product.id}`,
    );

    const theirs = await (await browser.newContext({ viewport: desktop })).newPage();
    await signIn(theirs, account, '/profile/library');
    await expect(theirs.getByText(product.name).first()).toBeVisible();

    await expectFitAndAccessible(page);
    await page.setViewportSize(desktop);
    await row.getByRole('button', { name: `Withdraw… ${product.name}` }).click();
    const asked = page.getByRole('dialog', { name: 'Withdraw this gift?' });
    await asked.getByRole('button', { name: 'Withdraw gift' }).click();
    await expect(asked.getByText('Say why: the customer reads it.')).toBeVisible();
    await expectFitAndAccessible(page);
    await asked.getByLabel('Reason').fill('The test is over.');
    await asked.getByRole('button', { name: 'Withdraw gift' }).click();
    await expect(asked).toHaveCount(0);
    await expect(row).toContainText('Withdrawn');
    await expect(row).toContainText('The test is over.');
    await expect(row.getByRole('button')).toHaveCount(0);
    await expect(given.getByRole('heading', { name: 'Given' })).toBeFocused();
    await theirs.reload();
    await expect(theirs.getByText('The test is over.').first()).toBeVisible();
    await theirs.context().close();
  });

  test('[B-10] whoever reads customers without managing them finds no button that changes one', async ({ page }) => {
    const account = await register(page.request);
    const accountId = await accountIdOf(page.request, account);
    await signInByForm(page, await makeStaff(page.request, 'finance'));
    await page.goto(`/admin/customers/${accountId}`);
    await expect(page.getByText('Can sign in')).toBeVisible();
    await expect(
      page.getByRole('button', { name: /^(Suspend|Delete|Sign out everywhere|Give a product…)$/ }),
    ).toHaveCount(0);
  });
});
