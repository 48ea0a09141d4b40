// Limits by the address that asks, counted by all processes together: they bound what one address costs and how many
// accounts it can try. What succeeds is given back, so that a busy office behind one address is not slowed down.
import { LRUCache } from 'lru-cache';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '#platform/database/database.ts';
import { networkOf } from '#platform/http/door/network-of.ts';
import { createRateLimiter } from '#platform/http/rate-limiter.ts';
import { countSignIn } from '../metrics.ts';
import { limitExceeded, type ProtocolError, tooManyRequests } from '../protocol/errors.ts';

/** Requests (`points`) in so many seconds. */
export const byAddress = {
  signIns: { points: 1_000, duration: 60 },
  failedProofs: { points: 200, duration: 60 },
  mails: { points: 300, duration: 600 },
  guests: { points: 60, duration: 600 },
};

export type Limits = {
  /** A begun sign-in costs the server a modular power before any password is seen. */
  beginSignIn(address: string): Promise<void>;
  finishSignIn(address: string): void;
  failedProof(address: string): Promise<void>;
  /** Throws while an address has had too many proofs refused. */
  mayProve(address: string): void;
  /** A request that sends a mail, or makes an account. */
  mail(address: string): Promise<void>;
  /** A new identity for somebody who is not signed in. */
  guest(address: string): Promise<void>;
};

/** `mailsPerNetwork`: more or fewer than usual, as the operator says. */
export function createLimits(
  database: Pick<Database<unknown>, 'counters'>,
  { mailsPerNetwork = byAddress.mails.points }: { mailsPerNetwork?: number | undefined } = {},
): Limits {
  const signIns = createRateLimiter(database, { name: 'sign-ins', ...byAddress.signIns });
  const failedProofs = createRateLimiter(database, { name: 'failed proofs', ...byAddress.failedProofs });
  const mails = createRateLimiter(database, { name: 'mails', ...byAddress.mails, points: mailsPerNetwork });
  const guests = createRateLimiter(database, { name: 'guests', ...byAddress.guests });
  // Networks known to this process. To ask the others before every proof would cost each sign-in more than the one wrong proof
  // that each of them may let through.
  const guessing = new LRUCache<string, true>({ max: 10_000 });
  return {
    beginSignIn: (address) => consume(signIns, address, tooManySignIns),
    finishSignIn(address) {
      // Nobody waits for it: what is counted next is counted after it.
      signIns.reward(networkOf(address)).catch(() => {});
    },
    async failedProof(address) {
      const key = networkOf(address);
      // A refusal is for the next request of this address; this one keeps its own answer.
      const count = await failedProofs.consume(key).catch((refused: RateLimiterRes) => refused);
      if (count.consumedPoints >= byAddress.failedProofs.points) guessing.set(key, true, { ttl: count.msBeforeNext });
    },
    mayProve(address) {
      if (guessing.has(networkOf(address))) throw tooManySignIns();
    },
    mail: (address) => consume(mails, address, limitExceeded),
    guest: (address) => consume(guests, address, tooManyRequests),
  };
}

function tooManySignIns(): ProtocolError {
  countSignIn({ outcome: 'limited' });
  return tooManyRequests();
}

async function consume(limiter: RateLimiterAbstract, address: string, refusal: () => ProtocolError) {
  try {
    await limiter.consume(networkOf(address));
  } catch (refused) {
    if ((refused as RateLimiterRes).msBeforeNext === undefined) throw refused;
    throw refusal();
  }
}
