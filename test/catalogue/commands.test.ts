// The commands as a person types them: what is printed where, and the exit codes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharePrepared } from '../database/prepared-data-dir.ts';
import { runCommand, startCommand } from '../processes/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-import-'));
const environment = { DATA_DIR: join(folder, 'data') };
let database: Awaited<ReturnType<typeof sharePrepared>>;

beforeAll(async () => {
  database = await sharePrepared(environment.DATA_DIR);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

async function run(command: 'catalogue-import' | 'catalogue-export', ...args: string[]) {
  const { code, out, err } = await runCommand(command, args, { environment, cwd: folder });
  return { code, out, told: err.split('\n').filter(Boolean) };
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

const row = (id: string, price: number | string) => `${id},=Name,data,${price}\n`;
const header = 'product_id,product_name,product_type,price\n';

test('[B-09] columns of other names are named, or left out, by --column', { timeout: 120_000 }, async () => {
  const other = file('other.csv', 'Article,product_name,product_type,price,stock\nnamed,Name,data,4,many\n');
  const named = ['--column', 'Article=product_id', '--column', 'stock='];
  expect(await run('catalogue-import', other)).toMatchObject({ code: 1 });
  expect(await run('catalogue-import', other, ...named)).toMatchObject({
    code: 0,
    out: 'imported 1, updated 0, rejected 0 of 1 rows\n',
    told: [],
  });
  expect(await run('catalogue-import', other, '--column', 'Article=article')).toMatchObject({
    code: 1,
    told: [expect.stringContaining('there is no field article')],
  });
  expect(await run('catalogue-import', other, '--column', 'Article')).toMatchObject({ code: 1 });
  await runCommand('catalogue-remove', ['named', '--yes'], { environment, cwd: folder });
});

test('import and export, from the first row to the report', { timeout: 120_000 }, async () => {
  const good = file('good.csv', header + row('a', 1) + row('b', '0.12345678'));
  const bad = file('bad.csv', header + Array.from({ length: 25 }, (_, n) => row(`-x${n}`, -1)).join(''));
  const array = file('array.json', '[]');

  expect(await run('catalogue-import', good, array, bad, '--report', 'report.csv')).toEqual({
    code: 1,
    out: 'imported 2, updated 0, rejected 25 of 27 rows\n',
    told: [
      'array.json was refused: it is a JSON array; give one object per line',
      '1 value was changed to fit; report.csv has them all',
      ...Array.from({ length: 20 }, (_, n) => `bad.csv:${n + 2}: price is negative (-x${n})`),
      'and 5 more; report.csv has them all',
    ],
  });
  const report = readFileSync(join(folder, 'report.csv'), 'utf8').split('\n');
  expect(report.slice(0, 3)).toEqual([
    'file,line,product_id,field,kind,reason',
    'good.csv,3,b,price,changed,price 0.12345678 is rounded to 0.123457',
    "bad.csv,2,'-x0,price,rejected,price is negative",
  ]);
  expect(report).toHaveLength(1 + 1 + 25 + 1);

  expect(await run('catalogue-import', '--all-or-nothing', file('more.csv', header + row('c', 1)), bad)).toMatchObject({
    code: 1,
    out: 'imported 0, updated 0, rejected 26 of 26 rows\n',
    told: expect.arrayContaining(['Nothing was imported: --all-or-nothing takes all rows of all files or none.']),
  });
  expect(await run('catalogue-import', file('header.csv', header), good)).toEqual({
    code: 0,
    out: 'imported 0, updated 2, rejected 0 of 2 rows\n',
    told: ['header.csv has a header and no rows', '1 value was changed to fit; --report FILE writes them all'],
  });

  const machine =
    '{"product_id":"m","product_name":"M","product_type":"computing","price":1,"specs":[{"name":"GPU","value":"T4"}]}';
  expect(await run('catalogue-import', '--dry-run', file('machine.jsonl', machine))).toMatchObject({
    told: ['machine.jsonl: attributes were read from specifications in 1 of 1 rows'],
  });

  const { out } = await run('catalogue-export');
  expect(out.split('\n').map((line) => line.slice(0, 44))).toEqual([
    '{"product_id":"a","product_name":"=Name","pr',
    '{"product_id":"b","product_name":"=Name","pr',
    '',
  ]);
  expect(await run('catalogue-export', 'all.jsonl.gz')).toEqual({ code: 0, out: '', told: [] });
  expect(gunzipSync(readFileSync(join(folder, 'all.jsonl.gz'))).toString()).toBe(out);
  expect(await run('catalogue-export', 'all.csv')).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'all.csv'), 'utf8')).toContain("\na,'=Name,data,,,1,false,,,,,[],[],{},[],,{},\n");
});

