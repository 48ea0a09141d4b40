// Named licenses as the staff write them: made from a file, changed, and two who save at once.
import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { importLicenses } from '../../../src/api/catalogue/license/save-license.ts';
import { desktop, expectFitAndAccessible, phone } from '../accessible.ts';
import { signInByForm } from '../account.ts';
import { makeStaff } from '../approval.ts';
import { inShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (404|409)/ });

const newId = () => `LicenseRef-Test-${randomBytes(4).toString('hex')}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const operator = { kind: 'operator', name: 'root' } as const;

async function aLicense(text = 'Be kind.'): Promise<string> {
  const license_id = newId();
  await inShop(({ kysely }) =>
    importLicenses(kysely, operator, [{ license_id, name: `Terms ${license_id}`, text, facts: {} }]),
  );
  return license_id;
}

const asKeeper = async (page: Page) => signInByForm(page, await makeStaff(page.request, 'catalogue'));
const save = (page: Page) => page.getByRole('button', { name: 'Save license' }).click();

test('[V-05] a license is made from a text file, and buyers read it; its text changes, and the one before stays', async ({
  page,
}) => {
  const id = newId();
  await asKeeper(page);
  await page.goto('/admin/licenses');
  await page.getByRole('link', { name: 'New license' }).click();
  await page.getByRole('button', { name: 'Make license' }).click();
  await expect(page.getByRole('textbox', { name: 'Id' })).toBeFocused();
  await expect(page.getByText('Give it a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Terms ${id}`);
  const file = page.getByLabel('Choose a text file');
  await file.setInputFiles({ name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0x00]) });
  await expect(page.getByText('bad.txt is no plain text in UTF-8.', { exact: false })).toBeVisible();
  // As another system has written it: an order knows the text by its hash, so it is sent as it is.
  await file.setInputFiles({ name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('Be kind.\r\nAlways.') });
  await expect(page.getByText('The text is that of terms.txt.', { exact: false })).toBeVisible();
  await page.getByRole('combobox', { name: 'Use it commercially' }).selectOption('Allowed');
  await page.getByRole('combobox', { name: 'Show certain names or words' }).selectOption('Asked for');
  await page.getByRole('textbox', { name: 'What has to be shown' }).fill('Show "Built with us"');
  const read = page.getByRole('region', { name: 'As buyers read it' });
  await expect(read.getByRole('listitem')).toHaveText(['Use it commercially', 'Show "Built with us"']);
  await page.getByRole('button', { name: 'Make license' }).click();
  await expect(page).toHaveURL(`/admin/licenses/${id}`);
  await expect(page.getByText(hashOf('Be kind.\r\nAlways.'))).toBeVisible();

  // Another name alone changes no byte of the text.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Our ${id}`);
  await page.getByRole('link', { name: 'All licenses' }).click();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`Our ${id}`);
  await save(page);
  await expect(page.getByText('Saved. Buyers read it so from now on.')).toBeVisible();
  await expect(page.getByText(hashOf('Be kind.\r\nAlways.'))).toBeVisible();

  await page.getByRole('textbox', { name: 'Text' }).fill('Be kinder.');
  await expect(page.getByText('This is another text.', { exact: false })).toBeVisible();
  await save(page);
  await expect(page.getByText('Those that accepted the one before keep it', { exact: false })).toBeVisible();
  await page.getByRole('region', { name: 'Texts before' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'The text as it was accepted' })).toBeVisible();
  await expect(page.getByText('Always.')).toBeVisible();
  await page.goto(`/licenses/${id}`);
  await expect(page.getByText('Be kinder.')).toBeVisible();

  await page.goto('/admin/licenses');
  await expect(page.getByRole('row', { name: new RegExp(id) })).toContainText(hashOf('Be kinder.').slice(0, 12));
  await page.goto('/admin/licenses/new');
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Again');
  await page.getByRole('textbox', { name: 'Text' }).fill('Again.');
  await page.getByRole('button', { name: 'Make license' }).click();
  await expect(page.getByText('There is a license of this id already.', { exact: false })).toBeVisible();
});

test('who saves a license second sees what the first has changed, and loses nothing', async ({ page }) => {
  const id = await aLicense();
  await asKeeper(page);
  await page.goto(`/admin/licenses/${id}`);
  await page.getByRole('textbox', { name: 'Text' }).fill('Mine.');
  await inShop(({ kysely }) =>
    importLicenses(kysely, operator, [{ license_id: id, name: 'Theirs', text: 'Theirs.', facts: { training: false } }]),
  );
  await save(page);
  await expect(page.getByText('Somebody else has changed this license meanwhile.', { exact: false })).toBeVisible();
  await expect(page.getByText('Train models with it: Not stated, now Forbidden.')).toBeVisible();
  await expect(page.getByText('Text: it is another one now. You changed it too', { exact: false })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Mine.');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Theirs');
  await save(page);
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible();
  expect(await (await page.request.get(`/api/license/${id}`)).json()).toMatchObject({
    name: 'Theirs',
    text: 'Mine.',
    may_not: ['Train models with it'],
  });
});

test('those who only read licenses find nothing to change, and every screen of licenses fits and everybody can use it', async ({
  page,
}) => {
  test.slow();
  const id = await aLicense(`Be kind.\n${'word '.repeat(400)}`);
  await signInByForm(page, await makeStaff(page.request, 'support'));
  await page.goto(`/admin/licenses/${id}`);
  await expect(page.getByRole('region', { name: 'As buyers read it' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save license' })).toHaveCount(0);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await asKeeper(page);
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const path of ['/admin/licenses', `/admin/licenses/${id}`, '/admin/licenses/new', '/admin/licenses/NOBODY']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expectFitAndAccessible(page);
    }
  }
});
