// A machine as its buyer has it in the library: the example of a provider runs it, which the shop's endpoint is.
import type { Page } from '@playwright/test';
import { getEntitlement } from '../../../src/api/goods/entitlement/entitlement.store.ts';
import { settleHours } from '../../../src/api/goods/hours/settle-hours.ts';
import { newSshKey } from '../../factories/ssh-key.ts';
import { startProvider } from '../../processes/provider.ts';
import { expectFitAndAccessible, faults } from '../accessible.ts';
import { type Account, register, signIn, tokensOf } from '../account.ts';
import { give } from '../library.ts';
import { sell } from '../sales.ts';
import { accountIdOf, inShop, makeShop } from '../seller.ts';
import { expect, test } from '../shop.ts';

test.describe.configure({ timeout: 120_000 });

/** Four hours that a buyer has paid $8 for, of a shop whose machines run in a process of their own. */
async function machineOf(page: Page): Promise<{ account: Account; id: string; close: () => Promise<void> }> {
  const { request } = page;
  const shop = await makeShop(request);
  const { IdToken } = await tokensOf(request, shop.account);
  const headers = { authorization: `Bearer ${IdToken}` };
  const endpoint = `/api/seller/${shop.sellerId}/provision-endpoint`;
  const set = (url: string) => request.put(endpoint, { headers, data: { url } });
  const { secret } = await (await set('http://127.0.0.1:9/')).json();
  const provider = await startProvider(secret);
  expect((await set(provider.url)).status()).toBe(200);
  const account = await register(request);
  const accountId = await accountIdOf(request, account);
  const order = await sell(shop, { account, accountId }, { L40S: 8 });
  const id = await give(accountId, shop, {
    ...{ name: 'L40S', order_id: order, line: 0, because: 'order' },
    goods: { hours: { by: 'endpoint', minutes_each: 240, templates: [{ name: 'Ubuntu' }, { name: 'PyTorch' }] } },
  });
  await inShop(({ kysely }) =>
    kysely.transaction().execute(async (transaction) => {
      const entitlement = await getEntitlement(transaction as never, id);
      if (entitlement) await settleHours(transaction as never, [{ ...entitlement, standing: 'active' }], new Date());
    }),
  );
  return { account, id, close: provider.close };
}

test('[G-19] [G-20] [G-21] [G-22] a machine is started with SSH keys and an end, seen at work, given more time, and stops', async ({
  page,
}) => {
  const { account, close } = await machineOf(page);
  const { IdToken } = await tokensOf(page.request, account);
  const headers = { authorization: `Bearer ${IdToken}` };
  const fingerprints: Record<string, string> = {};
  for (const name of ['Laptop', 'Desk']) {
    const added = await page.request.post('/api/ssh-key', { headers, data: { public_key: newSshKey(), name } });
    fingerprints[name] = (await added.json()).fingerprint;
  }
  await signIn(page, account, '/profile/library');
  const machine = page.getByRole('article', { name: 'L40S' });
  await machine.getByRole('button', { name: 'More about L40S' }).click();
  await machine.getByRole('button', { name: 'Start L40S' }).click();
  const start = page.getByRole('dialog', { name: 'Start L40S?' });
  await expect(start.getByLabel('Template')).toHaveValue('Ubuntu');
  await start.getByLabel('Template').selectOption('PyTorch');
  await expect(start.getByRole('checkbox', { name: 'Laptop' })).toBeChecked();
  await start.getByRole('checkbox', { name: 'Desk' }).uncheck();
  await start.getByLabel('After hours').fill('soon');
  await start.getByRole('button', { name: 'Start' }).click();
  await expect(start.getByText('Write hours such as 2 or 1.5')).toBeVisible();
  await expect(start.getByLabel('After hours')).toBeFocused();
  await start.getByLabel('After hours').fill('1.5');
  await start.getByLabel('At a cost of, in US dollars').fill('6');
  await expect(start.getByText('$6.00 is 3 h at $2.00 an hour.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await start.getByRole('button', { name: 'Start' }).click();
  // The page asks every ten seconds while it is starting.
  await expect(machine).toContainText('Runs since', { timeout: 30_000 });
  await expect(machine).toContainText('Started with PyTorch. 1 min so far, $0.03 of what you paid.');
  await expect(machine).toContainText(
    'It stops by itself after 1 h 30 min, or before it costs more than $6.00. That is at',
  );
  const busy = machine.getByRole('list', { name: 'How busy L40S is' });
  await expect(busy.getByRole('listitem')).toHaveCount(2);
  await machine.getByText('Log of the machine').click();
  await expect(machine.getByText('The machine is on.')).toBeVisible();
  await expect(machine).toContainText(`SSH key: ${fingerprints.Laptop}`);
  await expect(machine).not.toContainText(`${fingerprints.Desk}`);
  await expectFitAndAccessible(page);

  await machine.getByRole('button', { name: 'Change when it stops' }).click();
  const limits = page.getByRole('dialog', { name: 'When does L40S stop?' });
  await expect(limits.getByLabel('After hours')).toHaveValue('1.5');
  await expect(limits.getByLabel('At a cost of, in US dollars')).toHaveValue('6.00');
  await limits.getByLabel('After hours').fill('3');
  await limits.getByLabel('At a cost of, in US dollars').fill('');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(machine).toContainText('It stops by itself after 3 h. That is at');
  await expect(machine.getByRole('button', { name: 'Change when it stops' })).toBeFocused();

  await machine.getByRole('button', { name: 'Stop L40S' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(machine).toContainText('3 h 59 min left');
  await expect(machine.getByText('so far')).toBeHidden();
  await close();
});

test('[G-19] without SSH keys the start of a machine says where they are added', async ({ page }) => {
  const { account, close } = await machineOf(page);
  await signIn(page, account, '/profile/library');
  const machine = page.getByRole('article', { name: 'L40S' });
  await machine.getByRole('button', { name: 'More about L40S' }).click();
  await machine.getByRole('button', { name: 'Start L40S' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'add a key' }).click();
  await expect(page).toHaveURL('/profile#ssh-keys');
  await expect(page.getByText('You have no SSH key yet.')).toBeInViewport();
  await close();
});
