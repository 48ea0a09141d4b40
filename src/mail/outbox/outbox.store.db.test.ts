// Both databases: who takes a mail is decided by locks, which one connection never meets.
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createSecrets } from '#platform/secrets.ts';
import { openTestDatabase } from '../../../test/database/test-database.ts';
import { type MailServer, startMailServer } from '../../../test/parts/outside/mail-server.ts';
import { createMail, createSendMail, type MailRoom } from '../mail.ts';
import type { Message } from '../mailer.ts';
import type { MailTables } from '../schema.ts';
import { createSmtpTransport } from '../transport/smtp-transport.ts';
import type { DeliveryDeps } from './mail-delivery.ts';
import { outbox } from './outbox.store.ts';

const PATIENT_MS = 20_000;
const brand = { name: 'Hearth', address: ['1 Example Street'], origin: 'https://shop.example' };
const sender = { name: 'Hearth', address: 'shop@hearth.example' };
const secrets = createSecrets([new Uint8Array(32).fill(7)]);
const sendMail = createSendMail(secrets);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let db: Kysely<MailTables>;
let log: string[];
const rooms: MailRoom[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.kysely as unknown as Kysely<MailTables>;
});
afterAll(() => database.close());
beforeEach(async () => {
  log = [];
  await db.deleteFrom('mail.outbox').execute();
});
afterEach(async () => {
  for (const room of rooms.splice(0)) await room.close(0);
});

/** A process that delivers through the server. */
async function startMail(smtpUrl: string, attachments: DeliveryDeps['attachments'] = {}): Promise<MailRoom> {
  const room = createMail({
    database,
    secrets,
    brand,
    sender,
    attachments,
    transport: createSmtpTransport(smtpUrl),
    log: pino({ level: 'info' }, { write: (line: string) => log.push(line) }),
  });
  rooms.push(room);
  await room.start();
  return room;
}

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Delivers what is due until the server has been offered this many messages, and what came of them is written down. */
async function deliverTo(server: MailServer, offers: number) {
  const room = await startMail(server.url);
  await server.offered(offers);
  await room.close(PATIENT_MS);
}

const aMessage = (to = 'ada@example.com'): Message => ({
  to,
  subject: 'Confirm your address',
  heading: 'Confirm your address',
  paragraphs: ['Type this code.'],
  code: '482913',
});

const send = (message: Message) => db.transaction().execute((transaction) => sendMail(transaction, message));

async function onlyRow() {
  const { rows } = await sql<MailTables['mail.outbox'] & { is_due: boolean }>`
    select *, due_at <= now() as is_due from mail.outbox`.execute(db);
  expect(rows).toHaveLength(1);
  return rows[0] as unknown as {
    id: string;
    state: string;
    content: Uint8Array | null;
    attempts: number;
    failure: string | null;
    is_due: boolean;
  };
}

/** As if this much time had passed for everything that waits. */
const pass = (time: string) => sql`update mail.outbox set due_at = due_at - ${time}::interval`.execute(db);

