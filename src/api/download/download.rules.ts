// What is kept of a transfer, and when all of a file has gone out. Pure.
import { isIPv4 } from 'node:net';
import { networkOf } from '#platform/http/network-of.ts';

/** First and last byte, both included. */
export type Part = [number, number];

/** Who fetches in smaller pieces, in any order, is no more than a few holes away from the whole. */
const PARTS_MAXIMUM = 64;
const AGENT_MAXIMUM = 200;

/**
 * `parts` with another one, in order and joined where they touch. Of more than are kept the smallest is forgotten: such a download
 * may not be known to be complete, and never is it taken for complete when it is not.
 */
export function withPart(parts: readonly Part[], [first, last]: Part): Part[] {
  if (last < first) return [...parts];
  const joined: Part[] = [];
  for (const [from, to] of [...parts, [first, last] as Part].sort(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else joined.push([from, to]);
  }
  if (joined.length <= PARTS_MAXIMUM) return joined;
  const smallest = joined.reduce((least, part) => (part[1] - part[0] < least[1] - least[0] ? part : least));
  return joined.filter((part) => part !== smallest);
}

/** Whether they are all of a file. */
export function isWhole(parts: readonly Part[], size: number): boolean {
  if (size === 0) return true;
  const [only, more] = parts;
  return !more && only !== undefined && only[0] === 0 && only[1] === size - 1;
}

/** Of an address what a whole neighborhood shares: of IPv4 three numbers of four, of IPv6 what a subscriber has. */
export function coarseNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const network = networkOf(plain);
  return network.includes(':') ? `${network}::/64` : '';
}

/** What a program calls itself, as far as it is kept. */
export function agentOf(userAgent: string | null): string {
  return (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAXIMUM);
}
