// Values between two processes over a socket: each with its length in front, as the runtime itself serializes them, so
// that dates and bytes stay what they are.
import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

const HEAD = 4;
/** Beyond every batch of an import; a length that is more is none. */
const LARGEST = 512 * 1024 * 1024;

/** Comes to its end when it is on its way, or when nobody takes it any more. */
export async function writeMessage(socket: Socket, message: unknown): Promise<void> {
  const content = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(content.length);
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    socket.cork();
    socket.write(head);
    // Called with an error as well, which whoever reads from the socket meets too.
    socket.write(content, () => resolve());
    socket.uncork();
  });
}

/** Ends with the connection, whatever ended it. */
export async function* readMessages<T>(socket: Socket): AsyncGenerator<T, void, void> {
  let pieces: Buffer[] = [];
  let length = 0;
  let wanted = HEAD;
  let inHead = true;
  for await (const piece of socket) {
    pieces.push(piece);
    length += piece.length;
    while (length >= wanted) {
      const bytes = Buffer.concat(pieces);
      const part = bytes.subarray(0, wanted);
      const rest = bytes.subarray(wanted);
      pieces = rest.length > 0 ? [rest] : [];
      length = rest.length;
      if (inHead) {
        wanted = part.readUInt32BE();
        if (wanted > LARGEST) throw new Error(`a message of ${wanted} bytes is too large`);
      } else {
        yield deserialize(part) as T;
        wanted = HEAD;
      }
      inHead = !inHead;
    }
  }
}
