import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createBodyIntake } from './body-intake.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function aBody() {
  const stream = new PassThrough();
  return { stream, incoming: stream as unknown as IncomingMessage };
}

test('a body is counted from its first byte until its work is done', async () => {
  const intake = createBodyIntake({ maxBytes: 1_000 });
  const { stream, incoming } = aBody();
  const reading = intake.read(incoming, { largest: 100, address: '1.1.1.1' });
  stream.write('half ');
  await settle();
  expect(intake.count()).toEqual({ unfinished: 1, bytes: 5 });
  stream.end('done');
  const body = await reading;
  if (body.state !== 'read') throw new Error(body.state);
  expect(body.bytes.toString()).toBe('half done');
  expect(intake.count()).toEqual({ unfinished: 0, bytes: 9 });
  body.release();
  body.release();
  expect(intake.count()).toEqual({ unfinished: 0, bytes: 0 });
});

test('what grows beyond its limit, and what is broken off, holds nothing any more', async () => {
  const intake = createBodyIntake({ maxBytes: 1_000 });
  const long = aBody();
  const broken = aBody();
  const outcomes = [long, broken].map(({ incoming }) => intake.read(incoming, { largest: 10, address: '1.1.1.1' }));
  broken.stream.write('abc');
  long.stream.write('x'.repeat(11));
  expect(await outcomes[0]).toEqual({ state: 'too large' });
  broken.stream.destroy();
  expect(await outcomes[1]).toEqual({ state: 'gone' });
  expect(intake.count()).toEqual({ unfinished: 0, bytes: 0 });
});

test('one network has a part of the room, with what it has in work: another finds room for its own', async () => {
  const intake = createBodyIntake({ maxBytes: 900 });
  async function send(address: string) {
    const { stream, incoming } = aBody();
    const reading = intake.read(incoming, { largest: 100, address });
    stream.end('x'.repeat(100));
    return reading;
  }
  const first = [await send('1.1.1.1'), await send('1.1.1.1'), await send('1.1.1.1')];
  expect(first.map(({ state }) => state)).toEqual(['read', 'read', 'read']);
  expect(await send('1.1.1.1')).toEqual({ state: 'no room' });
  expect((await send('2.2.2.2')).state).toBe('read');
  const [done] = first;
  if (done?.state === 'read') done.release();
  expect((await send('1.1.1.1')).state).toBe('read');
  expect(intake.count()).toEqual({ unfinished: 0, bytes: 400 });
});

test('when the room is full, the oldest bodies of the network that holds most of it give way, and no other', async () => {
  const intake = createBodyIntake({ maxBytes: 1_000, share: 1 });
  const states: Record<string, string> = {};
  async function send(name: string, address: string, text: string) {
    const { stream, incoming } = aBody();
    intake.read(incoming, { largest: 1_000, address }).then(({ state }) => {
      states[name] = state;
    });
    stream.write(text);
    await settle();
    return stream;
  }
  const visitor = await send('visitor', '1.1.1.1', 'x'.repeat(100));
  // One network of IPv6, whatever the address in it.
  for (let count = 0; count < 9; count++) await send(`flood ${count}`, `2001:db8::${count}`, 'x'.repeat(100));
  expect(states).toEqual({});
  const late = await send('late', '2.2.2.2', 'x');
  expect(states).toEqual({ 'flood 0': 'no room', 'flood 1': 'no room', 'flood 2': 'no room' });
  expect(intake.count().bytes).toBeLessThanOrEqual(750);
  for (const stream of [visitor, late]) stream.end();
  await settle();
  expect(states).toMatchObject({ visitor: 'read', late: 'read' });
});

test('what comes too slowly holds nothing any more', async () => {
  const intake = createBodyIntake({ maxBytes: 1_000, patienceMs: 1 });
  const { stream, incoming } = aBody();
  const reading = intake.read(incoming, { largest: 100, address: '1.1.1.1' });
  stream.write('half ');
  expect(await reading).toEqual({ state: 'too slow' });
  expect(intake.count()).toEqual({ unfinished: 0, bytes: 0 });
});
