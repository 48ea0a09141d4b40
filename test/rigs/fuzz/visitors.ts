// Senders of the requests: nobody in particular, customers of every role, and people with tokens that do not hold.
import fc from 'fast-check';
import type { Role, Tokens } from '../../security/open-shop.ts';
import { foreignHost, hostileText, longRun, marker } from './hostile-values.ts';

export type SignedIn = Record<Role, Tokens>;

export type Visitors = ReturnType<typeof createVisitors>;

export function createVisitors(signedIn: SignedIn) {
  const tokens = Object.values(signedIn);
  const refused = [
    'Bearer',
    'Bearer ',
    'Bearer x.y.z',
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Basic dXNlcjpwYXNz',
    `Bearer ${signedIn.buyer.access}`,
    `Bearer ${signedIn.buyer.id.slice(0, -4)}AAAA`,
    `Bearer ${signedIn.buyer.id} ${signedIn.other.id}`,
    `Bearer ${'a'.repeat(6_000)}`,
  ];
  return {
    tokens,
    /** Headers that say who asks, and from which address. */
    headers: (): fc.Arbitrary<Record<string, string>> =>
      fc
        .record({
          who: fc.oneof(
            { weight: 6, arbitrary: fc.constantFrom(...tokens.map(({ id }) => `Bearer ${id}`)) },
            { weight: 2, arbitrary: fc.constant(null) },
            { weight: 1, arbitrary: fc.constantFrom(...refused) },
          ),
          address: fc.ipV4(),
        })
        .map(({ who, address }) => ({ 'x-forwarded-for': address, ...(who !== null && { authorization: who }) })),
  };
}

/** Now and then a header that a visitor may send as they like. Values are what a header line can hold. */
export function oddHeaders(): fc.Arbitrary<Record<string, string>> {
  const odd = fc
    .record({
      name: fc.constantFrom(
        'accept',
        'accept-encoding',
        'accept-language',
        'cookie',
        'if-none-match',
        'if-modified-since',
        'range',
        'origin',
        'referer',
        'user-agent',
        'x-request-id',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'forwarded',
        'x-http-method-override',
        'x-xsrf-token',
        'idempotency-key',
        'traceparent',
      ),
      value: fc.oneof(
        hostileText(),
        longRun(7_900),
        longRun(7_900).map((run) => `bytes=${run.slice(1)}`),
        fc.constantFrom(
          foreignHost,
          `https://${foreignHost}`,
          'null',
          '*',
          'bytes=0-1,5-',
          'bytes=-1',
          'bytes=9999999999-',
          'br;q=0, gzip;q=0',
          'hearth_login=x; XSRF-TOKEN=%',
          `hearth_login=${marker}`,
          '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        ),
      ),
    })
    .map(
      ({ name, value }): Record<string, string> => ({
        [name]: value
          .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
          .trim()
          .slice(0, 8_000),
      }),
    );
  const host = fc.constantFrom(
    foreignHost,
    '127.0.0.1:80',
    '[::1]',
    '[::1',
    'a b',
    '',
    'localhost:99999',
    'a/b',
    '0x',
    '1.2.3.256',
    '99999999999999999999',
  );
  return fc.oneof(
    { weight: 14, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: odd },
    { weight: 1, arbitrary: host.map((name): Record<string, string> => ({ host: name })) },
  );
}
