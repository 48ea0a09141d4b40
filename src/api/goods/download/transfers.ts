// Sends a file of a release to whoever may have it, and keeps what went out. Who may is decided before, by the door.
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { ShopDatabase } from '../../schema/db.ts';
import type { Door } from './download.rules.ts';
import { beginDownload, type ReleaseFile, recordSent } from './download.store.ts';
import { transfersAtOnce, transfersPerMinute } from './download-limits.rules.ts';
import type { SendFile, Sent } from './send-file.ts';
import { agentOf, coarseNetwork } from './who-fetches.ts';

export type Transfer = {
  door: Door;
  file: ReleaseFile;
  /** Null for a file that everybody may have. */
  entitlement: { entitlement_id: string; account_id: string | null } | null;
  /** The address that asks. */
  peer: string;
  headers?: Record<string, string>;
};

/** Too much is asked for by this account, or this network. */
type TooMany = { retryAfterSeconds: number };

export type Transfers = {
  /** GET and HEAD. A HEAD is no download. */
  send: (request: Request, transfer: Transfer) => Promise<Response | TooMany>;
  /** When everything that was sent is noted. */
  settled: () => Promise<void>;
};

type Deps = {
  database: Pick<ShopDatabase, 'kysely' | 'counters'>;
  storage: Storage;
  sendFile: SendFile;
  log: Pick<Log, 'error'>;
  now: () => Date;
};

const BUSY_SECONDS = 5;

export function createTransfers({ database, storage, sendFile, log, now }: Deps): Transfers {
  const db = database.kysely;
  const limiter = createRateLimiter(database, { name: 'transfers', points: transfersPerMinute, duration: 60 });
  /** Transfers of this process. */
  const atOnce = new Map<string, number>();
  const notes = new Set<Promise<unknown>>();

  function enter(who: string): (() => void) | null {
    const count = atOnce.get(who) ?? 0;
    if (count >= transfersAtOnce) return null;
    atOnce.set(who, count + 1);
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const left = (atOnce.get(who) ?? 1) - 1;
      if (left > 0) atOnce.set(who, left);
      else atOnce.delete(who);
    };
  }

  function note(work: Promise<unknown>) {
    const noted = work
      .catch((error) => log.error({ part: 'api', error: `a download was not noted: ${error}` }))
      .finally(() => notes.delete(noted));
    notes.add(noted);
  }

  async function send(request: Request, transfer: Transfer): Promise<Response | TooMany> {
    const { file, entitlement, peer, headers } = transfer;
    const who = entitlement?.account_id ?? `network ${networkOf(peer)}`;
    const refused = await limiter.consume(who).then(
      () => null,
      (limited: RateLimiterRes) => limited,
    );
    if (refused) return { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1_000) };
    const freeSlot = request.method === 'HEAD' ? () => {} : enter(who);
    if (!freeSlot) return { retryAfterSeconds: BUSY_SECONDS };
    let begun: Promise<string> | null = null;
    let isSending = false;
    function onDone(sent: Sent) {
      freeSlot?.();
      isSending = true;
      note((begun ?? begin(transfer, request)).then((id) => recordSent(db, id, sent, now())));
    }
    try {
      const response = await sendFile(request, {
        storage,
        object: file,
        name: file.path,
        mediaType: file.media_type,
        attachment: true,
        ...(headers && { headers }),
        onDone,
      });
      const hasBody = request.method !== 'HEAD' && (response.status === 200 || response.status === 206);
      // Known before it ends: what breaks off on our side was begun all the same.
      if (hasBody && !isSending) {
        begun = begin(transfer, request);
        note(begun);
      } else freeSlot();
      return response;
    } catch (error) {
      freeSlot();
      throw error;
    }
  }

  function begin({ door, file, entitlement, peer }: Transfer, request: Request): Promise<string> {
    const from = { network: coarseNetwork(peer), agent: agentOf(request.headers.get('user-agent')) };
    return beginDownload(db, { door, file, entitlement, ...from }, now());
  }

  return {
    send,
    async settled() {
      while (notes.size > 0) await Promise.all(notes);
    },
  };
}
