import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf, readAddress } from './request-address.ts';

test.each([
  ['/', '/'],
  ['/products/keyword/a.b?sort=name&utm=%2e%2e', '/products/keyword/a.b?sort=name&utm=%2e%2e'],
  ['/assets/../identity', '/identity'],
  ['/assets/%2E%2e/identity', '/identity'],
  ['/assets/.%2e/identity', '/identity'],
  ['/%61pi/%68ealth', '/api/health'],
  ['/../..', '/'],
  ['/a/./b/.', '/a/b/'],
  ['/a/..b/...', '/a/..b/...'],
  ['/a%2F..%2Fb', '/a%2F..%2Fb'],
  ['//identity', '//identity'],
  ['https://elsewhere.example/a?b', '/a?b'],
  ['/a#b', '/a'],
  ['/é', '/%C3%A9'],
  ['/100%', '/100%'],
])('%s is read as %s', (target, address) => {
  expect(readAddress(target)).toBe(address);
});

test.each(['', '*', 'identity', '/assets\\..\\identity', 'http://', 'ftp://a/b', 'shop:443'])(
  '%s is no address of a site',
  (target) => {
    expect(readAddress(target)).toBeNull();
  },
);

test('what was read once is read the same again, by the URL standard too', () => {
  const sign = fc.constantFrom('/', '.', '..', '%2e', '%2F', '%5c', 'a', '%61', '?', '#', ';', '%', 'é', '\\', '%zz');
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
      const address = readAddress(`/${signs.join('')}`);
      if (address === null) return;
      expect(readAddress(address)).toBe(address);
      expect(new URL(`http://site${address}`).pathname).toBe(pathOf(address));
      expect(pathOf(`http://site${address}`)).toBe(pathOf(address));
    }),
    { numRuns: 2_000 },
  );
});
