import fc from 'fast-check';
import { anyOf, hostileSegment, likely } from './hostile-values.ts';
import type { Probe } from './probe.ts';

const names = [
  'style.css',
  'refresh.js',
  'newest',
  '20261120T093100123Z-0b0e7c3a-0000-4000-8000-000000000000',
  '..',
  'secrets.key',
];

/** The page of a trial installation that shows its mails. */
export function outboxProbes(): fc.Arbitrary<Probe> {
  return fc.gen().map((g): Probe => {
    const name = g(likely, 0.4) ? g(anyOf, names) : g(hostileSegment);
    return {
      area: 'outbox',
      route: '/outbox/{name}',
      method: g(likely, 0.9) ? 'GET' : g(anyOf, ['POST', 'PUT', 'DELETE', 'HEAD']),
      path: `/outbox/${name}${g(anyOf, ['', '/body', '/message.eml', '/x'])}${g(likely, 0.8) ? '?key=key' : ''}`,
      headers: { host: 'localhost' },
      body: null,
    };
  });
}
