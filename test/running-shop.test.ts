// The commands as an operator types them while a trial shop runs: its embedded database belongs to it, so they ask it.
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Tables } from '#main/tables.ts';
import { openOrAsk } from '#platform/database/database.ts';
import { prepareDataDir } from './database/prepared-data-dir.ts';
import { aUser } from './factories/user.ts';
import { runCommand } from './processes/run-command.ts';
import { type ServerProcess, startProcess } from './processes/server-process.ts';
import { quietEnvironment, startShop } from './processes/shop-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hearth-running-'));
const environment = { DATA_DIR: prepareDataDir(dataDir), DEMO_CATALOGUE: 'off' };
let shop: ServerProcess;

beforeAll(async () => {
  shop = await startShop(environment);
}, 120_000);
afterAll(async () => {
  await shop.stop();
  rmSync(dataDir, { recursive: true });
}, 60_000);

const run = (script: string, ...args: string[]) => runCommand(script, args, { environment });

async function done(script: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await run(script, ...args);
  expect({ code, err }, `${script} ${args.join(' ')}`).toEqual({ code: 0, err: '' });
  return out;
}

async function withTables<T>(work: (db: Awaited<ReturnType<typeof openOrAsk<Tables>>>['kysely']) => Promise<T>) {
  const database = await openOrAsk<Tables>({ databaseUrl: null, dataDir });
  return work(database.kysely).finally(database.close);
}

async function countProducts(at: string): Promise<number> {
  return ((await (await fetch(`${at}/api/product`)).json()) as { total: number }).total;
}

const shows = async (id: string) => (await fetch(`${shop.address}/api/product/${id}`)).status;

test('products are imported and exported, and the shop shows them at once', { timeout: 120_000 }, async () => {
  const file = join(dataDir, 'new.csv');
  writeFileSync(file, 'product_id,product_name,product_type,price\na,A,data,1\nb,B,data,2\n');
  expect(await shows('a')).toBe(404);
  expect(await done('catalogue-import', file, '--dry-run')).toMatch(/^new 2, .*nothing was written\n$/);
  expect(await shows('a')).toBe(404);
  expect(await done('catalogue-import', file)).toBe('imported 2, updated 0, rejected 0 of 2 rows\n');
  expect(await shows('a')).toBe(200);
  expect(await done('catalogue-import', file, '--all-or-nothing')).toMatch(/updated 2/);
  expect((await done('catalogue-export')).split('\n')).toHaveLength(3);
});

test('products are removed once that is confirmed, and the shop shows them no more', { timeout: 120_000 }, async () => {
  const unsure = await run('catalogue-remove', 'a');
  expect(unsure).toMatchObject({ code: 1, err: 'Nothing was removed. Confirm with --yes.\n' });
  expect(await run('catalogue-remove', 'a', 'none', '--yes')).toMatchObject({
    code: 1,
    err: 'There is no product none. Nothing was removed.\n',
  });
  expect(await shows('a')).toBe(200);
  expect(await done('catalogue-remove', 'a', '--yes')).toMatch(/^A \(a\): 0 reviews .*\n1 product is removed\.\n$/);
  expect(await shows('a')).toBe(404);
  expect(await done('audit', 'list', '--action', 'catalogue.removed')).toContain('catalogue.removed,catalogue,a,{}');
});

test('coupons are made and listed', { timeout: 60_000 }, async () => {
  expect(await done('coupon', 'create', 'TENTH', '--percent', '10')).toBe('TENTH takes 10 % off.\n');
  expect(await done('coupon', 'list')).toContain('TENTH');
});

test('accounts are made, promoted and deleted', { timeout: 60_000 }, async () => {
  expect(await done('user', 'create', 'ada@example.com')).toMatch(/can sign in with the password/);
  expect(await done('user', 'grant-admin', 'ada@example.com')).toBe('ada@example.com is an administrator now.\n');
  expect(await done('user', 'delete', 'ada@example.com', '--yes')).toMatch(/is deleted/);
});

