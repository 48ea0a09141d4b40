// The embedded database belongs to the shop's process: while that runs, a backup is asked of it, through a socket that
// only the owner of the data directory can open.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { linesOf } from './backup-file.ts';
import type { WriteLine } from './write-backup.ts';

export type BackupSocket = { close(): Promise<void> };

/** Hands a backup to whoever opens the socket of this data directory. */
export async function offerBackups(
  dataDir: string,
  options: { write: (write: WriteLine) => Promise<unknown>; log: Log },
): Promise<BackupSocket> {
  const server = createServer((socket) => {
    socket.on('error', () => {
      // Whoever asked has gone; writing fails then, and the backup ends.
    });
    options
      .write((line) => send(socket, line))
      .catch((error) => options.log.warn({ part: 'platform', error: String(error) }, 'a backup was not finished'))
      .finally(() => socket.end());
  });
  const path = placeOf(dataDir);
  await listen(server, path);
  return {
    async close() {
      server.close();
      if (process.platform !== 'win32') rmSync(path, { force: true });
    },
  };
}

/** The lines of a backup that a running shop makes of its embedded database; null when none runs there. */
export async function askForBackup(dataDir: string): Promise<AsyncIterable<string> | null> {
  const socket = connect(placeOf(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  return linesOf(socket);
}

async function send(socket: Socket, line: string) {
  if (socket.destroyed) throw new Error('nobody takes the backup any more');
  if (!socket.write(`${line}\n`)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
}

function placeOf(dataDir: string): string {
  if (process.platform !== 'win32') return join(dataDir, 'run', 'backup.sock');
  return `\\\\.\\pipe\\hearth-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

async function listen(server: Server, path: string) {
  if (process.platform !== 'win32') {
    const folder = join(path, '..');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    // Left behind by a process that was killed: the lock of the data directory says that there is no other.
    rmSync(path, { force: true });
  }
  server.listen(path);
  await once(server, 'listening');
  server.unref();
}
