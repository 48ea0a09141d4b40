import { randomBytes } from 'node:crypto';
import { type Growing, type GrowingFiles, type GrowthState, WrongSize } from './growing-files.ts';
import type { S3Client } from './s3-client.ts';
import { createS3Parts, type S3Upload } from './s3-parts.ts';
import { checkKey } from './storage.ts';

/** S3 takes no smaller ones, and so many of them; each is held in memory while it fills. */
const SMALLEST_PART = 8 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** Parts after which the caller saves the state, which has a line for each part. */
const PARTS_BETWEEN_SAVES = 8;

/** Uploads in parts, whose state says what is there: S3 itself is not asked, and a part that it has and the state does not is sent again. */
export function openS3GrowingFiles(client: S3Client): GrowingFiles {
  const { tailKey, begin, sendPart, readTail, sizeOf, put, deleteOne, abort, complete } = createS3Parts(client);
  return {
    async begin(key, size) {
      checkKey(key);
      const uploadId = await begin(key);
      const partBytes = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS));
      return { uploadId, partBytes, etags: [], tail: 0 } satisfies S3Upload;
    },

    async sizeNow({ state }) {
      const { etags, partBytes, tail } = state as S3Upload;
      return etags.length * partBytes + tail;
    },

    async append({ key, state, size }, from, pieces, { mayWrite, onWritten, save }: Growing) {
      const before = state as S3Upload;
      const now = structuredClone(before);
      let there = from;
      const part = new Uint8Array(now.partBytes);
      part.set(await readTail(key, now));
      let filled = now.tail;
      async function saveTail() {
        mayWrite();
        const next = { ...now, tail: filled, tailName: `part-${randomBytes(6).toString('hex')}` };
        if (filled > 0) await put(tailKey(key, next), part.slice(0, filled));
        await save(next);
        // A tail that stays is found and removed with other unknown objects.
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
        // Received bytes are worth saving; where that fails too, the state saved before still holds.
        await saveTail().catch(() => {});
        throw error;
      }
      await saveTail();
      return there;
    },

    async finish({ key, state, size }) {
      const now = structuredClone(state) as S3Upload;
      if (size === 0) {
        await put(key, new Uint8Array());
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
      const { uploadId, tail, tailName } = state as Partial<S3Upload>;
      if (uploadId) await abort(key, uploadId);
      if (tail) await deleteOne(tailKey(key, tailName === undefined ? {} : { tailName }));
      await deleteOne(key);
    },

    room: async () => null,
  };
}