test('[B-10] customers are suspended with a reason, restored and exported', { timeout: 60_000 }, async () => {
  const email = 'jane.suspended@example.com';
  await done('user', 'create', email);
  const { code, err } = await run('user', 'suspend', email, 'No');
  expect([code, err]).toEqual([1, expect.stringContaining('The reason')]);
  // Nobody who has never signed in is a customer yet.
  const reason = ['Pays', 'with', 'cards', 'of', 'others.'];
  expect(await run('user', 'suspend', email, ...reason)).toMatchObject({ code: 1 });
  await withTables(async (db) => {
    const account = await db
      .selectFrom('identity.user')
      .select('user_id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('api.user')
      .values(aUser({ user_id: email, account_id: account.user_id, account_since: new Date() }))
      .execute();
  });
  expect(await done('user', 'suspend', email, ...reason)).toMatch(/is suspended and signed out everywhere/);
  expect(await run('user', 'suspend', email, ...reason)).toMatchObject({
    code: 1,
    err: 'This customer is suspended already.\n',
  });
  expect(await done('user', 'list', email)).toContain('disabled');
  expect(await done('user', 'restore', email)).toMatch(/can sign in again/);
  expect(JSON.stringify(JSON.parse(await done('user', 'export', email)))).toContain(email);
});

test('the keys that sign are changed', { timeout: 60_000 }, async () => {
  expect(await done('keys', 'rotate-signing')).toMatch(/is published/);
});

test('one order is shown whole: lines, billing, payment, refunds, mails and history', {
  timeout: 120_000,
}, async () => {
  const now = new Date();
  const order_id = 'TESTORDER234';
  await withTables(async (db) => {
    await db
      .insertInto('api.product')
      .values({ ...product, product_id: 'gpu', stock: 5, held: 2 })
      .execute();
    await db
      .insertInto('api.order')
      .values({
        order_id,
        user_id: 'jane@example.com',
        account_id: 'account-1',
        status: 'pending',
        payment_method: 'transfer',
        subtotal_cents: 500,
        discount_cents: 0,
        total_cents: 500,
        coupon_code: null,
        billing: JSON.stringify({ first_name: 'Jane', last_name: 'Doe\u001b[31m', city: 'Berlin' }),
        created_at: now,
        expires_at: new Date(now.getTime() + 60_000),
        updated_at: now,
      })
      .execute();
    await db
      .insertInto('api.order_line')
      .values({
        order_id,
        line: 0,
        product_id: 'gpu',
        product_name: 'GPU hour',
        unit_price_micros: 2_500_000,
        quantity: 2,
        amount_cents: 500,
        discount_cents: 0,
        counted: true,
        selected_options: JSON.stringify([{ name: 'Region', value: 'Norway' }]),
      })
      .execute();
  });
  expect(await done('order', 'list', '--holding', 'gpu')).toMatch(
    /'TESTORDER234'.*'jane@example\.com'.*2.*'Region: Norway'.*'transfer'/,
  );
  expect(await done('order', 'paid', order_id)).toMatch(/is paid, and its customer is told/);
  expect(await done('order', 'refund', order_id, '2', '--reason', 'late')).toMatch(/\$2\.00 of TESTORDER234/);
  const text = await done('order', 'show', order_id.toLowerCase());
  expect(text).toMatch(/^Order TESTORDER234: paid\n/);
  for (const expected of [
    /customer +jane@example\.com/,
    /2 × +GPU hour \(Region: Norway\) \(gpu\) +at \$2\.5 +\$5\.00/,
    /last name +Doe\ufffd\[31m/,
    /\$2\.00 +succeeded +by hand +late/,
    /Your .* order TESTORDER234/,
    /A refund of \$2\.00 for your .* order TESTORDER234/,
    /order\.paid +by \S+ +\{.*"amount_cents": ?500/,
    /order\.refunded +by/,
  ])
    expect(text).toMatch(expected);
  expect(JSON.parse(await done('order', 'show', order_id, '--json'))).toMatchObject({
    order: { order_id },
    lines: [{}],
  });
  expect(await run('order', 'show', 'NONE')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no order NONE/),
  });
});

test('the shop is backed up, and comes back in an empty place or in the place of what is there', {
  timeout: 120_000,
}, async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hearth-restored-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const restore = (...args: string[]) =>
    runCommand('restore', args, { environment: { ...environment, DATA_DIR: elsewhere }, cwd: elsewhere });
  const file = join(elsewhere, 'shop.backup');
  const products = await countProducts(shop.address);
  expect(products).toBeGreaterThan(0);
  expect(await done('backup', file)).toMatch(/^Backed up to .*shop\.backup\. Keep .*secrets\.key too/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await countProducts(shop.address)).toBe(products);

  expect(await restore(file)).toMatchObject({ code: 0, err: '' });
  expect(await restore(file)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('has tables of the shop already'),
  });
  expect(await restore(file, '--replace')).toMatchObject({ code: 0, err: '' });
  // As the command says: the key is kept apart from the backup.
  copyFileSync(join(dataDir, 'secrets.key'), join(elsewhere, 'secrets.key'));
  const restored = await startShop({ ...environment, DATA_DIR: elsewhere });
  expect(await countProducts(restored.address)).toBe(products);
  await restored.kill();
});