test('a dry run shows what would change and writes nothing; --replace takes what a file does not say away', {
  timeout: 120_000,
}, async () => {
  const whole = file('whole.csv', `${header.trim()},stock,description\n${row('d', 1).trim()},5,All about it\n`);
  expect(await run('catalogue-import', whole)).toMatchObject({ out: 'imported 1, updated 0, rejected 0 of 1 rows\n' });
  const prices = file('prices.csv', header + row('d', 2) + row('e', 3) + row('f', -1));
  const before = (await run('catalogue-export')).out;
  expect(await run('catalogue-import', prices, '--dry-run', '--report', 'dry.csv')).toEqual({
    code: 0,
    out: 'prices.csv:2: price 1 -> 2 (d)\nnew 1, changed 1, same 0, rejected 1 of 3 rows; nothing was written\n',
    told: ['prices.csv:4: price is negative (f)'],
  });
  expect(readFileSync(join(folder, 'dry.csv'), 'utf8').split('\n').slice(1)).toEqual([
    'prices.csv,2,d,price,would change,price 1 -> 2',
    'prices.csv,4,f,price,rejected,price is negative',
    '',
  ]);
  expect((await run('catalogue-import', prices, '--dry-run', '--replace')).out).toMatch(
    /^prices\.csv:2: description All about it -> nothing; price 1 -> 2; stock 5 -> nothing \(d\)\n/,
  );
  expect((await run('catalogue-export')).out).toBe(before);
  await run('catalogue-import', prices);
  expect((await run('catalogue-export')).out).toContain('"description":"All about it","product_img":"","price":2,');
  await run('catalogue-import', prices, '--replace');
  expect((await run('catalogue-export')).out).not.toContain('All about it');
});

test('what cannot be done is told in one sentence', async () => {
  const answers = [
    [await run('catalogue-import'), /^Name at least one file to import\. Usage: /],
    [await run('catalogue-import', '--all'), /^Unknown option '--all'.*Usage: /],
    [await run('catalogue-import', 'a.csv', '--dry-run', '--all-or-nothing'), /^--dry-run writes nothing in any case/],
    [await run('catalogue-export', 'all.xlsx'), /^The ending of all\.xlsx names no format\. Usage: /],
  ] as const;
  for (const [{ code, out, told }, sentence] of answers) {
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(told).toEqual([expect.stringMatching(sentence)]);
  }
});

test('Ctrl-C ends an import after the running batch', { timeout: 120_000 }, async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => row(`p-${n}`, 1));
  const long = file('long.csv', header + rows.join(''));
  const command = startCommand('catalogue-import', [long, '--report', 'begun.csv'], { environment, cwd: folder });
  // The report is opened when the database stands and reading begins.
  const begun = setInterval(() => {
    try {
      readFileSync(join(folder, 'begun.csv'));
      clearInterval(begun);
      command.send('SIGINT');
      command.send('SIGINT');
    } catch {
      // Not begun yet.
    }
  }, 5);
  const { code, out, err } = await command.ended;
  expect(code).toBe(130);
  expect(err).toBe('stopped; run it again to go on\n');
  const [, imported, total] = /^imported (\d+), updated 0, rejected 0 of (\d+) rows\n$/.exec(out) ?? [];
  expect(imported).toBe(total);
  expect(Number(imported)).toBeLessThan(60_000);
});
