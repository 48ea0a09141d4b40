import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Part } from '#platform/http/part.ts';
import { createSecrets } from '#platform/secrets.ts';
import type { Message } from './mailer.ts';
import { composeMail } from './message/compose-mail.ts';
import { outboxAddress, outboxCookie, outboxKey } from './outbox-page/outbox-key.ts';
import { createOutboxPage } from './server.ts';
import { createFileTransport } from './transport/file-transport.ts';

const shop = {
  brand: { name: 'Hearth', address: ['1 Example Street'], origin: 'http://localhost:3000' },
  sender: { name: 'Hearth', address: 'shop@hearth.example' },
};
const key = outboxKey(createSecrets([Buffer.alloc(32, 7)]));
const never = new AbortController().signal;

let dataDir: string;
let page: Part;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hearth-page-'));
  const headers = { 'x-content-type-options': 'nosniff' };
  page = createOutboxPage({ dataDir, brand: shop.brand, key, headers, log: pino({ level: 'silent' }) });
});
afterEach(() => rm(dataDir, { recursive: true }));

let minute = 0;
/** Delivers a message a minute after the last one; answers where its page is. */
async function deliver(message: Partial<Message> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const createdAt = new Date(Date.UTC(2026, 10, 20, 9, minute++));
  const mail = await composeMail(
    {
      id,
      createdAt,
      message: { to: 'ada@example.com', subject: 'Hello', heading: 'Hello', paragraphs: [], ...message },
    },
    shop,
  );
  await createFileTransport(dataDir).deliver(mail, never);
  return `/outbox/${createdAt.toISOString().replace(/[-:.]/g, '')}-${id}`;
}

/** As the browser in which the page was opened. */
const opened = { cookie: `${outboxCookie(key)}=${key}` };