test('a restore names what is wrong with its file', { timeout: 60_000 }, async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hearth-restored-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true }));
  const surroundings = { environment: { DATA_DIR: prepareDataDir(elsewhere) }, cwd: elsewhere };
  expect(await runCommand('restore', ['none.backup', '--replace'], surroundings)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^\S*none\.backup: ENOENT.*\n$/),
  });
});

test('a backup asks for the name of its file', { timeout: 60_000 }, async () => {
  expect(await run('backup')).toMatchObject({ code: 1, err: 'Name one file. Usage: npm run backup -- FILE\n' });
});

test('a command that is killed in its transaction leaves nothing, and holds nobody up', {
  timeout: 60_000,
}, async () => {
  const code = `
    import { sql } from 'kysely';
    import { openOrAsk } from '#platform/database/database.ts';
    const { kysely } = await openOrAsk({ databaseUrl: null, dataDir: ${JSON.stringify(dataDir)} });
    await kysely.transaction().execute(async (transaction) => {
      await sql\`insert into api.coupon (code, percent) values ('KILLED', 5)\`.execute(transaction);
      console.log('begun');
      await new Promise(() => setInterval(() => {}, 1_000));
    });`;
  const command = startProcess(['--input-type=module', '-e', code], {
    environment: { ...quietEnvironment, ...environment },
  });
  await expect.poll(command.out).toBe('begun\n');
  const waiting = fetch(`${shop.address}/api/product?limit=1`);
  await command.kill();
  expect((await waiting).status).toBe(200);
  expect(await done('coupon', 'list')).not.toContain('KILLED');
});

test.each([
  'catalogue-import',
  'catalogue-export',
  'catalogue-remove',
  'order',
  'coupon',
  'user',
  'keys',
  'audit',
  'backup',
  'restore',
])('%s --help prints its usage', { timeout: 60_000 }, async (script) => {
  const { code, out, err } = await run(script, '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(new RegExp(`^Usage: npm run ${script.replace('-', ':')} `));
});

const product = {
  product_name: 'GPU hour',
  name_folded: 'gpu hour',
  product_type: 'computing' as const,
  description: '',
  excerpt: '',
  product_img: '',
  price_micros: 2_500_000,
  on_sale: false,
  sale_price_micros: null,
  price_unit: 'hour',
  provider: '',
  options: '[]',
  specs: '[]',
};
