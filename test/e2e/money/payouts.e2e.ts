// A shop asks for its money, the staff send it by a bank file, it comes back, and is paid with the next one.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { earn } from '../../parts/earning.ts';
import { desktop, expectFitAndAccessible, phone, sideways } from '../accessible.ts';
import { readMail, register, signIn, signInByForm, tokensOf } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

const shots = process.env.SHOTS;
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

// An account whose check digits are wrong is refused, and a retry that nothing is left for.
test.use({ expectedNoise: /status of 40[049]/ });

test('[W-07] a payout is asked for, sent by a bank file, fails, comes back, and is paid again', async ({
  page,
  browser,
}) => {
  test.slow();
  const shop = await makeShop(page.request);
  await inShop(({ kysely }) =>
    earn(kysely, { sellerId: shop.sellerId, cents: 12_000, fee: 990, name: 'Kitchen Voice Commands' }),
  );
  const query = `?seller=${shop.address}`;
  await signIn(page, shop.account, `/profile/wallet/settings${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payout Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Save payout settings' }).click();
  await expect(page.getByText('Say whose account it is')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Account holder' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Saltmarsh Ltd');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 01');
  await page.getByRole('textbox', { name: 'Town' }).fill('Lübeck');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
  await expectFitAndAccessible(page);
  await shot(page, 'settings');
  await page.getByRole('button', { name: 'Save payout settings' }).click();
  const iban = page.getByRole('textbox', { name: 'IBAN' });
  await expect(iban).toHaveAccessibleDescription('This is no IBAN. Check it digit by digit.');
  await expect(iban).toBeFocused();
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
  await page.getByRole('button', { name: 'Save payout settings' }).click();
  await expect(page.getByText('The account ending in 3000')).toBeVisible();
  expect((await readMail(shop.account.email, /payouts .* was changed/)).text).toContain('3000');

  const payOut = async (amount: string) => {
    await page.goto(`/profile/wallet/payouts${query}`);
    await page.getByRole('button', { name: `Pay out ${amount}` }).click();
    const dialog = page.getByRole('dialog', { name: `Pay out ${amount}?` });
    await expect(dialog).toContainText('the bank account ending in 3000');
    await dialog.getByRole('button', { name: `Pay out ${amount}` }).click();
    await expect(dialog).toHaveCount(0);
  };
  await payOut('$110.10');
  const list = page.getByRole('table', { name: 'Payouts' });
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list).toContainText('Pending');
  const id = (await list.getByRole('link').first().textContent()) ?? '';
  await expectFitAndAccessible(page);

  const office = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInByForm(office, await makeStaff(office.request, 'finance'));
  const send = async (payoutId: string, amount: string) => {
    await office.goto('/admin/payouts?state=pending');
    await office.getByRole('checkbox', { name: `Choose ${payoutId}` }).check();
    const chosen = office.getByRole('region', { name: 'With the 1 chosen' });
    await expect(chosen.getByRole('status')).toHaveText(`1 chosen, ${amount}`);
    await chosen.getByRole('button', { name: 'Make a bank file' }).click();
    await office.getByRole('button', { name: `Make a file of ${amount}` }).click();
    await expect(chosen).toHaveCount(0);
    await office.getByRole('button', { name: 'Remove filter: State Pending' }).click();
    const row = office.getByRole('table', { name: 'Payouts' }).getByRole('row').filter({ hasText: payoutId });
    await expect(row).toContainText(/PB-\w{10}/);
    const file = (await row.textContent())?.match(/PB-\w{10}/)?.[0] ?? '';
    const files = office.getByRole('table', { name: 'Bank files' }).getByRole('row').filter({ hasText: file });
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      files.getByRole('button', { name: /^XML/ }).click(),
    ]);
    expect(await readFile((await download.path()) ?? '', 'utf8')).toContain(`<EndToEndId>${payoutId}</EndToEndId>`);
    await files.getByRole('button', { name: /^Mark as sent/ }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
    await expect(files).toContainText('Sent, 1 open');
    return row;
  };
  const row = await send(id, '$110.10');
  await expectFitAndAccessible(office);
  await shot(office, 'admin');
  await row.getByRole('button', { name: /^Mark as failed/ }).click();
  const failing = office.getByRole('dialog');
  await failing.getByRole('button', { name: 'Mark as failed' }).click();
  await expect(failing.getByText(/^Say why/)).toBeVisible();
  await failing.getByRole('textbox', { name: 'Reason' }).fill('The account is closed.');
  await failing.getByRole('button', { name: 'Mark as failed' }).click();
  await expect(row).toContainText('The account is closed.');
  expect((await readMail(shop.account.email, /came back/)).text).toContain('The account is closed.');

  await inShop(({ kysely }) => earn(kysely, { sellerId: shop.sellerId, cents: 5_000, name: 'Bat calls' }));
  await payOut('$160.10');
  await expect(list.getByRole('row')).toHaveCount(3);
  const second = (await list.getByRole('link').first().textContent()) ?? '';
  const paid = await send(second, '$160.10');
  await paid.getByRole('button', { name: /^Mark as paid/ }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click();
  await expect(paid).toContainText('Paid');

  // The row and the palette lead to the page of one payout.
  await paid.getByRole('link', { name: second }).click();
  await expect(office.getByRole('heading', { level: 1, name: `Payout ${second}` })).toBeVisible();
  await expect(office.getByRole('table', { name: `Lines of payout ${second}` })).toContainText('−$9.90');
  await expect(office.getByRole('list', { name: 'Timeline' })).toContainText('Put into a bank file');
  await expectFitAndAccessible(office);
  await shot(office, 'admin-payout');
  await office.keyboard.press('Control+k');
  await office.getByRole('combobox', { name: 'Search or go to' }).fill(id.toLowerCase());
  await expect(office.getByRole('group', { name: 'Payouts' }).getByRole('option')).toContainText(id);
  await office.keyboard.press('Enter');
  await expect(office.getByRole('heading', { level: 1, name: `Payout ${id}` })).toBeVisible();
  await office.setViewportSize(phone);
  await expect(office.getByRole('link', { name: 'Kitchen Voice Commands' })).toBeVisible();
  await expectFitAndAccessible(office);
  await shot(office, 'admin-payout-phone');
  // Below the subtotals, out of sight: what leads to the lines of a group brings them into sight.
  await office.getByRole('table', { name: 'Subtotals' }).getByRole('link', { name: 'Fees' }).click();
  const lineHeading = office.getByRole('heading', { name: 'Lines: fees' });
  await expect(lineHeading).toBeInViewport();
  await expect(lineHeading).toBeFocused();
  // Its money went with the second: it cannot be paid once more.
  await office.getByRole('button', { name: 'Retry' }).click();
  const retrying = office.getByRole('dialog', { name: `${id}: Retry it?` });
  await retrying.getByRole('button', { name: 'Retry' }).click();
  await expect(retrying).toContainText('$0.00 is available');
  await retrying.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`/profile/wallet/payouts/${second}${query}`);
  const lines = page.getByRole('table', { name: `Lines of payout ${second}` });
  await expect(lines.getByRole('row').filter({ hasText: id })).toContainText('$110.10');
  await expect(lines.getByRole('row').filter({ hasText: 'Kitchen Voice Commands' })).toContainText('−$9.90');
  await expect(lines.getByRole('link', { name: 'Bat calls' })).toHaveAttribute('href', /\/profile\/sales\?.*id=ORDER/);
  const sums = page.getByRole('table', { name: 'How $160.10 came about' });
  await expect(sums.getByRole('row', { name: /^Sales/ })).toContainText('+$50.00');
  await expect(sums.getByRole('row', { name: /^Other/ })).toContainText('+$110.10');
  await expect(sums.getByRole('row', { name: /^This payout/ })).toContainText('$160.10');
  const save = async (format: 'CSV' | 'PDF') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Statement of this payout as ${format}` }).click(),
    ]);
    return readFile((await file.path()) ?? '', 'latin1');
  };
  expect((await save('CSV')).trim().split('\n').at(-1)).toMatch(new RegExp(`payout,.*${second},,160.10$`));
  expect(await save('PDF')).toMatch(/^%PDF/);
  // Two clicks: to the lines of a group, and to the order of one of them.
  await page.goto(`/profile/wallet/payouts/${id}${query}`);
  await page.getByRole('link', { name: 'Fees' }).click();
  await expect(page.getByRole('heading', { name: 'What is in it: fees' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Kitchen Voice Commands/ })).toContainText('Everybody');
  await expect(page.getByRole('row', { name: /^Together/ })).toContainText('−$9.90');
  await expectFitAndAccessible(page);
  await shot(page, 'payout-fees');
  const toOrder = page.getByRole('link', { name: 'Kitchen Voice Commands' });
  await expect(toOrder).toHaveAttribute('href', /\/profile\/sales\?.*id=ORDER/);
  await page.goto(`/profile/wallet/payouts/${second}${query}`);
  await expect(lines).toContainText('Together');
  await expectFitAndAccessible(page);
  for (const [name, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await shot(page, `payout-${name}-${colorScheme}`);
    }
  }
  await office.context().close();
});

