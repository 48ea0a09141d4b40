import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../test/parts/outside/certificate.ts';
import { OutsideError, type OutsideRules, postOutside } from './post-outside.ts';

const ownMachine: OutsideRules = { ownMachine: { exceptPort: 1 } };

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) (server as { closeAllConnections: () => void }).closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const receiver = async (answer: RequestListener) => `http://127.0.0.1:${await listening(createServer(answer))}/`;

const post = (url: string, rules = ownMachine, timeoutMs = 2_000) =>
  postOutside({ url, headers: { 'x-kind': 'test' }, body: 'hello', timeoutMs, mostBytes: 4_096 }, rules);

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error) => {
      expect(error).toBeInstanceOf(OutsideError);
      return error.message as string;
    },
  );

test('[S-13] what is sent arrives, and what comes back is told', async () => {
  const received: string[] = [];
  const url = await receiver(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>)).toString();
    received.push(`${incoming.method} ${incoming.headers['x-kind']} ${body}`);
    outgoing.writeHead(202).end('taken');
  });
  expect(await post(url)).toEqual({ status: 202, answer: 'taken' });
  expect(received).toEqual(['POST test hello']);
});

test('[S-13] a redirect is an answer, and nobody goes where it leads', async () => {
  let visits = 0;
  const elsewhere = await receiver((_incoming, outgoing) => {
    visits++;
    outgoing.end();
  });
  const url = await receiver((_incoming, outgoing) => outgoing.writeHead(302, { location: elsewhere }).end());
  expect((await post(url)).status).toBe(302);
  expect(visits).toBe(0);
});

test('[S-13] of an answer without end its beginning is read', async () => {
  const url = await receiver((_incoming, outgoing) => {
    outgoing.writeHead(200);
    const more = () => {
      if (!outgoing.destroyed) outgoing.write('x'.repeat(10_000), () => setImmediate(more));
    };
    more();
  });
  expect((await post(url)).answer).toBe('x'.repeat(4_096));
});

test('[S-13] an answer that begins and goes on too slowly counts as it began', async () => {
  const url = await receiver((_incoming, outgoing) => {
    outgoing.writeHead(200);
    outgoing.write('half');
  });
  expect(await post(url, ownMachine, 300)).toEqual({ status: 200, answer: 'half' });
});

test('[S-13] who says nothing is waited for only so long', async () => {
  const url = await receiver(() => {});
  expect(await failure(post(url, ownMachine, 200))).toBe('There was no answer within 0.2 seconds.');
});

test('[S-13] bytes that are no text can be stored', async () => {
  const url = await receiver((_incoming, outgoing) => outgoing.end(Buffer.from([0, 0xff, 0x41])));
  expect((await post(url)).answer).toBe('\ufffd\ufffdA');
});

test('[S-13] what is no HTTP, hangs up or is not there is said in words', async () => {
  const rubbish = await listening(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')));
  expect(await failure(post(`http://127.0.0.1:${rubbish}/`))).toContain('What came back is no HTTP');
  const rude = await listening(createTcpServer((socket) => socket.destroy()));
  expect(await failure(post(`http://127.0.0.1:${rude}/`))).toContain('broken off');
  const closed = createTcpServer();
  const port = await listening(closed);
  closed.close();
  await once(closed, 'close');
  expect(await failure(post(`http://127.0.0.1:${port}/`))).toContain('refused');
});

test('[S-13] a certificate that nobody believes is not believed', async () => {
  const port = await listening(createSecureServer(selfSigned, (_incoming, outgoing) => outgoing.end('safe')));
  const url = `https://localhost:${port}/`;
  expect(await failure(post(url))).toContain('signed by itself');
  expect(await post(url, { ...ownMachine, certificates: selfSigned.cert })).toEqual({ status: 200, answer: 'safe' });
});

test('[S-13] the connection goes to the address that was looked at, whatever the name says by then', async () => {
  let asked = 0;
  const url = await receiver((incoming, outgoing) => outgoing.end(incoming.headers.host));
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  const named = url.replace('127.0.0.1', 'receiver.example');
  expect(await post(named, { ...ownMachine, resolve })).toEqual({ status: 200, answer: new URL(named).host });
  expect(asked).toBe(1);
});

test.each([
  ['one address', ['10.0.0.7']],
  ['a good one beside another', ['93.184.215.14', '169.254.169.254']],
  ['this machine', ['127.0.0.1']],
  ['IPv4 as IPv6', ['::ffff:127.0.0.1']],
])('[S-13] a name that leads inside is not called: %s', async (_, addresses) => {
  let visits = 0;
  const url = await receiver((_incoming, outgoing) => {
    visits++;
    outgoing.end();
  });
  const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const named = url.replace('127.0.0.1', 'receiver.example');
  expect(await failure(post(named, { ownMachine: null, resolve }))).toContain('no public address');
  expect(visits).toBe(0);
});

test('[S-13] this machine is not called by its public address either', async () => {
  const resolve = async () => [{ address: '93.184.215.14', family: 4 }];
  const rules = { ownMachine: null, ownAddresses: ['93.184.215.14'], resolve };
  expect(await failure(post('http://receiver.example/', rules))).toContain('no public address');
});

test.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
])('[S-13] %s is not called', async (url) =>
  expect(await failure(post(url, { ownMachine: null }))).toContain('no public address'),
);

test('[S-13] where the own machine may be called, the shop itself may not', async () => {
  const url = await receiver((_incoming, outgoing) => outgoing.end());
  const exceptPort = Number(new URL(url).port);
  expect(await failure(post(url, { ownMachine: { exceptPort } }))).toContain('the shop itself');
  expect(await failure(post('http://10.0.0.1/', ownMachine))).toContain('no public address');
});
