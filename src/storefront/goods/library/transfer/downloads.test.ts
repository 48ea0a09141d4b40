// Which files are on their way at once, and what pausing, losing and ending makes of them.
import { expect, test } from 'vitest';
import { type Carrier, createDownloads, type FileToGet, type TransferEvents } from './downloads.ts';
import type { Outcome } from './receive-file.ts';
import { leftText } from './transfer-rate.ts';

const of = { entitlementId: 'e', releaseId: 'r' };
const handle = {} as FileSystemFileHandle;
const file = (path: string, size = 100): FileToGet & { place: () => Promise<FileSystemFileHandle> } => ({
  ...of,
  ...{ path, size, sha256: 'x' },
  place: async () => handle,
});

function open() {
  const carried: Array<{ anew: boolean; end: (outcome: Outcome) => void; events: TransferEvents; ended: boolean }> = [];
  let goOnline = () => {};
  const clock = { at: 0 };
  const downloads = createDownloads({
    addressOf: async () => '/address',
    now: () => clock.at,
    onOnline: (again) => {
      goOnline = again;
    },
    newCarrier(events): Carrier {
      let end: (outcome: Outcome) => void = () => {};
      const one = { anew: false, end: (outcome: Outcome) => end(outcome), events, ended: false };
      return {
        carry(_to, _wanted, anew) {
          const { promise, resolve } = Promise.withResolvers<Outcome>();
          end = resolve;
          one.anew = anew;
          carried.push(one);
          return promise;
        },
        pause: () => end({ as: 'paused', bytes: 30 }),
        end() {
          one.ended = true;
        },
      };
    },
  });
  const states = () => downloads.files().map(({ path, state }) => `${path} ${state}`);
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { downloads, carried, states, settle, clock, online: () => goOnline() };
}

test('[G-08] two files come in at once, the next when one has ended', async () => {
  const { downloads, carried, states, settle } = open();
  downloads.get([file('a'), file('b'), file('c')]);
  await settle();
  expect(states()).toEqual(['a receiving', 'b receiving', 'c queued']);
  carried[0]?.end({ as: 'whole', matches: true, bytes: 100 });
  await settle();
  expect(states()).toEqual(['a done', 'b receiving', 'c receiving']);
  expect(carried[0]?.ended).toBe(true);
  carried[1]?.end({ as: 'whole', matches: false, bytes: 100 });
  carried[2]?.end({ as: 'refused', bytes: 10, text: 'There is no room left on the disk.' });
  await settle();
  expect(states()).toEqual(['a done', 'b different', 'c refused']);
  expect(downloads.files()[2]?.fault).toBe('There is no room left on the disk.');
  downloads.resume({ ...of, path: 'b' }, { anew: true });
  await settle();
  expect(carried.at(-1)?.anew).toBe(true);
});

test('[G-08] what is paused lets another one in, and waits for its turn when it goes on', async () => {
  const { downloads, carried, states, settle } = open();
  downloads.get([file('a'), file('b'), file('c')]);
  await settle();
  downloads.pause({ ...of, path: 'a' });
  await settle();
  expect(states()).toEqual(['a paused', 'b receiving', 'c receiving']);
  expect(downloads.files()[0]?.bytes).toBe(30);
  downloads.resume({ ...of, path: 'a' });
  await settle();
  expect(states()[0]).toBe('a queued');
  carried[1]?.end({ as: 'whole', matches: true, bytes: 100 });
  await settle();
  expect(states()).toEqual(['a receiving', 'b done', 'c receiving']);
});

test('[G-08] what was paused and is asked for again goes on with what it knows', async () => {
  const { downloads, carried, states, settle } = open();
  downloads.get([file('a')]);
  await settle();
  downloads.pause({ ...of, path: 'a' });
  await settle();
  downloads.get([file('a')]);
  await settle();
  expect(states()).toEqual(['a receiving']);
  expect(carried[1]).toBe(carried[0]);
  expect(carried[0]?.ended).toBe(false);
});

test('[G-08] a lost connection is said, and is gone on with when the browser is online', async () => {
  const { downloads, carried, states, settle, online } = open();
  downloads.get([file('a')]);
  await settle();
  carried[0]?.end({ as: 'lost', bytes: 69 });
  await settle();
  expect(downloads.files()).toMatchObject([{ path: 'a', state: 'stopped', bytes: 69 }]);
  online();
  await settle();
  expect(states()).toEqual(['a receiving']);
});

test('[G-08] what was forgotten does not come back by an answer that was on its way', async () => {
  const { downloads, carried, states, settle } = open();
  downloads.get([file('a')]);
  await settle();
  downloads.cancel({ ...of, path: 'a' });
  carried[0]?.events.onProgress('receiving', 50);
  carried[0]?.end({ as: 'lost', bytes: 50 });
  await settle();
  expect(states()).toEqual([]);
});

test('[G-08] a folder that may not be written to is told', async () => {
  const { downloads, settle } = open();
  downloads.get([{ ...file('con'), place: () => Promise.reject(new TypeError('Name is not allowed.')) }]);
  await settle();
  expect(downloads.files()).toMatchObject([{ state: 'refused', fault: expect.stringContaining('file of this name') }]);
});

test('[G-08] how fast and how long is of the last seconds', async () => {
  const { downloads, carried, settle, clock } = open();
  downloads.get([file('a', 10_000)]);
  await settle();
  const rates = [0, 1_000, 2_000, 12_000].map((at, index) => {
    clock.at = at;
    carried[0]?.events.onProgress('receiving', index * 1_000);
    return downloads.files()[0]?.rate;
  });
  expect(rates).toEqual([null, 1_000, 1_000, null]);
  expect([leftText(40_000, 1_000), leftText(120_000, 1_000), leftText(9_000_000, 1_000), leftText(5, null)]).toEqual([
    '40 s left',
    '2 min left',
    '3 h left',
    '',
  ]);
});
