// Sign-ins and accounts that ended before their ID tokens did. A token is verified by the issuer's keys alone; this list, held
// in memory, takes back what they still say.
import { createRefresher } from '#platform/jobs/refresher.ts';
import type { Log } from '#platform/observability/log.ts';
import { createRevocationList, revocationsSchema, type TokenOrigin } from './revocation-list.ts';

export type Revocations = {
  /**
   * True if a token that is valid otherwise is good no more. Throws while nobody knows: when the list could not be had for half a minute.
   */
  isRevoked(token: TokenOrigin): Promise<boolean | 'suspended'>;
  /** Asks the account service now; call it when it is known that there is news. */
  refresh(): Promise<void>;
  close(): void;
};

const POLL_MS = 2_000;
/** So long the last list is believed while the account service does not answer. */
const BELIEVED_MS = 30_000;

/**
 * Follows the revocations of the embedded account service: `fetchRevocations` answers `GET /revocations?after=CURSOR`. The list is asked for
 * at once, then every `pollMs`.
 *
 * `onAccountEnded` is called with the ids (sub) of accounts that were deleted or disabled, `onAccountDeleted` with those that were deleted. Every
 * process calls them, and a process that starts is told of all accounts that ended in the last thirty days: what they do must bear being done
 * again. When one fails, both are called again with the next list.
 */
export function followRevocations(options: {
  fetchRevocations: (request: Request) => Response | Promise<Response>;
  onAccountEnded?: (userIds: string[]) => void | Promise<void>;
  onAccountDeleted?: (userIds: string[]) => void | Promise<void>;
  log: Log;
  pollMs?: number;
  believedMs?: number;
}): Revocations {
  const { fetchRevocations, onAccountEnded = () => {}, onAccountDeleted = () => {}, log } = options;
  const list = createRevocationList();
  /** Accounts that have ended and of which nobody was told yet, and whether they were deleted. */
  const untold = new Map<string, boolean>();
  let cursor: string | null = null;
  let listedAt: number | null = null;
  let isAway = false;

  async function ask(): Promise<void> {
    const askedAt = performance.now();
    try {
      const query = cursor === null ? '' : `?after=${cursor}`;
      const response = await fetchRevocations(new Request(`http://accounts/revocations${query}`));
      if (!response.ok) throw new Error(`the account service answered ${response.status}`);
      const news = revocationsSchema.parse(await response.json());
      for (const { id, deleted } of list.add(news)) untold.set(id, deleted);
      cursor = news.cursor;
      listedAt = askedAt;
      isAway = false;
    } catch (error) {
      // Once for each outage: a line every two seconds would hide the others.
      if (!isAway) log.warn({ part: 'api', error: String(error) }, 'the list of ended sign-ins could not be had');
      isAway = true;
    }
    await notifyEnded();
  }

  async function notifyEnded() {
    if (untold.size === 0) return;
    const userIds = [...untold.keys()];
    const deleted = userIds.filter((id) => untold.get(id));
    try {
      // Data of deleted accounts becomes nobody's before anything of it is ended.
      if (deleted.length > 0) await onAccountDeleted(deleted);
      await onAccountEnded(userIds);
      for (const id of userIds) untold.delete(id);
    } catch (error) {
      log.error({ part: 'api', error: (error as Error).stack }, 'what follows the end of an account failed');
    }
  }

  const isFresh = () => listedAt !== null && performance.now() - listedAt < (options.believedMs ?? BELIEVED_MS);
  const { refresh, settled, close } = createRefresher(ask, options.pollMs ?? POLL_MS);
  void refresh();

  return {
    async isRevoked(token) {
      if (!isFresh()) await settled();
      if (!isFresh()) throw new Error('the list of ended sign-ins is too old');
      return list.has(token);
    },
    refresh,
    close,
  };
}
