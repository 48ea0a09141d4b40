// SSH keys in the profile, which machines are started with.
import { newSshKey } from '../../factories/ssh-key.ts';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { register, signIn } from '../account.ts';
import { expect, test } from '../shop.ts';

test.use({ expectedNoise: /the server responded with a status of (400|409|500)|net::ERR_FAILED/ });

test('[G-19] an SSH key is added, refused with a reason where it is none, and removed', async ({ page, request }) => {
  const sent: string[] = [];
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/api/ssh-key')) sent.push(one.postData() ?? '');
  });
  await signIn(page, await register(request), '/profile');
  const section = page.getByRole('region', { name: 'SSH keys' });
  await expect(section.getByText('You have no SSH key yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Add an SSH key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an SSH key' });
  const key = dialog.getByLabel('Public key');
  const add = dialog.getByRole('button', { name: 'Add key' });
  await expect(dialog).toContainText('cat ~/.ssh/id_ed25519.pub');
  await add.click();
  await expect(key).toHaveAccessibleDescription(/^Paste a public key/);
  await expect(key).toBeFocused();
  await key.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----');
  await add.click();
  await expect(key).toHaveAccessibleDescription(/^This is a private key/);
  expect(sent, 'a private key does not leave the browser').toEqual([]);
  expect(await faults(page)).toEqual([]);
  const line = newSshKey();
  // Only the shop decodes it.
  await key.fill(`${line.slice(0, -4)} ada@laptop`);
  await add.click();
  await expect(key).toHaveAccessibleDescription(/^The key is incomplete or damaged/);
  await key.fill(`${line} ada@laptop`);
  await add.click();
  await expect(dialog).toBeHidden();
  const row = section.getByRole('listitem');
  await expect(row).toContainText('ada@laptop');
  await expect(row).toContainText(/Ed25519, added on .*SHA256:[A-Za-z0-9+/]{43}/);
  await expect(section.getByRole('button', { name: 'Add an SSH key' })).toBeFocused();
  await expectFitAndAccessible(page);

  await section.getByRole('button', { name: 'Add an SSH key' }).click();
  await key.fill(line);
  await dialog.getByLabel('Name').fill('The same');
  await add.click();
  await expect(key).toHaveAccessibleDescription(/^This key is in your account already/);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await section.getByRole('button', { name: 'Remove ada@laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove this SSH key?' });
  await expect(question).toContainText('Machines that are on have it until they are off.');
  await question.getByRole('button', { name: 'Remove key' }).click();
  await expect(section.getByText('You have no SSH key yet.')).toBeVisible();
  await expect(section.getByRole('heading', { name: 'SSH keys' })).toBeFocused();
});

test('SSH keys that cannot be loaded or added say so, and can be tried again', async ({ page, request }) => {
  await page.route('**/api/ssh-key', (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await signIn(page, await register(request), '/profile');
  const section = page.getByRole('region', { name: 'SSH keys' });
  await expect(section.getByText('Your SSH keys could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByText('You have no SSH key yet.')).toBeVisible();
  await page.route('**/api/ssh-key', (route) => route.abort());
  await section.getByRole('button', { name: 'Add an SSH key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Public key').fill(newSshKey());
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
});