test('[W-08] money that Stripe does not give back is told to the staff with what to do, and to the shop in plain words', async ({
  page,
  browser,
}) => {
  const shop = await makeShop(page.request);
  const id = 'PO-STUCK23456';
  await inShop(async ({ kysely }) => {
    await earn(kysely, { sellerId: shop.sellerId, cents: 12_000, fee: 990 });
    await kysely
      .insertInto('api.payout')
      .values({
        payout_id: id,
        seller_id: shop.sellerId,
        request_key: id,
        asked_cents: null,
        amount_cents: 11_010,
        state: 'sent',
        method: 'connect',
        from_version: 1,
        to_version: 1,
        hold: null,
        bank: null,
        connect_account: 'acct_1',
        transfer: 'tr_1Stuck',
        by_schedule: false,
        requested_by: 'owner',
        created_at: new Date(),
        sent_at: new Date(),
        stuck_since: new Date(),
        failure: 'The bank account has been closed.',
        stuck_because: 'The connected account acct_1 has insufficient available funds to reverse this transfer.',
      })
      .execute();
  });
  const query = `?seller=${shop.address}`;
  await signIn(page, shop.account, `/profile/wallet/payouts/${id}${query}`);
  await expect(page.getByText('Coming back', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Where this payout stands' })).toContainText(
    'The bank account has been closed. The money is in your account at Stripe.',
  );
  await expectFitAndAccessible(page);
  await shot(page, 'stuck-seller-phone');

  const office = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInByForm(office, await makeStaff(office.request, 'finance'));
  await office.goto('/admin');
  await office.getByRole('link', { name: /payouts? that cannot be taken back from Stripe/ }).click();
  const row = office.getByRole('table', { name: 'Payouts' }).getByRole('row').filter({ hasText: id });
  await expect(row.getByText('The money is with Stripe').filter({ visible: true })).toContainText(
    'or reverse tr_1Stuck',
  );
  await expectFitAndAccessible(office);
  for (const [name, size] of Object.entries({ desktop, phone })) {
    await office.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await office.emulateMedia({ colorScheme });
      await shot(office, `stuck-${name}-${colorScheme}`);
    }
  }
  const views = office.getByRole('navigation', { name: 'Saved views' });
  await expect(views.getByRole('link', { name: 'Cannot be taken back' })).toHaveAttribute('aria-current', 'true');
  await office.getByRole('button', { name: 'Remove filter: State Cannot be taken back' }).click();
  await expect(views.getByRole('link', { name: 'All payouts' })).toHaveAttribute('aria-current', 'true');
  await expect(row).toContainText('Cannot be taken back');
  await shot(office, 'admin-phone');
  // The tabs of the views alone: there are as many as somebody saves.
  expect(await sideways(office)).toEqual([expect.stringMatching(/^UL /)]);
  await inShop(({ kysely }) =>
    kysely.updateTable('api.payout').set({ stuck_since: null }).where('payout_id', '=', id).execute(),
  );
  await office.context().close();
});

