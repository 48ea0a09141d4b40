// A file over lines that break, onto a disk that is not always what it was.
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Line, type Outcome, Refused, receiveFile, type Step } from './receive-file.ts';

const content = randomBytes(3_500_000);
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const wantedOf = (bytes: Uint8Array) => ({ size: bytes.length, sha256: sha256Of(bytes) });

/** A file that keeps what was closed, as browsers do. */
function aDisk(begun: Uint8Array = Buffer.alloc(0), { fails }: { fails?: Error } = {}) {
  const disk = { bytes: Buffer.from(begun), changedAt: 1 };
  const handle = {
    getFile: async () => new File([disk.bytes], 'file', { lastModified: disk.changedAt }),
    async createWritable({ keepExistingData }: { keepExistingData: boolean }) {
      let [draft, at] = [keepExistingData ? Buffer.from(disk.bytes) : Buffer.alloc(0), 0];
      return {
        async seek(to: number) {
          at = to;
        },
        async write(blob: Blob) {
          if (fails) throw fails;
          const piece = Buffer.from(await blob.arrayBuffer());
          draft = Buffer.concat([draft.subarray(0, at), piece]);
          at += piece.length;
        },
        async close() {
          disk.bytes = draft;
          disk.changedAt += 1;
        },
        async abort() {},
      };
    },
  };
  return { disk, handle: handle as unknown as FileSystemFileHandle };
}

/** A shop that sends `bytes` by Range and If-Range; each answer breaks after so many bytes as `cuts` has, as long as it has any. */
function aShop(bytes: Uint8Array, { cuts = [] as number[] } = {}) {
  const asked: string[] = [];
  const tag = `"${sha256Of(bytes)}"`;
  const send = async (_address: unknown, { headers, signal }: RequestInit = {}) => {
    const { range, 'if-range': ifRange } = headers as Record<string, string>;
    asked.push(range ?? 'whole');
    const from = range && ifRange === tag ? Number(/^bytes=(\d+)-$/.exec(range)?.[1]) : 0;
    const rest = bytes.subarray(from);
    const cut = cuts.shift() ?? rest.length;
    let at = 0;
    const body = new ReadableStream({
      pull(controller) {
        signal?.throwIfAborted();
        const piece = rest.subarray(at, Math.min(at + 65_536, cut));
        at += piece.length;
        if (piece.length > 0) return controller.enqueue(Uint8Array.from(piece));
        if (at < rest.length) throw new TypeError('network error');
        controller.close();
      },
    });
    const partial = from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
    return new Response(body, { status: partial ? 206 : 200, headers: { etag: tag, ...partial } });
  };
  return { asked, fetch: send as typeof fetch };
}

function aLine(given: Partial<Line> & Pick<Line, 'fetch'>) {
  const reported: Array<[Step, number]> = [];
  const waited: number[] = [];
  const line: Line = {
    addressOf: async () => '/api/download/token/file',
    signal: new AbortController().signal,
    onProgress: (step, bytes) => reported.push([step, bytes]),
    wait: async (ms) => void waited.push(ms),
    ...given,
  };
  return { line, told: reported, waited };
}

const outcomeOf = async (...given: Parameters<typeof receiveFile>): Promise<Outcome> =>
  (await receiveFile(...given)).outcome;
const problem = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ message }), { status, headers });