async function get(path: string, init?: RequestInit) {
  const request = new Request(new URL(path, 'http://localhost:3000'), init);
  if (!init?.headers) request.headers.set('cookie', opened.cookie);
  const response = await page.fetch(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('an empty outbox says what will stand there, and that it belongs to a trial installation', async () => {
  const { status, text } = await get('/outbox');
  expect(status).toBe(200);
  expect(text).toContain('Nothing has been sent yet.');
  expect(text).toContain('Trial installation only.');
});

test.each([
  ['x-forwarded-for', '203.0.113.1'],
  ['x-forwarded-host', 'shop.example'],
  ['X-Forwarded-Proto', 'https'],
  ['forwarded', 'for=203.0.113.1'],
])('a request with %s came over a proxy, and finds nothing', async (name, value) => {
  const message = await deliver();
  for (const path of ['/outbox', '/outbox/newest', message, `${message}/body`, `${message}/message.eml`])
    expect((await get(path, { headers: { ...opened, [name]: value } })).status, path).toBe(404);
});

test('messages stand newest first, with address, subject, time and the code to copy', async () => {
  const older = await deliver({ subject: 'Confirm', code: '482913', paragraphs: ['Type this code.'] });
  const newer = await deliver({ subject: 'Welcome', to: 'eve@example.com' });
  const { text, headers } = await get('/outbox');
  expect([...text.matchAll(/href="(\/outbox\/2[^"]*)"/g)].map(([, path]) => path)).toEqual([newer, older]);
  expect(text).toContain('>482913</code>');
  expect(text).toContain('Type this code.');
  expect(text).toContain('eve@example.com');
  expect(text).toMatch(/<time datetime="2026-11-20T09:\d\d:00\.000Z">/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('the list knows when there is a newer message than it shows', async () => {
  expect((await get('/outbox/newest')).text).toBe('');
  expect((await get('/outbox')).text).toContain('data-newest=""');
  const path = await deliver();
  const newest = path.slice('/outbox/'.length);
  expect((await get('/outbox/newest')).text).toBe(newest);
  expect((await get('/outbox')).text).toContain(`data-newest="${newest}"`);
  expect((await get('/outbox/refresh.js')).text).toContain("fetch('/outbox/newest')");
});

test('a long outbox shows the latest messages and says how many there are', async () => {
  for (let index = 0; index < 52; index++) await deliver();
  const { text } = await get('/outbox');
  expect(text.match(/<li>/g)).toHaveLength(50);
  expect(text).toContain('The 50 latest of 52 messages.');
});

test('a message is shown with its headers, its text and its HTML in a frame of its own, and can be downloaded', async () => {
  const path = await deliver({ heading: 'Grüße', code: '482913' });
  const { status, text } = await get(path);
  expect(status).toBe(200);
  for (const part of ['ada@example.com', 'Hearth &lt;shop@hearth.example&gt;', '    482913', 'Grüße'])
    expect(text).toContain(part);
  expect(text).toContain(`<iframe src="${path}/body"`);
  expect(text).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/);

  const file = await get(`${path}/message.eml`);
  expect(file.headers.get('content-type')).toBe('message/rfc822');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${path.slice('/outbox/'.length)}.eml"`);
  expect(file.text).toMatch(/^From: Hearth <shop@hearth\.example>\r\n/m);
});

test('the files of a message stand above it with name and size; a PDF opens, anything else is downloaded', async () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const path = await deliver({
    replyTo: 'visitor@example.com',
    attachments: [
      { filename: 'receipt-D6WH.pdf', contentType: 'application/pdf', base64: base64('%PDF-'.padEnd(2_345)) },
      { filename: 'page.html', contentType: 'text/html', base64: base64('<script>alert(1)</script>') },
    ],
  });
  const { text } = await get(path);
  expect(text).toContain(`<a href="${path}/attachment/0" target="_blank">receipt-D6WH.pdf<span>2.3 kB</span></a>`);
  expect(text).toContain('<dt>Reply-To</dt><dd>visitor@example.com</dd>');
  expect((await get('/outbox')).text).toContain('receipt-D6WH.pdf, page.html');

  const pdf = await get(`${path}/attachment/0`);
  expect([pdf.headers.get('content-type'), pdf.headers.get('content-disposition')]).toEqual([
    'application/pdf',
    'inline; filename="receipt-D6WH.pdf"',
  ]);
  expect(pdf.text).toHaveLength(2_345);
  const page = await get(`${path}/attachment/1`);
  expect([page.headers.get('content-type'), page.headers.get('content-disposition')]).toEqual([
    'application/octet-stream',
    'attachment; filename="page.html"',
  ]);
  for (const number of ['2', '-1', 'length', 'x']) expect((await get(`${path}/attachment/${number}`)).status).toBe(404);
});

test('what a stranger has written is text on every page, and runs nowhere', async () => {
  const hostile = '</title><script>alert(1)</script>';
  const path = await deliver({ subject: hostile, heading: hostile, paragraphs: [hostile], note: hostile });
  for (const address of ['/outbox', path, `${path}/body`]) {
    const { text, headers } = await get(address);
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toContain('<script>');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src (?!'self';)/);
  }
  const { headers } = await get(`${path}/body`);
  expect(headers.get('content-security-policy')).not.toMatch(/script-src/);
  expect(headers.get('content-security-policy')).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/);
});

test('only messages can be read: no other file, no other folder', async () => {
  const path = await deliver();
  await writeFile(join(dataDir, 'secrets.key'), 'secret');
  await writeFile(join(dataDir, 'outbox', 'notes.eml'), 'secret');
  const names = ['notes', 'notes.eml', 'x', '..%2fsecrets.key', '%2e%2e%2fsecrets', `${path.slice(8)}%00`];
  for (const name of names) {
    for (const ending of ['', '/body', '/message.eml']) {
      const { status, text } = await get(`/outbox/${name}${ending}`);
      expect(status, name + ending).toBe(404);
      expect(text).not.toContain('secret');
    }
  }
  expect((await get(`${path}/other`)).status).toBe(404);
});

test('whoever comes by another name than the machine itself finds nothing', async () => {
  const path = await deliver({ code: '482913' });
  for (const origin of ['http://shop.example', 'http://localhost.evil.example', 'http://10.0.0.7:3000']) {
    for (const address of ['/outbox', path, `${path}/body`, `${path}/message.eml`]) {
      const { status, text } = await get(origin + address);
      expect(status, origin + address).toBe(404);
      expect(text).not.toContain('482913');
    }
  }
  for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect((await get(`${origin}/outbox`)).status).toBe(200);
});

test('without the key there is nothing, also where a proxy has rewritten the name that was asked for', async () => {
  const path = await deliver({ code: '482913' });
  const other = outboxKey(createSecrets([Buffer.alloc(32, 8)]));
  for (const address of ['/outbox', '/outbox/newest', path, `${path}/body`, `${path}/message.eml`]) {
    for (const query of ['', '?key=', `?key=${other}`, `?key=${key.slice(1)}`]) {
      const { status, text, headers } = await get(address + query, { headers: {} });
      expect(status, address + query).toBe(404);
      expect(text).not.toContain('482913');
      expect(text).not.toContain(path);
      expect(headers.get('set-cookie')).toBeNull();
    }
    const cookie = `${outboxCookie(other)}=${other}; ${outboxCookie(key)}=${other}`;
    expect((await get(address, { headers: { cookie } })).status, address).toBe(404);
  }
});

test('the address that the start prints opens it for this browser, by a cookie that no script and no other site can use', async () => {
  const path = await deliver({ code: '482913' });
  const { status, text, headers } = await get(outboxAddress('http://localhost:3000', key), { headers: {} });
  expect(status).toBe(200);
  expect(text).toContain('482913');
  const [cookie = '', ...attributes] = headers.get('set-cookie')?.split('; ') ?? [];
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/outbox', 'SameSite=Strict']);
  expect((await get(path, { headers: { cookie } })).status).toBe(200);
  expect(text, 'the page itself does not spread it').not.toContain(key);
});

test('the key is the same after a restart, and another one for every shop', () => {
  const keyOf = (byte: number) => outboxKey(createSecrets([Buffer.alloc(32, byte)]));
  expect(keyOf(7)).toBe(key);
  expect(keyOf(8)).not.toBe(key);
  expect(key).toMatch(/^[\w-]{43}$/);
});

test('the page is only read', async () => {
  const { status, headers } = await get('/outbox', { method: 'POST' });
  expect(status).toBe(405);
  expect(headers.get('allow')).toBe('GET, HEAD');
  expect(await get('/outbox', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('the page loads its style and its typefaces from the shop alone', async () => {
  const style = await get('/outbox/style.css');
  expect(style.headers.get('content-type')).toMatch(/^text\/css/);
  expect(style.text).toContain('--ink: light-dark(');
  for (const [, address = ''] of style.text.matchAll(/url\("([^"]*)"\)/g)) {
    const font = await get(address);
    expect(font.status).toBe(200);
    expect(font.text).toMatch(/^wOF2/);
  }
});
