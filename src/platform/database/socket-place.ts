// Where processes of one owner on one machine meet: a socket in the data directory, on Windows a named pipe.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { dirname, join } from 'node:path';

/** Longer addresses of sockets do not fit into the system's own structure, on macOS, which has the least room. */
const LONGEST_PATH = 103;

export function placeOf(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'run', 'database.sock');
  return `\\\\.\\pipe\\hearth-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/** Answers how to close it. A path too long for a socket is refused. */
export async function listenAt(server: Server, place: string): Promise<() => void> {
  const isFile = process.platform !== 'win32';
  if (isFile) {
    if (Buffer.byteLength(place) > LONGEST_PATH) throw new Error(`${place} is too long for the address of a socket`);
    const folder = dirname(place);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // Left behind by a process that was killed: the lock of the data directory says that there is no other.
    rmSync(place, { force: true });
  }
  server.listen(place);
  await once(server, 'listening');
  server.unref();
  return () => {
    server.close();
    if (isFile) rmSync(place, { force: true });
  };
}

/** null when nobody listens there. */
export async function connectTo(place: string): Promise<Socket | null> {
  const socket = connect(place);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
}
