import { z } from 'zod';

/** Origin of a token, as it says itself: `sessionId` is its origin_jti. */
export type TokenOrigin = { userId: string; sessionId: string | null; since: Date };

/** Clocks differ, and a token is taken a little longer than it says (authenticate.ts). */
const SPARE_MS = 60_000;

/** One answer of the account service: all that is new since `cursor` was handed out. */
export const revocationsSchema = z.object({
  cursor: z.string(),
  token_seconds: z.number(),
  sessions: z.array(z.object({ id: z.string(), at: z.number() })),
  accounts: z.array(z.object({ id: z.string(), at: z.number(), deleted: z.boolean() })),
});

/** Sign-ins and accounts that have ended, in memory; a sign-in for as long as a token of it could still be good. */
export function createRevocationList() {
  const sessions = new Map<string, number>();
  const accounts = new Map<string, { at: number; deleted: boolean }>();

  return {
    /** Answers the accounts that have ended since. News may hold what was told before, and an account more than once: disabled, then deleted. */
    add(news: z.infer<typeof revocationsSchema>): Array<{ id: string; deleted: boolean }> {
      for (const { id, at } of news.sessions) sessions.set(id, at);
      const ended = new Map<string, boolean>();
      for (const { id, at, deleted } of news.accounts) {
        const known = accounts.get(id);
        if (known && known.at >= at && (known.deleted || !deleted)) continue;
        accounts.set(id, { at: Math.max(at, known?.at ?? 0), deleted: deleted || known?.deleted === true });
        ended.set(id, deleted || ended.get(id) === true);
      }
      const expired = Date.now() - news.token_seconds * 1_000 - SPARE_MS;
      for (const [id, at] of sessions) if (at < expired) sessions.delete(id);
      return [...ended].map(([id, deleted]) => ({ id, deleted }));
    },
    /** 'suspended': its account is there, and open to nobody. */
    has({ userId, sessionId, since }: TokenOrigin): boolean | 'suspended' {
      const ended = accounts.get(userId);
      // A disabled account that was enabled again has newer tokens.
      if (ended && since.getTime() < ended.at) return ended.deleted ? true : 'suspended';
      return sessionId !== null && sessions.has(sessionId);
    },
  };
}