test('a message is sent when its transaction commits; then its content is forgotten', async () => {
  const server = await mailServer();
  const room = await startMail(server.url);
  await send(aMessage());
  await server.offered(1);
  await room.close(PATIENT_MS);

  const row = await onlyRow();
  expect(row).toMatchObject({ state: 'sent', content: null, attempts: 1, failure: null });
  const [mail] = server.taken;
  expect(mail).toMatchObject({
    from: { name: 'Hearth', address: 'shop@hearth.example' },
    to: [{ address: 'ada@example.com' }],
    subject: 'Confirm your address',
    messageId: `<${row.id}@hearth.example>`,
  });
  expect(mail?.text).toContain('482913');
  expect(mail?.html).toContain('482913');
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('an attachment that is named is made when the message is delivered, and waited for where that fails', async () => {
  const server = await mailServer();
  const asked: string[] = [];
  const receipt = async (id: string) => {
    asked.push(id);
    if (asked.length === 1) throw new Error('too many are made');
    return new TextEncoder().encode(`the receipt of ${id}`);
  };
  const attachments = [
    { filename: 'receipt.pdf', contentType: 'application/pdf', source: 'receipt' as const, id: 'D6WH9EAKFEMP' },
    { filename: 'note.txt', contentType: 'text/plain', base64: Buffer.from('a note').toString('base64') },
  ];
  await send({ ...aMessage(), attachments });
  expect(asked).toEqual([]);
  const first = await startMail(server.url, { receipt });
  await expect.poll(async () => (await onlyRow()).failure).toBe('Error');
  await first.close(PATIENT_MS);
  expect(server.taken).toEqual([]);

  await pass('10 minutes');
  const second = await startMail(server.url, { receipt });
  await server.offered(1);
  await second.close(PATIENT_MS);
  expect(asked).toEqual(['D6WH9EAKFEMP', 'D6WH9EAKFEMP']);
  const taken = server.taken[0]?.attachments.map(({ filename, mimeType, content }) => [
    filename,
    mimeType,
    Buffer.from(content as ArrayBuffer).toString(),
  ]);
  expect(taken).toEqual([
    ['receipt.pdf', 'application/pdf', 'the receipt of D6WH9EAKFEMP'],
    ['note.txt', 'text/plain', 'a note'],
  ]);
});

test('a transaction that is rolled back sends nothing', async () => {
  const server = await mailServer();
  const refused = db.transaction().execute(async (transaction) => {
    await sendMail(transaction, aMessage('never@example.com'));
    throw new Error('the sender has changed its mind');
  });
  await expect(refused).rejects.toThrow('changed its mind');
  await send(aMessage());
  await deliverTo(server, 1);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['ada@example.com']);
});

test('a row tells nobody what the message says', async () => {
  await send(aMessage());
  const { content } = await onlyRow();
  expect(Buffer.from(content ?? []).toString('latin1')).not.toMatch(/482913|ada|example/);
});

test('the content of one row is worthless in another', async () => {
  const server = await mailServer();
  await send(aMessage('eve@example.com'));
  const { id } = await onlyRow();
  await send(aMessage('ada@example.com'));
  await sql`update mail.outbox set content = (select content from mail.outbox where id <> ${id})`.execute(db);
  await deliverTo(server, 1);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['ada@example.com']);
  const exchanged = await db.selectFrom('mail.outbox').selectAll().where('id', '=', id).executeTakeFirst();
  expect(exchanged).toMatchObject({ state: 'waiting', attempts: 1, failure: 'SealError' });
});

test('every process hears of a message when it is committed', async () => {
  const notification = Promise.withResolvers<string>();
  await database.listen('mail_outbox', notification.resolve);
  await send(aMessage());
  expect(await notification.promise).toBe('');
});

test('a message whose next attempt has come is taken up by the process that runs', async () => {
  let busy = true;
  const server = await mailServer({ onRecipient: () => (busy ? 451 : 'take') });
  const room = await startMail(server.url);
  await send(aMessage());
  await server.offered(1);
  await expect.poll(onlyRow, { timeout: PATIENT_MS }).toMatchObject({ failure: 'EENVELOPE 451 RCPT TO' });
  busy = false;
  await pass('1 minute');
  await server.offered(2);
  await room.close(PATIENT_MS);
  expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 2 });
});

test('what a server cannot take now is tried again later, not before', async () => {
  let busy = true;
  const server = await mailServer({ onRecipient: (to) => (busy && to.startsWith('ada') ? 451 : 'take') });
  await send(aMessage('ada@example.com'));
  await deliverTo(server, 1);
  expect(await onlyRow()).toMatchObject({
    state: 'waiting',
    attempts: 1,
    failure: 'EENVELOPE 451 RCPT TO',
    is_due: false,
  });

  busy = false;
  await send(aMessage('eve@example.com'));
  await deliverTo(server, 2);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['eve@example.com']);

  await pass('20 seconds');
  await deliverTo(server, 3);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['eve@example.com', 'ada@example.com']);
});

test.each([
  ['recipient', { onRecipient: () => 550 }, 'EENVELOPE 550 RCPT TO'],
  ['content', { onMessage: () => 554 }, 'EMESSAGE 554 DATA'],
])(
  'a %s that is refused for good is not offered again, and stays for the operator',
  async (_what, answers, failure) => {
    const server = await mailServer(answers);
    await send(aMessage());
    await deliverTo(server, 1);
    const row = await onlyRow();
    expect(row).toMatchObject({ state: 'failed', attempts: 1, failure });
    expect(row.content).not.toBe(null);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, part: 'mail', id: row.id, reason: failure },
    ]);
    expect(log.join()).not.toContain('@');
  },
);

