// A customer as the staff see them: found, suspended and restored, signed out, exported, deleted; and what the audit log keeps of it.
import { readFile } from 'node:fs/promises';
import { desktop, expectFitAndAccessible, phone } from './accessible.ts';
import { register, signInByForm, submitLogin } from './account.ts';
import { makeStaff } from './approval.ts';
import { sell } from './sales.ts';
import { accountIdOf, makeShop } from './seller.ts';
import { expect, test } from './shop.ts';

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

  test('[B-10] whoever reads customers without managing them finds no button that changes one', async ({ page }) => {
    const account = await register(page.request);
    const accountId = await accountIdOf(page.request, account);
    await signInByForm(page, await makeStaff(page.request, 'finance'));
    await page.goto(`/admin/customers/${accountId}`);
    await expect(page.getByText('Can sign in')).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Suspend|Delete|Sign out everywhere)$/ })).toHaveCount(0);
  });
});
