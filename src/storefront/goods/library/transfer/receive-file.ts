// Gets one file of a release onto the disk of its buyer: from where what is there ends, over connections that break, and compared with its
// SHA-256. Runs in a worker (transfer.worker.ts); a test gives it other lines and files.
import { t } from '#language/message.ts';
import { createSha256, type Hash, hashBlob } from './hash-blob.ts';

/** As the manifest says it. */
export type Wanted = { size: number; sha256: string };

export type Outcome =
  /** All of it is there. Whether it is what was sold is `matches`. */
  | { as: 'whole'; matches: boolean; bytes: number }
  | { as: 'paused'; bytes: number }
  | { as: 'lost'; bytes: number }
  /** More is there than the file has: it is something else. */
  | { as: 'other'; bytes: number }
  /** The shop does not send it, or the disk does not take it. */
  | { as: 'refused'; bytes: number; text: string };

/** 'reading': what is there already; 'waiting': the shop said to come again. */
export type Step = 'reading' | 'receiving' | 'waiting';

export type Line = {
  /** Where the file is now; `fresh`: what was told before is good no more. Throws a `Refused`, or an error where there is no answer. */
  addressOf: (fresh: boolean) => Promise<string>;
  fetch: typeof fetch;
  onProgress: (step: Step, bytes: number) => void;
  /** Aborted when it is to pause. */
  signal: AbortSignal;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** State of a file that was begun by the same worker, so that it is not read again. */
export type Had = { hash: Hash; bytes: number; changedAt?: number };

/** Why it cannot go on, in words for the person who waits. */
export class Refused extends Error {}

const MB = 1_000_000;
/**
 * Browsers write into a copy until it is closed: what is not closed is lost with the page. Closed each time that it has doubled, less than half is
 * lost, and what is copied is at most twice the file.
 */
const KEPT_AFTER = 256 * MB;
const PIECE = MB;
const TRIES = 3;
const WAITS = 20;
const STALLED_MS = 60_000;
const LONGEST_WAIT_SECONDS = 60;

/** Goes on with what `to` has. `anew`: whatever it has is replaced. */
export async function receiveFile(
  to: FileSystemFileHandle,
  wanted: Wanted,
  line: Line,
  { anew = false, had = null }: { anew?: boolean; had?: Had | null } = {},
): Promise<{ outcome: Outcome; had: Had | null }> {
  const at: Had = { hash: createSha256(), bytes: 0 };
  try {
    const file = await to.getFile();
    if (!anew && file.size > wanted.size) return { outcome: { as: 'other', bytes: file.size }, had: null };
    const isKnown = had?.bytes === file.size && had.changedAt === file.lastModified;
    if (had && isKnown && !anew) Object.assign(at, had);
    else if (!anew && file.size > 0) {
      await hashBlob(file, at.hash, { signal: line.signal, onProgress: (bytes) => line.onProgress('reading', bytes) });
      if (line.signal.aborted) return { outcome: { as: 'paused', bytes: file.size }, had: null };
      at.bytes = file.size;
    }
    const isThere = !anew && at.bytes === wanted.size && wanted.size > 0;
    const ended = isThere ? null : await receiveRest(to, wanted, line, at);
    if (ended) {
      // Files that others write to meanwhile are read again.
      const { lastModified: changedAt } = await to.getFile();
      return { outcome: { ...ended, bytes: at.bytes }, had: { ...at, changedAt } };
    }
    return {
      outcome: { as: 'whole', matches: at.hash.hex() === wanted.sha256, bytes: at.bytes },
      had: null,
    };
  } catch (error) {
    return { outcome: { as: 'refused', bytes: at.bytes, text: wordsOf(error) }, had: null };
  }
}

type Ended = { as: 'paused' } | { as: 'lost' } | { as: 'refused'; text: string };

/** Null when all bytes are on the disk. */
async function receiveRest(to: FileSystemFileHandle, wanted: Wanted, line: Line, at: Had): Promise<Ended | null> {
  const disk = createWriter(to, at.bytes);
  let ended: Ended | null;
  try {
    ended = await receiveOver(disk, wanted, line, at);
  } catch (error) {
    await disk.close().catch(() => {});
    throw error;
  }
  await disk.close();
  return ended;
}

async function receiveOver(disk: Writer, wanted: Wanted, line: Line, at: Had): Promise<Ended | null> {
  let [tries, waits, fresh] = [0, 0, false];
  for (;;) {
    const before = at.bytes;
    const step = await oneRequest(disk, wanted, line, at, fresh);
    if (line.signal.aborted && step.as !== 'whole') return { as: 'paused' };
    if (at.bytes > before) [tries, waits] = [0, 0];
    switch (step.as) {
      case 'whole':
        return null;
      case 'refused':
        return step;
      case 'gone':
        // An address is good for some minutes: a new one says whether the file is.
        if (fresh) return { as: 'refused', text: step.text };
        fresh = true;
        break;
      case 'later':
        waits += 1;
        if (waits > WAITS || step.seconds > LONGEST_WAIT_SECONDS) return { as: 'refused', text: step.text };
        line.onProgress('waiting', at.bytes);
        await line.wait(step.seconds * 1_000, line.signal);
        break;
      case 'broken':
        tries += 1;
        fresh = false;
        if (tries > TRIES) return { as: 'lost' };
        await line.wait(500 * 2 ** (tries - 1), line.signal);
        break;
    }
    if (line.signal.aborted) return { as: 'paused' };
  }
}

type Requested =
  | { as: 'whole' }
  | { as: 'broken' }
  | { as: 'gone'; text: string }
  | { as: 'later'; seconds: number; text: string }
  | { as: 'refused'; text: string };

/** One request, and what comes of it. What the disk does not take is thrown. */
async function oneRequest(disk: Writer, wanted: Wanted, line: Line, at: Had, fresh: boolean): Promise<Requested> {
  const stalled = createStall();
  try {
    const address = await line.addressOf(fresh);
    stalled.begin();
    const answer = await line.fetch(address, {
      headers: at.bytes > 0 ? { range: `bytes=${at.bytes}-`, 'if-range': `"${wanted.sha256}"` } : {},
      signal: AbortSignal.any([line.signal, stalled.signal]),
      cache: 'no-store',
      credentials: 'omit',
    });
    if (!answer.ok) return await readRefusal(answer);
    const fault = faultOf(answer, wanted);
    if (fault) return { as: 'refused', text: fault };
    const { from } = rangeOf(answer);
    if (from !== at.bytes) {
      // The whole of it, in place of its rest: from the beginning then.
      if (from !== 0) return { as: 'refused', text: t('The shop sent another part of the file than was asked for.') };
      await disk.restart();
      Object.assign(at, { hash: createSha256(), bytes: 0 });
    }
    return await readBody(answer, disk, wanted, line, at, stalled);
  } catch (error) {
    if (error instanceof Refused || error instanceof DiskFault) throw error;
    return { as: 'broken' };
  } finally {
    stalled.end();
  }
}

async function readBody(
  answer: Response,
  disk: Writer,
  { size }: Wanted,
  line: Line,
  at: Had,
  stalled: ReturnType<typeof createStall>,
): Promise<Requested> {
  line.onProgress('receiving', at.bytes);
  const reader = answer.body?.getReader();
  for (;;) {
    stalled.begin();
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    if (at.bytes + value.length > size) {
      void reader?.cancel().catch(() => {});
      return { as: 'refused', text: t('The shop sent more bytes than the file has.') };
    }
    // The disk may be slower than the line: that is no stall.
    stalled.end();
    await disk.write(value);
    at.hash.update(value);
    at.bytes += value.length;
    line.onProgress('receiving', at.bytes);
  }
  return at.bytes === size ? { as: 'whole' } : { as: 'broken' };
}

async function readRefusal(answer: Response): Promise<Requested> {
  const text = await answer
    .json()
    .then((body: { message?: string }) => body.message)
    .catch(() => undefined);
  const said = text || t('The shop answered {status}.', { status: answer.status });
  // A bucket says 403 of an address whose time is over.
  if (answer.status === 404 || answer.status === 403) return { as: 'gone', text: said };
  if (answer.status === 429 || answer.status === 503)
    return { as: 'later', seconds: Number(answer.headers.get('retry-after')) || 5, text: said };
  // A proxy in front of a shop that is being started.
  if (answer.status === 502 || answer.status === 504) return { as: 'broken' };
  return { as: 'refused', text: said };
}

/** Other bytes than were sold are not written behind those that are. */
function faultOf(answer: Response, { size, sha256 }: Wanted): string | null {
  const tag = answer.headers.get('etag');
  const { whole } = rangeOf(answer);
  const isOther = (tag !== null && tag !== `"${sha256}"`) || (whole !== null && whole !== size);
  return isOther ? t('The shop sent another file than was asked for. Load this page anew, and try again.') : null;
}

function rangeOf({ status, headers }: Response): { from: number; whole: number | null } {
  const [, from = '0', whole = null] =
    (status === 206 && /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')) || [];
  return { from: status === 206 ? Number(from) : 0, whole: whole === null ? null : Number(whole) };
}

/** Ends a connection that neither breaks nor sends. */
function createStall() {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: stop.signal,
    begin() {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), STALLED_MS);
    },
    end: () => clearTimeout(timer),
  };
}

