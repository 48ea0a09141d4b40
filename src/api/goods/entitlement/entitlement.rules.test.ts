// Entitlement as a table: what was granted, what became of it, and what may be had.
import { describe, expect, test } from 'vitest';
import {
  type Entitled,
  type KnownRelease,
  mayDownload,
  mayUse,
  reachedReleases,
  statusOf,
} from './entitlement.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const bought = new Date('2026-01-10T12:00:00Z');

const paid = { status: 'paid' as const, resume_status: null, is_going_back: false };
const entitled = (change: Partial<Entitled> = {}): Entitled => ({
  product_id: 'voices',
  edition: '',
  goods: { files: { release: 'r2', updates: 'none' } },
  granted_at: bought,
  expires_at: null,
  withdrawn_at: null,
  order: paid,
  ...change,
});

const release = (number: number, published: string | null, change: Partial<KnownRelease> = {}): KnownRelease => ({
  release_id: `r${number}`,
  product_id: 'voices',
  edition: '',
  number,
  published_at: published === null ? null : new Date(published),
  ...change,
});
const releases = [
  release(1, '2025-06-01'),
  release(2, '2026-01-01'),
  release(3, '2026-06-01'),
  release(4, '2027-06-01'),
  release(5, null),
  release(6, '2026-07-01', { product_id: 'another', release_id: 'foreign' }),
  release(7, '2026-07-01', { edition: '[["Seats","5"]]', release_id: 'team' }),
];

describe('[G-02] what an entitlement is worth', () => {
  const past = new Date('2026-11-01');
  test.each<[string, Partial<Entitled>, string]>([
    ['a paid order', {}, 'active'],
    ['a delivered order', { order: { ...paid, status: 'fulfilled' } }, 'active'],
    ['a gift', { order: null }, 'active'],
    ['the money back', { order: { ...paid, status: 'refunded' } }, 'refunded'],
    ['the money on its way back', { order: { ...paid, is_going_back: true } }, 'refunded'],
    ['a payment that is disputed', { order: { ...paid, status: 'in_review', resume_status: 'paid' } }, 'on_hold'],
    ['an order that was never paid', { order: { ...paid, status: 'pending' } }, 'withdrawn'],
    ['an order that was cancelled', { order: { ...paid, status: 'cancelled' } }, 'withdrawn'],
    ['withdrawn by the operator', { withdrawn_at: past }, 'withdrawn'],
    ['a gift that was withdrawn', { order: null, withdrawn_at: past }, 'withdrawn'],
    ['until yesterday', { expires_at: past }, 'expired'],
    ['until this moment', { expires_at: now }, 'expired'],
    ['until tomorrow', { expires_at: new Date('2026-11-23') }, 'active'],
    ['expired and refunded', { expires_at: past, order: { ...paid, status: 'refunded' } }, 'refunded'],
    ['withdrawn and refunded', { withdrawn_at: past, order: { ...paid, is_going_back: true } }, 'refunded'],
  ])('%s', (_what, change, standing) => {
    expect(statusOf(entitled(change), now)).toBe(standing);
    expect(mayUse(entitled(change), 'files', now)).toBe(standing === 'active');
  });

  test('what was not promised is not there', () => {
    expect(mayUse(entitled(), 'keys', now)).toBe(false);
    expect(mayUse(entitled({ goods: {} }), 'files', now)).toBe(false);
  });
});

describe('[G-10] the releases that a buyer reaches', () => {
  test.each<[string, Entitled['goods'], string[]]>([
    ['the bought one alone', { files: { release: 'r2', updates: 'none' } }, ['r2']],
    ['those of a year', { files: { release: 'r2', updates: 'year' } }, ['r3', 'r2']],
    ['all later ones', { files: { release: 'r2', updates: 'free' } }, ['r4', 'r3', 'r2']],
    ['bought before there was one', { files: { updates: 'none' } }, ['r1']],
    ['bought before there was one, later ones too', { files: { updates: 'free' } }, ['r4', 'r3', 'r2', 'r1']],
    ["another product's release", { files: { release: 'foreign', updates: 'none' } }, ['r1']],
    ['no files', { keys: { source: 'list' } }, []],
  ])('%s', (_what, goods, reached) => {
    expect(reachedReleases(entitled({ goods }), releases).map(({ release_id }) => release_id)).toEqual(reached);
  });

  test('of a variant with goods of its own', () => {
    const team = entitled({ edition: '[["Seats","5"]]', goods: { files: { release: 'team', updates: 'free' } } });
    expect(reachedReleases(team, releases).map(({ release_id }) => release_id)).toEqual(['team']);
  });

  test('the old version stays, and goes with the money', () => {
    const updates = entitled({ goods: { files: { release: 'r2', updates: 'free' } } });
    const [, second, third, , unpublished] = releases as [
      KnownRelease,
      KnownRelease,
      KnownRelease,
      KnownRelease,
      KnownRelease,
    ];
    expect(mayDownload(updates, second, releases, now)).toBe(true);
    expect(mayDownload(updates, third, releases, now)).toBe(true);
    expect(mayDownload(updates, unpublished, releases, now)).toBe(false);
    expect(mayDownload(entitled(), third, releases, now)).toBe(false);
    expect(mayDownload({ ...updates, order: { ...paid, is_going_back: true } }, second, releases, now)).toBe(false);
  });
});
