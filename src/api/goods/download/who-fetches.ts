// Facts saved of a file's reader: enough to know one's own downloads again, and not where somebody lives.
import { isIPv4 } from 'node:net';
import { networkOf } from '#platform/http/door/network-of.ts';

const AGENT_MAXIMUM = 200;

/** The part of an address that a whole neighborhood shares: of IPv4 three numbers of four, of IPv6 what a subscriber has. */
export function coarseNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const network = networkOf(plain);
  return network.includes(':') ? `${network}::/64` : '';
}

/** The name that a program gives itself, as far as it is saved. */
export function agentOf(userAgent: string | null): string {
  return (userAgent ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, AGENT_MAXIMUM);
}
