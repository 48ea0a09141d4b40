import ipaddr from 'ipaddr.js';

/** `inside`: of a private network, of this link, of a cloud's own services, of many at once, or of nothing that is known. */
type Reach = 'public' | 'loopback' | 'inside';

/** Addresses that the whole internet can reach by IPv6: everything else of it is special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Where an address of a machine leads. IPv4 written as IPv6, by whatever translation, is never public: whoever means such a machine can name it as it is.
 */
export function reachOf(address: string): Reach {
  if (!ipaddr.isValid(address)) return 'inside';
  const ip = ipaddr.parse(address);
  const range = ip.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'inside';
  return ip.kind() === 'ipv4' || (ip as ipaddr.IPv6).match(globalUnicast) ? 'public' : 'inside';
}