class DiskFault extends Error {}

type Writer = {
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** From the beginning, as if nothing had been there. */
  restart: () => Promise<void>;
  /** Resolves once everything is on the disk. */
  close: () => Promise<void>;
};

/** Writes behind the first `at` bytes of a file, in pieces of a megabyte. */
function createWriter(to: FileSystemFileHandle, at: number): Writer {
  let stream: FileSystemWritableFileStream | null = null;
  let written = at;
  let opened = at;
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;

  async function open(): Promise<FileSystemWritableFileStream> {
    if (stream) return stream;
    // Two pages that write to one file would each keep their own.
    const options = { keepExistingData: written > 0, mode: 'exclusive' };
    stream = await to.createWritable(options);
    if (written > 0) await stream.seek(written);
    opened = written;
    return stream;
  }

  async function flush() {
    const out = await open();
    if (heldBytes > 0) await out.write(new Blob(held));
    written += heldBytes;
    [held, heldBytes] = [[], 0];
  }

  async function closeStream() {
    await stream?.close();
    stream = null;
  }

  const withDiskFault =
    <Given extends unknown[]>(work: (...given: Given) => Promise<void>) =>
    (...given: Given) =>
      work(...given).catch((error) => {
        throw new DiskFault(diskLabels(error), { cause: error });
      });

  return {
    write: withDiskFault(async (bytes: Uint8Array<ArrayBuffer>) => {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes < PIECE) return;
      await flush();
      if (written - opened >= Math.max(KEPT_AFTER, opened)) await closeStream();
    }),
    restart: withDiskFault(async () => {
      await stream?.abort();
      [stream, written, held, heldBytes] = [null, 0, [], 0];
    }),
    close: withDiskFault(async () => {
      // An empty file, or one that begins anew, is written too.
      if (heldBytes > 0 || written === 0) await flush();
      await closeStream();
    }),
  };
}

function diskLabels(error: unknown): string {
  const { name, message } = error as Error;
  const words: Record<string, string> = {
    QuotaExceededError: t('There is no room left on the disk.'),
    NotAllowedError: t('The browser may not write to this folder any more. Choose it again.'),
    NotFoundError: t('The folder is not there any more. Choose it again.'),
    NoModificationAllowedError: t('Another page or program is writing to this file.'),
  };
  return words[name] ?? t('The file could not be written: {message}', { message });
}

function wordsOf(error: unknown): string {
  if (error instanceof Refused || error instanceof DiskFault) return error.message;
  return diskLabels(error);
}
