import { expect, test } from 'vitest';
import type { ShopDatabase } from '../../schema/db.ts';
import { createReadLibraryToken } from './read-library-token.ts';

test('all addresses of one network of IPv6 count together', async () => {
  // Callers without a token are looked up nowhere.
  const database = { counters: null } as unknown as ShopDatabase;
  const readToken = createReadLibraryToken({ database, origin: 'https://shop.example', now: () => new Date() });
  const ask = (peer: string) => readToken(new Request('https://shop.example/api/models/a/b'), peer);
  for (let number = 0; number < 600; number++) expect(await ask(`2001:db8::${number.toString(16)}`)).toBeNull();
  await expect(ask('2001:db8::ffff')).rejects.toMatchObject({ status: 429 });
  expect(await ask('2001:db8:0:1::1')).toBeNull();
});
