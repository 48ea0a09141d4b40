import { isIPv6 } from 'node:net';

/** Groups, out of the eight of an IPv6 address, that a subscriber is given: a /64. */
const NETWORK_GROUPS = 4;

/** Whom an address counts as. One subscriber has more addresses of IPv6 than can be counted, all in one network. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [front = [], back] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const left = back ? Array<string>(8 - front.length - back.length).fill('0') : [];
  const groups = [...front, ...left, ...(back ?? [])].slice(0, NETWORK_GROUPS);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
