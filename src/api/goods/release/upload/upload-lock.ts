// Write lock of an upload, over all processes: a row with a time that its holder keeps renewing. A holder that has died is waited for as
// long as that time lasts; one that hangs on a lost connection is asked to let go. Holders and those who wait hear of each other by the
// database's notices, whichever process they are in.
import { randomUUID } from 'node:crypto';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Database } from '#platform/database/database.ts';
import type { ApiTables } from '../../../schema/schema.ts';
import { askToLetGo, lockChannel, releaseLock, renewLock, takeLock } from './upload.store.ts';

const LEASE_SECONDS = 10;
const RENEW_MS = 2_000;
/** Requests that wait outlive a lease. */
const PATIENCE_MS = 2 * LEASE_SECONDS * 1_000;
/** A holder that has died tells nobody, and a notice may be lost with its connection. */
const LOOK_MS = 3_000;
/** For one upload, in one process: a client goes on alone, and comes again from another connection when it has lost the first. */
const MOST_WAITING = 3;
/** A clock of this process may run a little slower than the database's. */
const MARGIN_MS = 2_000;

/** `status_code` and `body` are how tus is told what to answer. */
const isBusy = {
  status_code: 423,
  body: 'Somebody else is sending this file at the moment. Try again in a few seconds.',
};

type Held = { holder: string; until: number; letGo: RequestRelease };

export type UploadLocks = {
  locker: Locker;
  /** The name under which this process holds the lock now; null where it does not. Whoever writes asks before each piece. */
  holderOf: (objectId: string) => string | null;
};

/** Where locks are written down, and heard of. */
export type LockDatabase = Pick<Database<ApiTables>, 'kysely' | 'listen'>;

export function createUploadLocks({ kysely: db, listen }: LockDatabase): UploadLocks {
  const held = new Map<string, Held>();
  /** Requests that wait in this process, by upload: only a few may, and they are told when it is free instead of asking the database. */
  const wanting = new Map<string, Set<{ wake: () => void }>>();
  // Where it cannot be listened now, they look for themselves.
  listen(lockChannel, handleNotice).catch(() => {});

  /** Without an upload some notices were lost: everybody looks. */
  function handleNotice(notice: string) {
    const [what, objectId] = notice.split(' ');
    if (what === 'wanted') return void held.get(objectId ?? '')?.letGo();
    const all = objectId ? [wanting.get(objectId)] : wanting.values();
    for (const some of all) for (const { wake } of some ?? []) wake();
  }

  async function whileWanting(objectId: string, work: (mine: { wake: () => void }) => Promise<void>): Promise<void> {
    const all = wanting.get(objectId) ?? new Set();
    if (all.size >= MOST_WAITING) throw isBusy;
    const mine = { wake: () => {} };
    wanting.set(objectId, all.add(mine));
    try {
      await work(mine);
    } finally {
      all.delete(mine);
      if (all.size === 0) wanting.delete(objectId);
    }
  }

  function newLock(objectId: string): Lock {
    const holder = randomUUID();
    const lease = { holder, seconds: LEASE_SECONDS };
    let renewing: NodeJS.Timeout | undefined;

    async function renew(letGo: RequestRelease): Promise<void> {
      const asked = Date.now();
      const kept = await renewLock(db, objectId, lease).catch(() => undefined);
      const mine = held.get(objectId);
      if (!mine || mine.holder !== holder) return;
      // Where the database does not answer, the time that is left runs out.
      if (kept) mine.until = asked + LEASE_SECONDS * 1_000 - MARGIN_MS;
      if (kept === null) mine.until = 0;
      if (kept?.wanted || mine.until <= Date.now()) await letGo();
    }

    return {
      lock: (signal, letGo) =>
        whileWanting(objectId, async (mine) => {
          const patience = Date.now() + PATIENCE_MS;
          for (;;) {
            // Before it is asked for: it may be free a moment later.
            const free = new Promise<void>((resolve) => {
              mine.wake = resolve;
            });
            const asked = Date.now();
            const answer = await takeLock(db, objectId, lease);
            // An id that is no upload is nothing that two could write to.
            if (answer === 'no upload') return;
            if (answer === 'taken') {
              held.set(objectId, { holder, until: asked + LEASE_SECONDS * 1_000 - MARGIN_MS, letGo });
              renewing = setInterval(() => void renew(letGo), RENEW_MS).unref();
              return;
            }
            const here = held.get(objectId);
            await (here ? here.letGo() : askToLetGo(db, objectId));
            if (signal.aborted || Date.now() > patience) throw isBusy;
            await orAfter(free, LOOK_MS);
          }
        }),

      async unlock() {
        clearInterval(renewing);
        if (held.get(objectId)?.holder !== holder) return;
        held.delete(objectId);
        await releaseLock(db, objectId, holder);
      },
    };
  }

  return {
    locker: { newLock },
    holderOf(objectId) {
      const mine = held.get(objectId);
      return mine && mine.until > Date.now() ? mine.holder : null;
    },
  };
}

async function orAfter(given: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([given, passed]);
  clearTimeout(timer);
}
