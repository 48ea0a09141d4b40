import { type Growing, type GrowingFiles, type GrowthState, WrongSize } from './growing-files.ts';
import { failed, type S3Client, tag } from './s3-client.ts';
import { checkKey } from './storage.ts';

/** S3 takes no smaller ones, and so many of them; each is held in memory while it fills. */
const SMALLEST_PART = 8 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** What comes of them is kept by whoever keeps the state, which has a line for each part. */
const PARTS_BETWEEN_SAVES = 8;

/** Parts that are there, all of one size, and the bytes behind them, in an object of their own until they fill a part. */
type State = { uploadId: string; partBytes: number; etags: string[]; tail: number };

/** Uploads in parts, whose state says what is there: S3 itself is not asked, and a part that it has and the state does not is sent again. */
export function openS3GrowingFiles({ ask, text }: S3Client): GrowingFiles {
  const tailKey = (key: string) => `${key}.part`;

  async function sendPart(key: string, { uploadId, etags }: State, part: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = { partNumber: String(etags.length + 1), uploadId };
    const response = await ask(key, { method: 'PUT', query, body: part });
    const answer = await response.text();
    const etag = response.headers.get('etag');
    if (!response.ok || !etag) throw failed('PUT', key, response.status, answer);
    etags.push(etag);
  }

  async function readTail(key: string, { tail }: State): Promise<Uint8Array> {
    if (tail === 0) return new Uint8Array();
    const response = await ask(tailKey(key), { method: 'GET' });
    if (!response.ok) throw failed('GET', tailKey(key), response.status, await response.text());
    const found = new Uint8Array(await response.arrayBuffer());
    if (found.length < tail) throw new WrongSize(`${tailKey(key)} has ${found.length} bytes, and should have ${tail}`);
    // A process that was killed may have left more than it told of.
    return found.subarray(0, tail);
  }

  async function sizeOf(key: string): Promise<number | null> {
    const response = await ask(key, { method: 'HEAD' });
    await response.body?.cancel();
    if (response.status === 404) return null;
    if (!response.ok) throw failed('HEAD', key, response.status, '');
    return Number(response.headers.get('content-length'));
  }

  async function deleteOne(key: string, query?: Record<string, string>): Promise<void> {
    const response = await ask(key, { method: 'DELETE', ...(query && { query }) });
    const answer = await response.text();
    if (!response.ok && response.status !== 404) throw failed('DELETE', key, response.status, answer);
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

    async append({ key, state, size }, from, pieces, { onWritten, save }: Growing) {
      const now = structuredClone(state) as State;
      let there = from;
      const part = new Uint8Array(now.partBytes);
      part.set(await readTail(key, now));
      let filled = now.tail;
      async function keepTail() {
        if (filled > 0) await text(tailKey(key), { method: 'PUT', body: part.slice(0, filled) });
        await save({ ...now, tail: filled });
      }
      try {
        for await (const piece of pieces) {
          if (there + piece.length > size) throw new WrongSize(`more than ${size} bytes came for ${key}`);
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
        await deleteOne(key, { uploadId: now.uploadId });
        return;
      }
      // A process that was killed may have come as far as this before.
      if ((await sizeOf(key)) !== size) {
        if (now.tail > 0) await sendPart(key, now, new Uint8Array(await readTail(key, now)));
        const parts = now.etags.map(
          (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
        );
        const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
        await text(key, { method: 'POST', query: { uploadId: now.uploadId }, body });
        const found = await sizeOf(key);
        if (found !== size) throw new WrongSize(`the S3 store has ${found} bytes of ${key}, and should have ${size}`);
      }
      if (now.tail > 0) await deleteOne(tailKey(key));
    },

    async remove(key, state: GrowthState) {
      const { uploadId } = state as Partial<State>;
      if (uploadId) await deleteOne(key, { uploadId });
      await deleteOne(tailKey(key));
      await deleteOne(key);
    },

    room: async () => null,
  };
}
