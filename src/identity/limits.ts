// Limits by the address that asks, counted in this process: they bound what one address costs and how many accounts it
// can try. What succeeds is given back, so that a busy office behind one address is not slowed down.
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { limitExceeded, type ProtocolError, tooManyRequests } from './errors.ts';

/** Requests (`points`) in so many seconds. */
export const byAddress = {
  signIns: { points: 1_000, duration: 60 },
  failedProofs: { points: 200, duration: 60 },
  mails: { points: 300, duration: 600 },
  guests: { points: 60, duration: 600 },
};

/** Of the eight groups of an IPv6 address: what a subscriber is given, a /64. */
const NETWORK_GROUPS = 4;

export type Limits = {
  /** A begun sign-in costs the server a modular power before any password is seen. */
  beginSignIn(address: string): Promise<void>;
  finishSignIn(address: string): Promise<void>;
  failedProof(address: string): Promise<void>;
  /** Throws while an address has had too many proofs refused. */
  mayProve(address: string): Promise<void>;
  /** A request that sends a mail, or makes an account. */
  mail(address: string): Promise<void>;
  /** A new identity for somebody who is not signed in. */
  guest(address: string): Promise<void>;
};

export function createLimits(): Limits {
  const signIns = new RateLimiterMemory(byAddress.signIns);
  const failedProofs = new RateLimiterMemory(byAddress.failedProofs);
  const mails = new RateLimiterMemory(byAddress.mails);
  const guests = new RateLimiterMemory(byAddress.guests);
  return {
    beginSignIn: (address) => consume(signIns, address, tooManyRequests),
    async finishSignIn(address) {
      await signIns.reward(networkOf(address));
    },
    async failedProof(address) {
      await failedProofs.consume(networkOf(address)).catch(() => {
        // The next request of this address is refused; this one keeps its own answer.
      });
    },
    async mayProve(address) {
      const used = await failedProofs.get(networkOf(address));
      if (used && used.consumedPoints >= byAddress.failedProofs.points) throw tooManyRequests();
    },
    mail: (address) => consume(mails, address, limitExceeded),
    guest: (address) => consume(guests, address, tooManyRequests),
  };
}

async function consume(limiter: RateLimiterMemory, address: string, refusal: () => ProtocolError) {
  try {
    await limiter.consume(networkOf(address));
  } catch (refused) {
    if ((refused as RateLimiterRes).msBeforeNext === undefined) throw refused;
    throw refusal();
  }
}

/** Whom an address counts as. One subscriber has more addresses of IPv6 than can be counted, all in one network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [front = [], back] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = back ? Array<string>(8 - front.length - back.length).fill('0') : [];
  const groups = [...front, ...left, ...(back ?? [])].slice(0, NETWORK_GROUPS);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
