import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeMail } from '../message/compose-mail.ts';
import { createFileTransport } from './file-transport.ts';
import { listOutboxFiles, readOutboxFile } from './outbox-files.ts';

const shop = {
  brand: { name: 'Hearth', address: ['1 Example Street'], origin: 'https://shop.example' },
  sender: { name: 'Hearth', address: 'shop@hearth.example' },
};
const id = '0b0e1d5c-1111-4222-8333-444455556666';
const never = new AbortController().signal;

let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-outbox-'));
  folder = join(dataDir, 'outbox');
});
afterEach(() => rm(dataDir, { recursive: true }));

function deliver(row: { id: string; createdAt: Date }, subject = 'Hello') {
  const message = { to: 'ada@example.com', subject, heading: 'Hello', paragraphs: ['Ça va?'], code: '482913' };
  return composeMail({ ...row, message }, shop).then((mail) => createFileTransport(dataDir).deliver(mail, never));
}

test('a message becomes one .eml file that only its owner may read', async () => {
  await deliver({ id, createdAt: new Date('2026-11-20T09:31:00.123Z') });
  expect(await readdir(folder)).toEqual([`20261120T093100123Z-${id}.eml`]);
  const file = join(folder, `20261120T093100123Z-${id}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const bytes = await readFile(file);
  expect(bytes.toString('latin1')).not.toMatch(/[^\r]\n/);
  expect(await PostalMime.parse(bytes)).toMatchObject({
    to: [{ address: 'ada@example.com' }],
    subject: 'Hello',
    messageId: `<${id}@hearth.example>`,
    date: '2026-11-20T09:31:00.000Z',
    text: expect.stringContaining('Ça va?'),
    html: expect.stringContaining('482913'),
  });
});

test('a message that is delivered again, or was left half written, is there once', async () => {
  const row = { id, createdAt: new Date('2026-11-20T09:31:00.123Z') };
  await deliver(row);
  await writeFile(join(folder, `.20261120T093100123Z-${id}.eml.new`), 'From: half a mess');
  await deliver(row);
  expect(await listOutboxFiles(folder)).toEqual([`20261120T093100123Z-${id}`]);
});

test('names stand in the order of time, newest first, and other files are left out', async () => {
  const ids = ['c', 'a', 'b'].map((letter) => letter.repeat(8) + id.slice(8));
  for (const [index, id] of ids.entries()) await deliver({ id, createdAt: new Date(Date.UTC(2026, index, 1)) });
  await writeFile(join(folder, 'notes.eml'), '');
  const names = await listOutboxFiles(folder);
  expect(names.map((name) => name.slice(0, 4 + 2))).toEqual(['202603', '202602', '202601']);
});

test('there is nothing to read before the first message, and nothing outside of the folder', async () => {
  expect(await listOutboxFiles(folder)).toEqual([]);
  await deliver({ id, createdAt: new Date('2026-11-20T09:31:00.123Z') });
  await writeFile(join(dataDir, `20261120T093100123Z-${id}.eml`), 'not in the outbox');
  for (const name of [`../20261120T093100123Z-${id}`, 'notes', '', `20261120T093100124Z-${id}`])
    expect(await readOutboxFile(folder, name)).toBe(null);
});