describe('[G-08] a file is received', () => {
  test('whole, and compared with its hash', async () => {
    const { disk, handle } = aDisk();
    const { fetch, asked } = aShop(content);
    const { line, told } = aLine({ fetch });
    expect(await outcomeOf(handle, wantedOf(content), line)).toEqual({
      as: 'whole',
      matches: true,
      bytes: content.length,
    });
    expect(disk.bytes.equals(content)).toBe(true);
    expect(asked).toEqual(['whole']);
    expect(told.at(-1)).toEqual(['receiving', content.length]);
  });

  test('over any number of breaks, each time from where it stopped', async () => {
    const property = fc.asyncProperty(
      fc.uint8Array({ maxLength: 4_000 }),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 12 }),
      fc.nat(4_000),
      async (bytes, cuts, begun) => {
        const { disk, handle } = aDisk(bytes.subarray(0, begun));
        const { line } = aLine({ fetch: aShop(bytes, { cuts }).fetch });
        expect(await outcomeOf(handle, wantedOf(bytes), line)).toMatchObject({ as: 'whole', matches: true });
        expect(disk.bytes.equals(bytes)).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test('after a line that stays broken, it says so, keeps what is there and goes on later without reading it again', async () => {
    const { disk, handle } = aDisk();
    const shop = aShop(content, { cuts: [2_000_000, 0, 0, 0] });
    const { line } = aLine({ fetch: shop.fetch });
    const { outcome, had } = await receiveFile(handle, wantedOf(content), line);
    expect(outcome).toEqual({ as: 'lost', bytes: 2_000_000 });
    expect(disk.bytes.equals(content.subarray(0, 2_000_000))).toBe(true);
    const again = aLine({ fetch: shop.fetch });
    const { outcome: ended } = await receiveFile(handle, wantedOf(content), again.line, { had });
    expect(ended).toMatchObject({ as: 'whole', matches: true });
    expect(shop.asked.at(-1)).toBe('bytes=2000000-');
    expect(again.told.some(([step]) => step === 'reading')).toBe(false);
  });

  test('what somebody has written to meanwhile is read again', async () => {
    const { disk, handle } = aDisk();
    const shop = aShop(content, { cuts: [2_000_000, 0, 0, 0] });
    const { had } = await receiveFile(handle, wantedOf(content), aLine({ fetch: shop.fetch }).line);
    disk.bytes.fill(0, 0, 10);
    disk.changedAt += 1;
    const { outcome } = await receiveFile(handle, wantedOf(content), aLine({ fetch: shop.fetch }).line, { had });
    expect(outcome).toMatchObject({ as: 'whole', matches: false });
  });

  test('what is paused is on the disk', async () => {
    const { disk, handle } = aDisk();
    const stop = new AbortController();
    const { line } = aLine({
      fetch: aShop(content).fetch,
      signal: stop.signal,
      onProgress: (_, bytes) => bytes > 1_500_000 && stop.abort(),
    });
    const outcome = await outcomeOf(handle, wantedOf(content), line);
    expect(outcome.as).toBe('paused');
    expect(disk.bytes.length).toBe(outcome.bytes);
    expect(disk.bytes.equals(content.subarray(0, outcome.bytes))).toBe(true);
  });

  test('what is there already is read, and nothing is asked for', async () => {
    const { handle } = aDisk(content);
    const { fetch, asked } = aShop(content);
    expect(await outcomeOf(handle, wantedOf(content), aLine({ fetch }).line)).toMatchObject({
      as: 'whole',
      matches: true,
    });
    expect(asked).toEqual([]);
  });

  test('an empty file is asked for too', async () => {
    const { fetch, asked } = aShop(Buffer.alloc(0));
    const outcome = await outcomeOf(aDisk().handle, wantedOf(Buffer.alloc(0)), aLine({ fetch }).line);
    expect(outcome).toMatchObject({ as: 'whole', matches: true });
    expect(asked).toEqual(['whole']);
  });
});

describe('[G-08] a file that is not what was sold', () => {
  test('began as something else: it does not match, and is replaced when it is asked for', async () => {
    const { disk, handle } = aDisk(Buffer.from('something else'));
    const { fetch } = aShop(content);
    expect(await outcomeOf(handle, wantedOf(content), aLine({ fetch }).line)).toMatchObject({
      as: 'whole',
      matches: false,
    });
    const anew = await outcomeOf(handle, wantedOf(content), aLine({ fetch }).line, { anew: true });
    expect(anew).toMatchObject({ as: 'whole', matches: true });
    expect(disk.bytes.equals(content)).toBe(true);
  });

  test('is larger: it is left alone', async () => {
    const own = Buffer.concat([content, content]);
    const { disk, handle } = aDisk(own);
    expect(await outcomeOf(handle, wantedOf(content), aLine(aShop(content)).line)).toEqual({
      as: 'other',
      bytes: own.length,
    });
    expect(disk.bytes.equals(own)).toBe(true);
  });

  test('has changed at the shop: nothing of it is written behind what is there', async () => {
    const begun = content.subarray(0, 1_000);
    const { disk, handle } = aDisk(begun);
    const other = aShop(randomBytes(content.length));
    const outcome = await outcomeOf(handle, wantedOf(content), aLine({ fetch: other.fetch }).line);
    expect(outcome).toMatchObject({ as: 'refused', text: expect.stringContaining('another file') });
    expect(disk.bytes.equals(begun)).toBe(true);
  });

  test('comes whole where its rest was asked for: it is written from its beginning', async () => {
    const { disk, handle } = aDisk(content.subarray(0, 1_000));
    const fetch = (async () => new Response(Uint8Array.from(content))) as unknown as typeof globalThis.fetch;
    expect(await outcomeOf(handle, wantedOf(content), aLine({ fetch }).line)).toMatchObject({
      as: 'whole',
      matches: true,
    });
    expect(disk.bytes.equals(content)).toBe(true);
  });
});

describe('[G-08] what the shop answers', () => {
  test('an address whose time is over: another one is asked for, and one that is gone is told', async () => {
    const shop = aShop(content);
    const asked: boolean[] = [];
    const { line } = aLine({
      async addressOf(fresh) {
        asked.push(fresh);
        return fresh ? '/new' : '/old';
      },
      fetch: (async (address: string, init: RequestInit) =>
        address === '/old'
          ? problem(404, 'There is no such file for you.')
          : shop.fetch(address, init)) as typeof fetch,
    });
    expect(await outcomeOf(aDisk().handle, wantedOf(content), line)).toMatchObject({ as: 'whole', matches: true });
    expect(asked).toEqual([false, true]);
    const gone = aLine({ fetch: async () => problem(404, 'There is no such file for you.') });
    expect(await outcomeOf(aDisk().handle, wantedOf(content), gone.line)).toEqual({
      as: 'refused',
      bytes: 0,
      text: 'There is no such file for you.',
    });
  });

  test('come again: it waits as long as it is told', async () => {
    const shop = aShop(content);
    const answers = [
      problem(429, 'Too many.', { 'retry-after': '5' }),
      problem(503, 'Checking.', { 'retry-after': '15' }),
    ];
    const { line, waited, told } = aLine({
      fetch: (async (...given: Parameters<typeof fetch>) => answers.shift() ?? shop.fetch(...given)) as typeof fetch,
    });
    expect(await outcomeOf(aDisk().handle, wantedOf(content), line)).toMatchObject({ as: 'whole', matches: true });
    expect(waited).toEqual([5_000, 15_000]);
    expect(told).toContainEqual(['waiting', 0]);
  });

  test.each([
    [
      'a fault of long',
      problem(503, 'This file cannot be sent at the moment.', { 'retry-after': '300' }),
      'This file cannot be sent at the moment.',
    ],
    ['something else', problem(400, 'No.'), 'No.'],
    ['no words', new Response('<html>', { status: 500 }), 'The shop answered 500.'],
  ])('%s is told', async (_what, answer, text) => {
    const outcome = await outcomeOf(aDisk().handle, wantedOf(content), aLine({ fetch: async () => answer }).line);
    expect(outcome).toEqual({ as: 'refused', bytes: 0, text });
  });

  test('no address: its reason is told, and no answer is a lost connection', async () => {
    const { fetch } = aShop(content);
    const refused = aLine({ fetch, addressOf: () => Promise.reject(new Refused('The money went back to you.')) });
    expect(await outcomeOf(aDisk().handle, wantedOf(content), refused.line)).toMatchObject({
      as: 'refused',
      text: 'The money went back to you.',
    });
    const silent = aLine({ fetch, addressOf: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(await outcomeOf(aDisk().handle, wantedOf(content), silent.line)).toEqual({ as: 'lost', bytes: 0 });
  });
});

test('[G-08] a full disk says so', async () => {
  const { handle } = aDisk(undefined, { fails: new DOMException('full', 'QuotaExceededError') });
  const outcome = await outcomeOf(handle, wantedOf(content), aLine(aShop(content)).line);
  expect(outcome).toMatchObject({ as: 'refused', text: 'There is no room left on the disk.' });
});
