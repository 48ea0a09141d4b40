/**
 * Bytes of a body that have gone to its reader; `complete`: the reader took it to its end. Nobody knows how much came of the piece that
 * was on its way when the reader left. It counts as gone, as the reader goes on from within it, except for the last byte, so that only a
 * reader that came to the end has it all.
 */
type Gone = { bytes: number; complete: boolean };

/**
 * The same bytes, one piece at a time and none ahead of its reader: who reads slowly holds one piece. Fewer or more than were announced break
 * the connection, so that nobody takes half a file for a whole one. `onDone` is called once, however it ends.
 */
export function countBytes(
  body: ReadableStream<Uint8Array>,
  announced: number,
  { onFault, onDone }: { onFault: (error: unknown) => void; onDone: (gone: Gone) => void },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let isDone = false;
  function done(complete: boolean) {
    if (isDone) return;
    isDone = true;
    onDone({ bytes: complete ? bytes : Math.min(bytes, announced - 1), complete });
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done: atEnd } = await reader.read();
          if (atEnd ? bytes !== announced : bytes + value.length > announced)
            throw new Error(`the storage gave ${atEnd ? 'fewer' : 'more'} bytes than it said`);
          if (atEnd) {
            done(true);
            return controller.close();
          }
          bytes += value.length;
          controller.enqueue(value);
        } catch (error) {
          if (isDone) return;
          onFault(error);
          done(false);
          void reader.cancel().catch(() => {});
          throw error;
        }
      },
      async cancel(why) {
        done(false);
        await reader.cancel(why);
      },
    },
    { highWaterMark: 0 },
  );
}
