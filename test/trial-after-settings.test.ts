// A trial that was once started in another setting is a trial again without it. All settings, one by one: npm run settings:test.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDataDir } from './database/prepared-data-dir.ts';
import { startShop } from './processes/shop-process.ts';
import { announced, faultsOfATrial } from './rigs/settings/faults-of-a-trial.ts';
import { settingsOfAStart } from './rigs/settings/settings-of-a-start.ts';

let trial: { DATA_DIR: string; [name: string]: string };
beforeAll(async () => {
  const dataDir = prepareDataDir(await mkdtemp(join(tmpdir(), 'hearth-trial-')));
  trial = { DATA_DIR: dataDir, DEMO_MARKETPLACE: 'on', LOG_LEVEL: 'error' };
});
afterAll(() => rm(trial.DATA_DIR, { recursive: true }));

test('each variable of .env.example has a value to be tried once', async () => {
  const text = await readFile(join(import.meta.dirname, '../.env.example'), 'utf8');
  const named = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(Object.keys(settingsOfAStart('folder')).sort()).toEqual(named.sort());
});

test('[B-17] a trial of a shop as it takes real money is whole, and its staff come in by a code of the mails that it shows', {
  timeout: 120_000,
}, async () => {
  // Limits of strangers' orders are none of the demo's, which is filled at this first start.
  const limits = { ORDERS_OPEN_PER_ACCOUNT: '1', ORDERS_PLACED_PER_ACCOUNT: '1', ORDERS_PLACED_PER_NETWORK: '1' };
  const shop = await startShop({ ...trial, ...limits, STORE_PRESET: 'live' });
  expect(await faultsOfATrial(shop)).toEqual([]);
  expect(announced(shop.out()).staff?.besides).toBe('a code by email');
  await shop.stop();
});

test('[B-17] what changes the data of a trial once does not keep it from being one again', {
  timeout: 120_000,
}, async () => {
  const settings = {
    // No trial any more: its accounts are disabled.
    SMTP_URL: 'smtp://127.0.0.1:1',
    ACCOUNTS_SECOND_FACTOR: 'required',
    ACCOUNTS_POOL_ID: 'eu_other',
    STORE_INVOICES: 'seller',
    DEMO_CATALOGUE: 'off',
  };
  const other = await startShop({ ...trial, ...settings });
  expect(announced(other.out())).toEqual({});
  await other.stop();
  const again = await startShop(trial);
  expect(await faultsOfATrial(again)).toEqual([]);
  await again.stop();
  await rm(join(trial.DATA_DIR, 'demo-passwords.json'));
  const anew = await startShop({ ...trial, ACCOUNTS_POOL_ID: 'eu_other' });
  expect(await faultsOfATrial(anew)).toEqual([]);
  await anew.stop();
});