test('[W-07] an account that a shop has changed is for another owner to confirm, or for the staff on the page of the shop', async ({
  page,
  request,
}) => {
  test.slow();
  const shop = await makeShop(request);
  const headers = { authorization: `Bearer ${(await tokensOf(request, shop.account)).IdToken}` };
  for (const iban of ['DE89 3704 0044 0532 0130 00', 'FR14 2004 1010 0505 0001 3M02 606']) {
    const account = { kind: 'iban', holder: 'Saltmarsh Ltd', iban, town: 'Lille', country: 'FR' };
    const data = { method: 'bank', schedule: 'none', day: null, minimum: 25, bank_account: account };
    const saved = await request.put(`/api/seller/${shop.sellerId}/payout-settings`, { headers, data });
    expect(saved.status(), await saved.text()).toBe(200);
  }
  const second = await register(request);
  const member = {
    seller_id: shop.sellerId,
    account_id: await accountIdOf(request, second),
    user_id: second.email,
    role: 'owner',
  } as const;
  await inShop(({ kysely }) => kysely.insertInto('api.seller_member').values(member).execute());
  // Nobody confirms who became an owner a moment ago.
  const role_since = new Date(Date.now() - 30 * 86_400_000);
  await inShop(({ kysely }) =>
    kysely.updateTable('api.seller_member').set({ role_since }).where('seller_id', '=', shop.sellerId).execute(),
  );
  const settings = `/profile/wallet/settings?seller=${shop.address}`;
  const toConfirm = page.getByRole('region', { name: 'Account to confirm' });
  await signIn(page, shop.account, settings);
  await expect(toConfirm).toContainText('Another owner, or we, can confirm it.');
  await expect(toConfirm.getByRole('button')).toHaveCount(0);
  await expectFitAndAccessible(page);
  await signIn(page, second, settings);
  await expect(toConfirm.getByRole('button', { name: 'Confirm the account' })).toBeVisible();
  await page.evaluate(() => window.localStorage.clear());
  await signInByForm(page, await makeStaff(request, 'finance'));
  await page.goto(`/admin/sellers/${shop.sellerId}`);
  const account = page.getByRole('region', { name: 'Payout account' });
  await expect(account).toContainText('Payouts go to the bank account ending in 2606.');
  await expect(account).toContainText('Payouts wait until');
  await account.getByRole('button', { name: 'Confirm the account' }).click();
  const dialog = page.getByRole('dialog', { name: `Confirm the account of ${shop.name}?` });
  await expect(dialog).toContainText('Ask an owner by another way');
  await expectFitAndAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm the account' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(account).not.toContainText('Payouts wait until');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Seller payout account confirmed');
});
