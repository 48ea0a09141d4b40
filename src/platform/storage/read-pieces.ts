import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './storage.ts';

/** A reader holds one piece. Large ones are quick, and two hundred who read slowly would hold 25 MB and leave as much behind each time. */
const LARGEST_PIECE = 128 * 1024;
const SMALLEST_PIECE = 16 * 1024;
/** Readers that take longer for a piece get a smaller one next. */
const SLOW_MS = 100;

/**
 * The bytes of a file from `first` to `last`, as far as there are any, a piece at a time, each of them read when it is asked for. The file
 * is closed when the reader has come to the end, has gone, or nothing more can be read.
 */
export function readPieces(file: FileHandle, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let position = first;
  let pieceBytes = LARGEST_PIECE / 2;
  let takenAt = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const isSlow = performance.now() - takenAt > SLOW_MS;
        pieceBytes = isSlow ? SMALLEST_PIECE : Math.min(LARGEST_PIECE, pieceBytes * 2);
        const length = Math.min(pieceBytes, last - position + 1);
        try {
          const { bytesRead, buffer } =
            length > 0 ? await file.read(Buffer.allocUnsafeSlow(length), 0, length, position) : nothing;
          if (bytesRead === 0) {
            await file.close();
            return controller.close();
          }
          position += bytesRead;
          takenAt = performance.now();
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
