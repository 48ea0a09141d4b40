// Sign-ins and accounts that ended before their ID tokens did. A token is verified by the issuer's keys alone; this list, kept
// in memory, takes back what they still say.
import { z } from 'zod';
import type { Log } from '#platform/observability/log.ts';

/** What a token tells of where it comes from: `sessionId` is its origin_jti. */
export type TokenOrigin = { userId: string; sessionId: string | null; since: Date };

export type Revocations = {
  /**
   * Whether a token that is valid otherwise is good no more. Throws while nobody knows: when the list could not be had for
   * half a minute.
   */
  isRevoked(token: TokenOrigin): Promise<boolean>;
  /** Asks the account service now; call it when it is known that there is news. */
  refresh(): Promise<void>;
  close(): void;
};

const POLL_MS = 2_000;
/** So long the last list is believed while the account service does not answer. */
const BELIEVED_MS = 30_000;
/** Clocks differ, and a token is taken a little longer than it says (authenticate.ts). */
const SPARE_MS = 60_000;

const listSchema = z.object({
  cursor: z.string(),
  token_seconds: z.number(),
  sessions: z.array(z.object({ id: z.string(), at: z.number() })),
  accounts: z.array(z.object({ id: z.string(), at: z.number() })),
});

/**
 * Follows the revocations of the embedded account service: `fetchRevocations` answers `GET /revocations?after=CURSOR`. The list is asked for
 * at once, then every `pollMs`.
 *
 * `onAccountEnded` is called with the ids (sub) of accounts that were deleted or disabled. Every process calls it, and a process
 * that starts is told of all accounts that ended in the last thirty days: what it does must bear being done again. When it
 * fails, it is called again with the next list.
 */
export function followRevocations(options: {
  fetchRevocations: (request: Request) => Response | Promise<Response>;
  onAccountEnded?: (userIds: string[]) => void | Promise<void>;
  log: Log;
  pollMs?: number;
  believedMs?: number;
}): Revocations {
  const { fetchRevocations, onAccountEnded = () => {}, log } = options;
  const sessions = new Map<string, number>();
  const accounts = new Map<string, number>();
  const untold = new Set<string>();
  let cursor: string | null = null;
  let listedAt: number | null = null;
  let asking: Promise<void> | null = null;
  let isAway = false;

  async function ask(): Promise<void> {
    const askedAt = performance.now();
    try {
      const query = cursor === null ? '' : `?after=${cursor}`;
      const response = await fetchRevocations(new Request(`http://accounts/revocations${query}`));
      if (!response.ok) throw new Error(`the account service answered ${response.status}`);
      take(listSchema.parse(await response.json()));
      listedAt = askedAt;
      isAway = false;
    } catch (error) {
      // Once for each outage: a line every two seconds would hide the others.
      if (!isAway) log.warn({ part: 'api', error: String(error) }, 'the list of ended sign-ins could not be had');
      isAway = true;
    }
    await tell();
  }

  function take(list: z.infer<typeof listSchema>) {
    cursor = list.cursor;
    for (const { id, at } of list.sessions) sessions.set(id, at);
    for (const { id, at } of list.accounts) {
      if (accounts.get(id) !== at) untold.add(id);
      accounts.set(id, at);
    }
    const ended = Date.now() - list.token_seconds * 1_000 - SPARE_MS;
    for (const [id, at] of sessions) if (at < ended) sessions.delete(id);
  }

  async function tell() {
    if (untold.size === 0) return;
    const userIds = [...untold];
    try {
      await onAccountEnded(userIds);
      for (const id of userIds) untold.delete(id);
    } catch (error) {
      log.error({ part: 'api', error: (error as Error).stack }, 'what follows the end of an account failed');
    }
  }

  /** One question at a time, so that an older answer never follows a newer one; a call meanwhile asks once more. */
  async function refresh(): Promise<void> {
    const before = asking;
    const mine = (async () => {
      await before;
      await ask();
    })();
    asking = mine;
    await mine;
    if (asking === mine) asking = null;
  }

  const isFresh = () => listedAt !== null && performance.now() - listedAt < (options.believedMs ?? BELIEVED_MS);
  const timer = setInterval(() => asking ?? void refresh(), options.pollMs ?? POLL_MS);
  timer.unref();
  void refresh();

  return {
    async isRevoked({ userId, sessionId, since }) {
      if (!isFresh()) await (asking ?? refresh());
      if (!isFresh()) throw new Error('the list of ended sign-ins is too old');
      if (sessionId !== null && sessions.has(sessionId)) return true;
      const endedAt = accounts.get(userId);
      // A disabled account that was enabled again has newer tokens.
      return endedAt !== undefined && since.getTime() < endedAt;
    },
    refresh,
    close: () => clearInterval(timer),
  };
}
