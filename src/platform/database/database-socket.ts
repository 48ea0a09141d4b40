// The embedded database belongs to one process. While that is the shop, commands of the same owner use it through the
// shop: a socket that only the owner of the data directory can open. Each connection to it is a turn of the database's
// one connection, which ends with it: a command that is killed holds nothing up.
import { createServer, type Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { recordUse } from '../jobs/repeat.ts';
import type { Log } from '../observability/log.ts';
import { readMessages, writeMessage } from './socket-messages.ts';
import { connectTo, listenAt, placeOf } from './socket-place.ts';

/** A command that says nothing for so long in its turn, as one that was stopped, has lost it. */
const SILENT_MS = 60_000;

type Question = { type: 'query'; sql: string; parameters: readonly unknown[] } | { type: 'script'; sql: string };
type Answer = { result: unknown } | { error: { message: string; code?: string; constraint?: string; detail?: string } };

type Shared = {
  connect(): Promise<PostgresPoolClient>;
  executeScript(sql: string): Promise<void>;
};

/** Lets commands use this database. `close` ends those that are at work. */
export async function shareDatabase(
  dataDir: string,
  database: Shared,
  options: { log: Log; silentMs?: number },
): Promise<{ close(): Promise<void> }> {
  const turns = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    const turn = serveTurn(socket, database, options.silentMs ?? SILENT_MS)
      .catch((error) => options.log.warn({ part: 'platform', error: String(error) }, 'a command was not served'))
      .finally(() => turns.delete(socket));
    turns.set(socket, turn);
  });
  const place = placeOf(dataDir);
  const closePlace = await listenAt(server, place);
  return {
    async close() {
      closePlace();
      for (const socket of turns.keys()) socket.destroy();
      await Promise.all(turns.values());
    },
  };
}

async function serveTurn(socket: Socket, database: Shared, silentMs: number): Promise<void> {
  let client: PostgresPoolClient | null = null;
  socket.on('timeout', () => socket.destroy());
  // The client has gone: reading ends, and so does the turn.
  socket.on('error', () => {});
  try {
    for await (const question of readMessages<Question>(socket)) {
      socket.setTimeout(0);
      recordUse();
      if (question.type === 'query') client ??= await database.connect();
      if (socket.destroyed) return;
      await writeMessage(socket, await answerTo(question, client, database));
      socket.setTimeout(silentMs);
    }
  } finally {
    if (client) await giveBack(client);
    socket.destroy();
  }
}

async function answerTo(question: Question, client: PostgresPoolClient | null, database: Shared): Promise<Answer> {
  try {
    // Migrations are run by whoever has the turn, and do not take another one.
    if (question.type === 'script') return { result: await database.executeScript(question.sql) };
    return { result: await client?.query(question.sql, question.parameters) };
  } catch (error) {
    const { message, code, constraint, detail } = error as Error & Record<string, string>;
    return { error: { message, ...(code && { code }), ...(constraint && { constraint }), ...(detail && { detail }) } };
  }
}

/** Whatever was begun and not committed is undone, before somebody else has the connection. */
async function giveBack(client: PostgresPoolClient) {
  try {
    await client.query('rollback', []);
  } finally {
    client.release();
  }
}

export type SharedDatabase = PostgresPool & { executeScript(sql: string): Promise<void> };

/** The database of the shop that runs on this data directory; null when none does. */
export async function askSharedDatabase(dataDir: string): Promise<SharedDatabase | null> {
  const place = placeOf(dataDir);
  const found = await connectTo(place);
  if (!found) return null;
  found.destroy();

  async function begin() {
    const socket = await connectTo(place);
    if (!socket) throw gone();
    const answers = readMessages<Answer>(socket);
    socket.on('error', () => {});
    async function ask(question: Question): Promise<unknown> {
      await writeMessage(socket as Socket, question);
      const { value: answer, done } = await answers.next().catch(() => ({ value: undefined, done: true as const }));
      if (done || !answer) throw gone();
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    }
    return { ask, socket };
  }

  return {
    options: {},
    async connect() {
      const { ask, socket } = await begin();
      const query = (sql: string, parameters: readonly unknown[] = []) => ask({ type: 'query', sql, parameters });
      return { query, release: () => socket.end() } as unknown as PostgresPoolClient;
    },
    async executeScript(sql) {
      const { ask, socket } = await begin();
      await ask({ type: 'script', sql }).finally(() => socket.end());
    },
    end: async () => {},
  };
}

function gone() {
  return new StartError('The shop has ended, or did not wait for this command any longer. Run it again.');
}
