// The shop's side of the embedded database: starts its thread (embedded-database.worker.ts) and talks to it.
import { Worker } from 'node:worker_threads';

type Command =
  | { type: 'query'; sql: string; parameters: readonly unknown[] }
  | { type: 'script'; sql: string }
  | { type: 'listen'; channel: string }
  | { type: 'dump' }
  | { type: 'close' };

type DatabaseThread = {
  /** Rejects with the database's own error, or, for ever after, with why the database has ended. */
  call<T>(command: Command): Promise<T>;
  onLost: (callback: (error: Error) => void) => void;
  /** Closes the database and ends the thread; nobody is told that it is lost. */
  close: () => Promise<void>;
};

type Waiting = { type: Command['type']; resolve: (result: never) => void; reject: (error: Error) => void };

type Reply = {
  id?: number;
  result?: unknown;
  error?: { message: string; code?: string };
  ready?: true;
  /** Why the database takes no further statement. */
  lost?: string;
  notification?: string;
  payload?: string;
};

/** Starts the thread; resolves once the database takes commands, rejects when it cannot be opened. */
export async function startDatabaseThread(options: {
  dataDir: string | null;
  dump: string | null;
  /** A statement that has had no answer for so long will never have one: the database is lost. */
  silentSeconds: number;
  onNotification: (channel: string, payload: string) => void;
}): Promise<DatabaseThread> {
  const worker = new Worker(new URL('./embedded-database.worker.ts', import.meta.url), {
    workerData: { dataDir: options.dataDir, dump: options.dump },
  });
  const ready = Promise.withResolvers<void>();
  const pending = pendingCalls();
  let failure: Error | null = null;
  let ending = false;
  let notifyLost: (error: Error) => void = () => {};

  function fail(error: Error) {
    if (failure) return;
    failure = error;
    if (!ending) notifyLost(error);
    pending.rejectAll(error);
    silence.stop();
    void worker.terminate();
    ready.reject(error);
  }

  const silence = watchSilence({
    // Commands that are no statement, such as a migration, may take their time.
    isAsked: () => pending.areAll('query'),
    seconds: options.silentSeconds,
    onSilent: (seconds) => fail(new Error(`a statement had no answer for ${seconds} seconds`)),
  });

  function handleReply(reply: Reply) {
    silence.end();
    if (reply.ready) return ready.resolve();
    if (reply.lost !== undefined) return fail(new Error(reply.lost));
    if (reply.notification !== undefined) return options.onNotification(reply.notification, reply.payload ?? '');
    pending.end(reply);
  }

  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the embedded database has ended')));
  worker.on('message', handleReply);
  function call<T>(command: Command): Promise<T> {
    if (failure) return Promise.reject(failure);
    const { id, result } = pending.begin<T>(command.type);
    worker.postMessage({ ...command, id });
    return result;
  }

  await ready.promise;
  return {
    call,
    onLost(callback) {
      notifyLost = callback;
    },
    async close() {
      if (failure) return;
      ending = true;
      await call({ type: 'close' });
      await worker.terminate();
    },
  };
}

/** The commands that wait for their reply, told apart by a number. */
function pendingCalls() {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  return {
    begin<T>(type: Command['type']): { id: number; result: Promise<T> } {
      const id = ++lastId;
      const result = new Promise<T>((resolve, reject) => waiting.set(id, { type, resolve, reject }));
      return { id, result };
    },
    end({ id = 0, result, error }: Reply) {
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(Object.assign(new Error(error.message), error));
      else call?.resolve(result as never);
    },
    rejectAll(error: Error) {
      for (const call of waiting.values()) call.reject(error);
      waiting.clear();
    },
    /** Something is asked, and all of it is of this type. */
    areAll: (type: Command['type']) => waiting.size > 0 && [...waiting.values()].every((call) => call.type === type),
  };
}

/** Looks every second; a time in which this process was stopped counts as one. */
function watchSilence(options: { isAsked: () => boolean; seconds: number; onSilent: (seconds: number) => void }) {
  let silence = 0;
  const watch = setInterval(() => {
    silence = options.isAsked() ? silence + 1 : 0;
    if (silence >= options.seconds) options.onSilent(silence);
  }, 1_000).unref();
  return {
    end() {
      silence = 0;
    },
    stop: () => clearInterval(watch),
  };
}
