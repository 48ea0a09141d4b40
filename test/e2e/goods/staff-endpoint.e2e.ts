// The endpoint of the operator's own products: set up, tried, given a new secret and taken away in the back office.
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { aMachine } from '../machine.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of 400/ });

test('[G-12] an administrator sets up the own endpoint, keeps its secret, calls it, and takes it away', async ({
  page,
}) => {
  test.slow();
  // There is one in the whole shop.
  await inShop(({ kysely }) => kysely.deleteFrom('api.provision_endpoint').where('seller_id', '=', '').execute());
  const machine = await aMachine();
  await signInByForm(page, await makeStaff(page.request, 'admin'));
  await page.goto('/admin');
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Endpoint' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Endpoint' })).toBeVisible();
  const section = page.getByRole('region', { name: 'Endpoint' });
  await section.getByRole('button', { name: 'Set up the endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up the endpoint' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/provision');
  await dialog.getByRole('button', { name: 'Set up endpoint' }).click();
  await expect(dialog.getByText('no public address')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(machine.url);
  await dialog.getByRole('button', { name: 'Set up endpoint' }).click();
  const secret = page.getByRole('status', { name: 'Secret of the endpoint' });
  await expect(secret).toContainText('whsec_');
  await expectFitAndAccessible(page);
  const first = (await secret.textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByText(first)).toHaveCount(0);

  await expect(section.getByText('Not called yet')).toBeVisible();
  await section.getByRole('button', { name: 'Call it now' }).click();
  await expect(section.getByText(/^The call was not taken\./)).toBeVisible();
  await expect(section.getByText('Failing')).toBeVisible();
  await expect(section.getByText(/^No call was taken since/)).toBeVisible();
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expectFitAndAccessible(page);
  }
  await section.getByRole('button', { name: 'Call it now' }).click();
  await expect(section.getByText(/^The call was taken: it answered 200/)).toBeVisible();
  await expect(section.getByText('In order')).toBeVisible();
  await expect(section.getByRole('link', { name: 'State' })).toHaveAttribute('href', '/admin/state');

  await section.getByRole('button', { name: 'New secret of the endpoint' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make new secret' }).click();
  await expect(secret).toContainText('whsec_');
  expect(await secret.textContent()).not.toBe(first);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await expect(section.getByText('with the secret of before, too')).toBeVisible();

  await section.getByRole('button', { name: 'Remove the endpoint' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await expect(page.getByText('The endpoint is removed.')).toBeFocused();
  await expect(section.getByRole('button', { name: 'Set up the endpoint' })).toBeVisible();
  machine.close();
});

test('[B-02] who is no administrator is shown no way to it', async ({ page }) => {
  await signInByForm(page, await makeStaff(page.request, 'catalogue'));
  await page.goto('/admin');
  const places = page.getByRole('navigation', { name: 'Back office' });
  await expect(places.getByRole('link', { name: 'Products' })).toBeVisible();
  await expect(places.getByRole('link', { name: 'Endpoint' })).toHaveCount(0);
});
