import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './storage.ts';

/** A reader that waits holds one of them: two hundred hold 13 MB. */
const PIECE_BYTES = 64 * 1024;

/**
 * The bytes of a file from `first` to `last`, as far as there are any, a piece at a time, each of them read when it is asked for. The file
 * is closed when the reader has come to the end, has gone, or nothing more can be read.
 */
export function readPieces(file: FileHandle, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let position = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const length = Math.min(PIECE_BYTES, last - position + 1);
        try {
          const { bytesRead, buffer } =
            length > 0 ? await file.read(Buffer.allocUnsafeSlow(length), 0, length, position) : nothing;
          if (bytesRead === 0) {
            await file.close();
            return controller.close();
          }
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
        } catch (error) {
          await file.close().catch(() => {});
          throw error;
        }
      },
      cancel: () => file.close(),
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  );
}

const nothing = { bytesRead: 0, buffer: Buffer.alloc(0) };