test('an operator can send what has failed again', async () => {
  let refusing = true;
  const server = await mailServer({ onRecipient: () => (refusing ? 550 : 'take') });
  await send(aMessage());
  await deliverTo(server, 1);
  refusing = false;
  // As docs/decisions/0008-mail-outbox.md says it.
  await sql`update mail.outbox set state = 'waiting', attempts = 0, due_at = now(), finished_at = null
    where state = 'failed'`.execute(db);
  await deliverTo(server, 2);
  expect(await onlyRow()).toMatchObject({ state: 'sent', failure: null });
  expect(server.taken[0]?.text).toContain('482913');
});

test('a message that fails twelve times is given up', async () => {
  const server = await mailServer({ onMessage: () => 451 });
  await send(aMessage());
  await sql`update mail.outbox set attempts = 10`.execute(db);
  await deliverTo(server, 1);
  expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 11 });
  await pass('1 day');
  await deliverTo(server, 2);
  expect(await onlyRow()).toMatchObject({ state: 'failed', attempts: 12 });
});

test('a message that ends every process that takes it is given up as well', async () => {
  const server = await mailServer();
  await send(aMessage('bad@example.com'));
  await sql`update mail.outbox set attempts = 12`.execute(db);
  await send(aMessage());
  await deliverTo(server, 1);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['ada@example.com']);
  const failed = await db.selectFrom('mail.outbox').select('failure').where('state', '=', 'failed').execute();
  expect(failed).toEqual([{ failure: 'taken too often without an end' }]);
});

test('a server that is not there, and one that hangs up in the middle, get the message when they are back', async () => {
  const gone = await startMailServer();
  await gone.close();
  await send(aMessage());
  const room = await startMail(gone.url);
  await room.close(PATIENT_MS);
  expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 1, failure: 'ESOCKET ECONNREFUSED CONN' });

  let drops = 1;
  const server = await mailServer({ onMessage: () => (drops-- > 0 ? 'hang up' : 'take') });
  await pass('1 minute');
  await deliverTo(server, 1);
  expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 2, failure: expect.stringContaining('E') });
  expect(server.taken).toEqual([]);

  await pass('10 minutes');
  await deliverTo(server, 2);
  expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 3 });
  expect(server.taken).toHaveLength(1);
});

test('a password that the server does not know costs no message: they wait for the operator', async () => {
  const server = await mailServer({
    disabledCommands: ['STARTTLS'],
    onAuth: (_login, _session, callback) => callback(new Error('no such user shop@hearth.example')),
  });
  await send(aMessage());
  const room = await startMail(`smtp://shop:wrong@127.0.0.1:${server.port}`);
  await room.close(PATIENT_MS);
  expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 1, failure: 'EAUTH 535 AUTH PLAIN' });
  expect(log.join()).not.toContain('@');
});

test('two workers that share the table send every message once', async () => {
  const addresses = Array.from({ length: 24 }, (_, index) => `reader${index}@example.com`);
  const server = await mailServer();
  await db.transaction().execute(async (transaction) => {
    for (const to of addresses) await sendMail(transaction, aMessage(to));
  });
  const [one, other] = [await startMail(server.url), await startMail(server.url)];
  await server.offered(addresses.length);
  await Promise.all([one.close(PATIENT_MS), other.close(PATIENT_MS)]);
  expect(server.taken.map(({ to }) => to?.[0]?.address).sort()).toEqual(addresses.sort());
  expect(new Set(server.taken.map(({ messageId }) => messageId)).size).toBe(addresses.length);
});

test('a slow mail server holds up one message, not those behind it', async () => {
  const slow = Promise.withResolvers<'take'>();
  const server = await mailServer({
    onMessage: ({ to }) => (to?.[0]?.address === 'slow@example.com' ? slow.promise : 'take'),
  });
  await send(aMessage('slow@example.com'));
  const room = await startMail(server.url);
  await server.offered(1);
  await send(aMessage('quick@example.com'));
  await server.offered(2);
  slow.resolve('take');
  await room.close(PATIENT_MS);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['quick@example.com', 'slow@example.com']);
});

