// Who may write to an upload, over all processes: a row with a time that its holder keeps renewing. A holder that has died is waited for as long
// as that time lasts; one that hangs on a lost connection is asked to let go.
import { randomUUID } from 'node:crypto';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Kysely } from 'kysely';
import type { ApiTables } from '../schema.ts';
import { keepLock, releaseLock, takeLock } from './upload.store.ts';

const LEASE_SECONDS = 10;
const RENEW_MS = 2_000;
/** Whoever waits outlives a lease. */
const PATIENCE_MS = 2 * LEASE_SECONDS * 1_000;
const LOOK_MS = 150;
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

export function createUploadLocks(db: Kysely<ApiTables>): UploadLocks {
  const held = new Map<string, Held>();

  function newLock(objectId: string): Lock {
    const holder = randomUUID();
    const lease = { holder, seconds: LEASE_SECONDS };
    let renewing: NodeJS.Timeout | undefined;

    async function renew(letGo: RequestRelease): Promise<void> {
      const asked = Date.now();
      const kept = await keepLock(db, objectId, lease).catch(() => undefined);
      const mine = held.get(objectId);
      if (!mine || mine.holder !== holder) return;
      // Where the database does not answer, the time that is left runs out.
      if (kept) mine.until = asked + LEASE_SECONDS * 1_000 - MARGIN_MS;
      if (kept === null) mine.until = 0;
      if (kept?.wanted || mine.until <= Date.now()) await letGo();
    }

    return {
      async lock(signal, letGo) {
        for (const patience = Date.now() + PATIENCE_MS; ; ) {
          const asked = Date.now();
          const answer = await takeLock(db, objectId, lease);
          // What is no upload is nothing that two could write to.
          if (answer === 'no upload') return;
          if (answer === 'taken') {
            held.set(objectId, { holder, until: asked + LEASE_SECONDS * 1_000 - MARGIN_MS, letGo });
            renewing = setInterval(() => void renew(letGo), RENEW_MS).unref();
            return;
          }
          await held.get(objectId)?.letGo();
          if (signal.aborted || Date.now() > patience) throw isBusy;
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        }
      },

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
