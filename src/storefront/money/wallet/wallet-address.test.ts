import { expect, test } from 'vitest';
import { readWalletAddress, walletAddress } from './wallet-address.ts';

const now = new Date('2026-11-23T12:00:00Z');
const read = (query: string) => readWalletAddress(new URLSearchParams(query), now);

test('[W-05] the address says which movements are shown; what makes no sense is this month', () => {
  expect(read('')).toEqual({ kind: null, month: '2026-11', q: '' });
  expect(read('kind=refunds&month=2026-10')).toEqual({ kind: 'refunds', month: '2026-10', q: '' });
  for (const month of ['2026-12', '2026-13', 'november', ''])
    expect(read(`month=${month}&kind=other`)).toEqual(read(''));
});

test('[W-05] a search looks into all months, until one is chosen', () => {
  expect(read('q= BBBB ')).toEqual({ kind: null, month: null, q: 'BBBB' });
  expect(read('q=BBBB&month=2026-10')).toMatchObject({ month: '2026-10' });
});

test('[W-05] what is read from an address leads to the same again', () => {
  const asked = { kind: 'payouts', month: '2026-10', q: 'PO-1 & more' } as const;
  const { search } = new URL(walletAddress('ours', asked), 'http://shop.test');
  expect(read(search)).toEqual(asked);
});