test('closing lets the message under way come to its end', async () => {
  const held = Promise.withResolvers<'take'>();
  const server = await mailServer({ onMessage: () => held.promise });
  await send(aMessage());
  const room = await startMail(server.url);
  await server.offered(1);
  const closed = room.close(PATIENT_MS);
  held.resolve('take');
  await closed;
  expect(await onlyRow()).toMatchObject({ state: 'sent', attempts: 1 });
});

test('closing does not wait for ever: the message stays for the next process', async () => {
  const server = await mailServer({ onMessage: () => new Promise(() => {}) });
  await send(aMessage());
  const room = await startMail(server.url);
  await server.offered(1);
  await room.close(0);
  expect(await onlyRow()).toMatchObject({ state: 'waiting', attempts: 1, failure: 'EABORT' });
});

test('a database that cannot be told of a delivery is told later; the message is not sent again', async () => {
  await sql`create function mail.fail() returns trigger language plpgsql as $$ begin raise 'away'; end $$`.execute(db);
  await sql`create trigger away before update on mail.outbox for each row when (new.state = 'sent')
    execute function mail.fail()`.execute(db);
  const server = await mailServer();
  await send(aMessage('ada@example.com'));
  const room = await startMail(server.url);
  await server.offered(1);
  await expect.poll(() => log.join(), { timeout: PATIENT_MS }).toContain('the outbox cannot be reached');

  await sql`drop function mail.fail() cascade`.execute(db);
  await pass('2 minutes');
  await send(aMessage('eve@example.com'));
  await server.offered(2);
  await room.close(PATIENT_MS);
  expect(server.taken.map(({ to }) => to?.[0]?.address)).toEqual(['ada@example.com', 'eve@example.com']);
  const states = await db.selectFrom('mail.outbox').select(['state', 'content']).execute();
  expect(states).toEqual([
    { state: 'sent', content: null },
    { state: 'sent', content: null },
  ]);
});

test('who was too slow to keep a message does not decide about it any more', async () => {
  await send(aMessage());
  const [first] = await outbox.claim(db, 60, 1);
  expect(await outbox.claim(db, 60, 1)).toEqual([]);
  await pass('2 minutes');
  const [second] = await outbox.claim(db, 60, 1);
  if (!first || !second) throw new Error('the message was not due');
  expect(second).toMatchObject({ id: first.id, attempts: 2 });

  await outbox.markFailed(db, first, 'too late');
  expect(await onlyRow()).toMatchObject({ state: 'waiting' });
  await outbox.markSent(db, second);
  expect(await onlyRow()).toMatchObject({ state: 'sent' });
});

test('a message that is still being handed over is not taken by another', async () => {
  await send(aMessage());
  const [claim] = await outbox.claim(db, 60, 1);
  if (!claim) throw new Error('the message was not due');
  await pass('59 seconds');
  await outbox.renewLease(db, claim, 60);
  await pass('59 seconds');
  expect(await outbox.claim(db, 60, 1)).toEqual([]);
});

test('what is finished is forgotten after its time, what waits never', async () => {
  for (const to of ['sent@example.com', 'waiting@example.com', 'recent@example.com']) await send(aMessage(to));
  const [sent] = await outbox.claim(db, 60, 1);
  const [recent] = await outbox.claim(db, 60, 1);
  if (!sent || !recent) throw new Error('the messages were not due');
  await outbox.markSent(db, sent);
  await outbox.markFailed(db, recent, 'refused');
  await sql`update mail.outbox set created_at = created_at - interval '40 days'`.execute(db);
  await sql`update mail.outbox set finished_at = finished_at - interval '40 days' where id = ${sent.id}`.execute(db);
  await outbox.forgetFinished(db, 30);
  const left = await db.selectFrom('mail.outbox').select('state').orderBy('state').execute();
  expect(left).toEqual([{ state: 'failed' }, { state: 'waiting' }]);
});

test.each([
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  'ada',
])('%j is not accepted as a recipient', async (to) => {
  await expect(send(aMessage(to))).rejects.toThrow('is not one e-mail address');
  await expect(send({ ...aMessage('ada@example.com'), replyTo: to })).rejects.toThrow('is not one e-mail address');
});
