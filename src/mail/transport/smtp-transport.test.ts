import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '#platform/config/start-error.ts';
import { DeliveryError } from '#platform/outbox/delivery-error.ts';
import { startMailServer } from '../../../test/parts/outside/mail-server.ts';
import { composeMail } from '../message/compose-mail.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const mail = await composeMail(
  {
    id: '0b0e1d5c-1111-4222-8333-444455556666',
    createdAt: new Date('2026-11-20T09:31:00.123Z'),
    message: {
      to: 'ada@example.com',
      replyTo: 'visitor@example.com',
      subject: 'Hello\r\nBcc: eve@example.com',
      heading: 'Grüße\r\nBcc: eve@example.com',
      paragraphs: ['Ça va?'],
    },
  },
  {
    brand: { name: 'Hearth', address: ['1 Example Street'], origin: 'https://shop.example' },
    sender: { name: 'Hearth\r\nBcc: eve@example.com', address: 'shop@hearth.example' },
  },
);
const never = new AbortController().signal;

function transportTo(url: string) {
  const transport = createSmtpTransport(url);
  onTestFinished(() => transport.close());
  return transport;
}

test('a new line in a subject or in the name of the shop adds no header and no recipient', async () => {
  const recipients: string[] = [];
  const server = await startMailServer({
    onRecipient(address) {
      recipients.push(address);
      return 'take';
    },
  });
  onTestFinished(() => server.close());
  await transportTo(server.url).deliver(mail, never);
  expect(recipients).toEqual(['ada@example.com']);
  const [taken] = server.taken;
  expect(taken).toMatchObject({ subject: 'Hello Bcc: eve@example.com', to: [{ address: 'ada@example.com' }] });
  expect(taken?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(taken?.from?.address).toBe('shop@hearth.example');
  expect(taken?.replyTo).toEqual([{ name: '', address: 'visitor@example.com' }]);
  expect(taken?.text).toContain('Ça va?');
});

test('smtps:// encrypts from the first byte and signs in with the user and the password of the address', async () => {
  const logins: unknown[] = [];
  const server = await startMailServer({
    secure: true,
    authOptional: false,
    disabledCommands: [],
    onAuth({ username, password }, { secure }, callback) {
      logins.push({ username, password, secure });
      callback(null, { user: username });
    },
  });
  onTestFinished(() => server.close());
  const address = `127.0.0.1:${server.port}`;
  await expect(transportTo(`smtps://shop:secret@${address}`).deliver(mail, never)).rejects.toMatchObject({
    reason: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    permanent: false,
  });
  expect(logins).toEqual([]);
  // The password is 's/cret' with its slash encoded; the certificate of the test server is its own.
  await transportTo(`smtps://shop:s%2Fcret@${address}/?tls.rejectUnauthorized=false`).deliver(mail, never);
  expect(logins).toEqual([{ username: 'shop', password: 's/cret', secure: true }]);
  expect(server.taken).toHaveLength(1);
});

test('a password does not cross a network in the clear, unless the address says so', async () => {
  const logins: unknown[] = [];
  const server = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username }, _session, callback) {
      logins.push(username);
      callback(null, { user: username });
    },
  });
  onTestFinished(() => server.close());
  // A loopback address that does not look like one.
  const url = `smtp://shop:secret@[::ffff:127.0.0.1]:${server.port}`;
  const refused = transportTo(url).deliver(mail, never);
  await expect(refused).rejects.toBeInstanceOf(DeliveryError);
  await expect(refused).rejects.toMatchObject({ reason: expect.stringContaining('ETLS'), permanent: false });
  expect(logins).toEqual([]);
  await transportTo(`${url}?requireTLS=false`).deliver(mail, never);
  expect(logins).toEqual(['shop']);
});

test.each(['smtp://', 'smtp:user', 'smtps://:465'])('%s is told at the start, without its password', (url) => {
  expect(() => createSmtpTransport(url)).toThrow(StartError);
});
