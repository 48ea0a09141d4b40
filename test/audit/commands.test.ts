// Commands of operators, as the audit log shows them afterwards.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharePrepared } from '../database/prepared-data-dir.ts';
import { runCommand } from '../processes/run-command.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-audit-'));
const email = 'ada.lovelace@example.com';
let entries: Array<{ actor_kind: string; actor_name: string; action: string; subject_id: string; details: object }>;

const run = (script: string, ...args: string[]) => runCommand(script, args, { environment: { DATA_DIR: dataDir } });

beforeAll(async () => {
  const [catalogue, backup] = [join(dataDir, 'products.csv'), join(dataDir, 'shop.backup')];
  writeFileSync(catalogue, 'product_id,product_name,product_type,price\na,A,data,1\nb,,data,1\n');
  const database = await sharePrepared(dataDir);
  for (const [script, ...args] of [
    ['coupon', 'create', 'tenth', '--percent', '10'],
    ['coupon', 'disable', 'TENTH'],
    ['coupon', 'disable', 'UNKNOWN'],
    ['catalogue-import', catalogue],
    ['catalogue-import', catalogue, '--all-or-nothing'],
    ['user', 'create', email],
    ['user', 'grant-admin', email],
    ['user', 'disable', email],
    ['user', 'reset-second-factor', email],
    ['user', 'revoke-roles', email],
    ['user', 'delete', email, '--yes'],
    ['keys', 'rotate-signing'],
    ['keys', 'rotate-secrets'],
    ['backup', backup],
  ] as const)
    await run(script, ...args);
  await database.close();
  await run('restore', backup, '--replace');
  const { out } = await run('audit', 'list', '--json');
  entries = out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}, 180_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

test('every command that was carried out is told, and by whom', () => {
  expect(entries.map(({ action }) => action)).toEqual([
    'coupon.created',
    'coupon.ended',
    'catalogue.import_begun',
    'catalogue.imported',
    'account.created',
    'account.role_given',
    'account.disabled',
    'account.second_factor_reset',
    'account.role_given',
    'account.deleted',
    'customer.deleted',
    'keys.signing_rotated',
    'keys.data_rotated',
    'backup.restored',
  ]);
  for (const { actor_kind, actor_name } of entries)
    expect({ actor_kind, actor_name }).toEqual({ actor_kind: 'operator', actor_name: userInfo().username });
});

test('what is told is enough to understand it, and names nobody', () => {
  const of = (action: string) => entries.find((entry) => entry.action === action);
  expect(of('coupon.created')).toMatchObject({ subject_id: 'TENTH', details: { percent: 10 } });
  expect(of('catalogue.imported')).toMatchObject({
    subject_id: 'products.csv',
    details: { imported: 1, updated: 0, rejected: 1 },
  });
  expect(of('account.role_given')?.details).toEqual({ role: 'admin', staff_role: 'admin' });
  const accounts = entries.filter(({ action }) => /^(account|customer)\./.test(action));
  expect(new Set(accounts.map(({ subject_id }) => subject_id)).size).toBe(1);
  expect(JSON.stringify(entries)).not.toMatch(/lovelace|example\.com/);
});

test('the list can be narrowed, and is CSV unless it is asked for otherwise', { timeout: 60_000 }, async () => {
  const { out, code } = await run('audit', 'list', '--action', 'coupon.created', '--subject', 'TENTH');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^id,at,actor,name,action,kind,subject,details\n1,\d{4}-[^,]+Z,operator,[^,]+,coupon\.created,coupon,TENTH,"\{/,
  );
  expect(out.trim().split('\n')).toHaveLength(2);
  expect((await run('audit', 'list', '--since', '2999-01-01')).out.trim().split('\n')).toHaveLength(1);
});

test('what is asked for wrongly is told in a sentence', { timeout: 60_000 }, async () => {
  for (const [args, sentence] of [
    [['list', '--action', 'order.eaten'], /--action must be one of: order\.paid/],
    [['list', '--since', 'yesterday'], /--since must be a time such as/],
    [['delete'], /npm run audit -- list/],
  ] as const) {
    const { code, err } = await run('audit', ...args);
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/\n\s+at /);
  }
});
