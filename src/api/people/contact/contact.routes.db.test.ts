import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '#mail/mailer.ts';
import { emptyDatabase, openTestDatabase } from '../../../../test/database/test-database.ts';
import { startApi } from '../../../../test/parts/api.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const mails: Message[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => emptyDatabase(database));
afterAll(() => database.close());

const message = {
  senderEmail: 'jane@example.com',
  senderSubject: 'A question about GPUs',
  senderMessage: 'Do you rent them by the minute, too?\nThank you.',
};

test('a message of the contact form goes to the support mail box, a few an hour from one address', async () => {
  mails.length = 0;
  const api = await startApi(database, { sendMail: async (_db, mail) => void mails.push(mail) });
  expect(await api.post('/contact', { ...message, senderEmail: ' jane@example.com ' })).toMatchObject({ status: 202 });
  expect(mails).toEqual([
    expect.objectContaining({
      to: 'support@example.com',
      replyTo: 'jane@example.com',
      subject: 'Hearth contact: A question about GPUs',
      paragraphs: [message.senderMessage],
      note: expect.stringContaining('jane@example.com'),
    }),
  ]);
  const answers = [];
  for (let count = 0; count < 6; count++) answers.push(await api.post('/contact', message));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 429, 429]);
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(mails).toHaveLength(5);
});

test('a page without scripts sends the form itself, and is led back to what became of it', async () => {
  mails.length = 0;
  const api = await startApi(database, { sendMail: async (_db, mail) => void mails.push(mail) });
  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status, headers: answered } = await api.send(
      'POST',
      '/contact/form',
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      new URLSearchParams(fields).toString(),
    );
    return `${status} ${answered.get('location')}`;
  };
  expect(await send({ ...message, senderSubject: 'Short' })).toBe('303 /contact?message=refused');
  expect(await send({ senderEmail: message.senderEmail })).toBe('303 /contact?message=refused');
  expect(await send({ ...message, senderMessage: 'x'.repeat(10_001) })).toBe('303 /contact?message=refused');
  expect(await send(message, { 'sec-fetch-site': 'cross-site' })).toBe('400 null');
  expect(mails).toEqual([]);
  const outcomes = [];
  for (let count = 0; count < 6; count++) outcomes.push(await send(message, { 'sec-fetch-site': 'same-origin' }));
  expect(outcomes).toEqual([...Array(5).fill('303 /contact?message=sent'), '303 /contact?message=wait']);
  expect(mails).toHaveLength(5);
  expect(mails[0]).toMatchObject({ replyTo: 'jane@example.com', paragraphs: [message.senderMessage] });
});

test('what the form would not send is refused', async () => {
  const api = await startApi(database, { sendMail: async () => expect.unreachable() });
  for (const change of [
    { senderEmail: '' },
    { senderEmail: 'nobody' },
    { senderEmail: 'jane@example.com\nBcc: all@example.com' },
    { senderEmail: 'jane@example.com, eve@example.com' },
    { senderEmail: 'Jane <jane@example.com>' },
    { senderSubject: 'Short' },
    { senderMessage: 'Too short' },
    { senderMessage: 'x'.repeat(10_001) },
    { senderSubject: 'A subject\u0000 with a hole' },
    { senderSubject: 5 },
  ])
    expect((await api.post('/contact', { ...message, ...change })).status, JSON.stringify(change).slice(0, 60)).toBe(
      400,
    );
});
