import { randomBytes } from 'node:crypto';
import { type Growing, type GrowingFiles, type GrowthState, Lost, WrongSize } from './growing-files.ts';
import { failed, type S3Client, S3Failure, tag } from './s3-client.ts';
import { checkKey } from './storage.ts';

/** S3 takes no smaller ones, and so many of them; each is held in memory while it fills. */
const SMALLEST_PART = 8 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** What comes of them is kept by whoever keeps the state, which has a line for each part. */
const PARTS_BETWEEN_SAVES = 8;

/**
 * Parts that are there, all of one size, and the bytes behind them, in an object of their own until they fill a part. Each time it has another name:
 * what a state says of stays as it was until the next one is kept.
 */
type State = { uploadId: string; partBytes: number; etags: string[]; tail: number; tailName?: string };

/** What the store says where it has let go of parts: they are to be sent again, all of them. */
const lettingGo = ['NoSuchUpload', 'InvalidPart', 'EntityTooSmall'];

/** Uploads in parts, whose state says what is there: S3 itself is not asked, and a part that it has and the state does not is sent again. */
export function openS3GrowingFiles({ ask, text }: S3Client): GrowingFiles {
  const tailKey = (key: string, { tailName = 'part' }: Pick<State, 'tailName'>) => `${key}.${tailName}`;

  async function sendPart(key: string, { uploadId, etags }: State, part: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = { partNumber: String(etags.length + 1), uploadId };
    const response = await ask(key, { method: 'PUT', query, body: part });
    const answer = await response.text();
    const etag = response.headers.get('etag');
    if (!response.ok || !etag) throw asLost(failed('PUT', key, response.status, answer));
    etags.push(etag);
  }

  async function readTail(key: string, state: State): Promise<Uint8Array> {
    if (state.tail === 0) return new Uint8Array();
    const at = tailKey(key, state);
    const response = await ask(at, { method: 'GET' });
    if (response.status === 404) throw new Lost(`the S3 store has no ${at}: ${await response.text()}`);
    if (!response.ok) throw failed('GET', at, response.status, await response.text());
    const found = new Uint8Array(await response.arrayBuffer());
    if (found.length < state.tail) throw new Lost(`${at} has ${found.length} bytes, and should have ${state.tail}`);
    return found.subarray(0, state.tail);
  }

  async function sizeOf(key: string): Promise<number | null> {
    const response = await ask(key, { method: 'HEAD' });
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (!response.ok) throw failed('HEAD', key, response.status, '');
    return Number(response.headers.get('content-length'));
  }

  async function deleteOne(key: string): Promise<void> {
    const response = await ask(key, { method: 'DELETE' });
    const answer = await response.text();
    if (!response.ok && response.status !== 404) throw failed('DELETE', key, response.status, answer);
  }

  /** Parts of an upload that was given up are kept, and paid for. Some small stores cannot give one up: their own rules have to. */
  async function abort(key: string, uploadId: string): Promise<void> {
    const response = await ask(key, { method: 'DELETE', query: { uploadId } });
    const answer = await response.text();
    if (!response.ok && ![404, 405, 501].includes(response.status))
      throw failed('DELETE', key, response.status, answer);
  }

  /** Answers what it was refused by where parts are not there. */
  async function complete(key: string, { uploadId, etags }: State): Promise<Lost | null> {
    const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      await text(key, { method: 'POST', query: { uploadId }, body });
      return null;
    } catch (error) {
      const why = asLost(error);
      if (why instanceof Lost) return why;
      throw error;
    }
  }

  return {
    async begin(key, size) {
      checkKey(key);
      const begun = await text(key, { method: 'POST', query: { uploads: '' } });
      const uploadId = tag(begun, 'UploadId');
      if (!uploadId) throw new Error(`the S3 store began no upload of ${key}`);
      const partBytes = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS));
      return { uploadId, partBytes, etags: [], tail: 0 } satisfies State;
    },

    async sizeNow({ state }) {
      const { etags, partBytes, tail } = state as State;
      return etags.length * partBytes + tail;
    },

    async append({ key, state, size }, from, pieces, { mayWrite, onWritten, save }: Growing) {
      const before = state as State;
      const now = structuredClone(before);
      let there = from;
      const part = new Uint8Array(now.partBytes);
      part.set(await readTail(key, now));
      let filled = now.tail;
      async function keepTail() {
        mayWrite();
        const next = { ...now, tail: filled, tailName: `part-${randomBytes(6).toString('hex')}` };
        if (filled > 0) await text(tailKey(key, next), { method: 'PUT', body: part.slice(0, filled) });
        await save(next);
        // What stays of it is found and removed with what nobody knows.
        if (before.tail > 0) await deleteOne(tailKey(key, before)).catch(() => {});
      }
      try {
        for await (const piece of pieces) {
          if (there + piece.length > size) throw new WrongSize(`more than ${size} bytes came for ${key}`);
          mayWrite();
          for (let rest = piece; rest.length > 0; ) {
            const taken = rest.subarray(0, part.length - filled);
            part.set(taken, filled);
            filled += taken.length;
            rest = rest.subarray(taken.length);
            if (filled < part.length) continue;
            await sendPart(key, now, part);
            filled = 0;
            if (now.etags.length % PARTS_BETWEEN_SAVES === 0) await save({ ...now, tail: 0 });
          }
          onWritten(piece);
          there += piece.length;
        }
      } catch (error) {
        // What has come is worth keeping; where that fails too, what was said of it before still holds.
        await keepTail().catch(() => {});
        throw error;
      }
      await keepTail();
      return there;
    },

    async finish({ key, state, size }) {
      const now = structuredClone(state) as State;
      if (size === 0) {
        await text(key, { method: 'PUT', body: new Uint8Array() });
        await abort(key, now.uploadId);
        return;
      }
      // A process that was killed may have come as far as this before.
      if ((await sizeOf(key)) !== size) {
        if (now.tail > 0) await sendPart(key, now, new Uint8Array(await readTail(key, now)));
        const refused = await complete(key, now);
        const found = await sizeOf(key);
        // Where it was done before, and the answer was lost, the store knows no such upload.
        if (found !== size && refused) throw refused;
        if (found !== size) throw new WrongSize(`the S3 store has ${found} bytes of ${key}, and should have ${size}`);
      }
      if (now.tail > 0) await deleteOne(tailKey(key, now));
    },

    async remove(key, state: GrowthState) {
      const { uploadId, tail, tailName } = state as Partial<State>;
      if (uploadId) await abort(key, uploadId);
      if (tail) await deleteOne(tailKey(key, tailName === undefined ? {} : { tailName }));
      await deleteOne(key);
    },

    room: async () => null,
  };
}

function asLost(error: unknown): unknown {
  const isLost = error instanceof S3Failure && lettingGo.includes(error.code);
  return isLost ? new Lost(error.message, { cause: error }) : error;
}
