import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { begunMinutes, drawMinutes, minutesInOutages, warnAt } from './hours.rules.ts';

const start = new Date('2026-11-22T12:00:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

describe('[G-13] each minute that has begun counts', () => {
  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
    [60, 1],
    [60.001, 2],
    [3_600, 60],
  ])('after %d seconds: %d', (seconds, minutes) => expect(begunMinutes(start, at(seconds))).toBe(minutes));
});

describe('[G-13] where minutes are taken from', () => {
  const balances = [
    { entitlementId: 'a', minutes: 5, expiresAt: null, grantedAt: start },
    { entitlementId: 'b', minutes: 5, expiresAt: at(150), grantedAt: start },
  ];

  test('what expires first is used first, and not after that', () => {
    expect(drawMinutes({ startedAt: start, counted: 0, entitlementId: 'own' }, at(300), balances)).toEqual({
      draws: [
        { entitlementId: 'b', minutes: 3 },
        { entitlementId: 'a', minutes: 2 },
      ],
      counted: 5,
      ranOutAt: null,
    });
  });

  test('it ends when nothing is left', () => {
    expect(drawMinutes({ startedAt: start, counted: 0, entitlementId: 'own' }, at(3_000), balances)).toMatchObject({
      counted: 8,
      ranOutAt: at(480),
    });
  });

  test('counted in whatever steps it is the same', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), (seconds, a, b) => {
        const given = [
          { entitlementId: 'a', minutes: a, expiresAt: null, grantedAt: start },
          { entitlementId: 'b', minutes: b, expiresAt: at(600), grantedAt: start },
        ];
        let counted = 0;
        let now = 0;
        let left = given;
        for (const step of seconds) {
          now += step;
          const drawn = drawMinutes({ startedAt: start, counted, entitlementId: 'own' }, at(now), left);
          counted = drawn.counted;
          left = left.map((balance) => ({
            ...balance,
            minutes:
              balance.minutes -
              drawn.draws
                .filter(({ entitlementId }) => entitlementId === balance.entitlementId)
                .reduce((sum, { minutes }) => sum + minutes, 0),
          }));
          if (drawn.ranOutAt) break;
        }
        expect(counted).toBe(
          drawMinutes({ startedAt: start, counted: 0, entitlementId: 'own' }, at(now), given).counted,
        );
      }),
    );
  });
});

test('[G-13] a minute that was touched by outages comes back once', () => {
  expect(minutesInOutages(start, 10, [{ from: at(90), to: at(150) }])).toBe(2);
  expect(minutesInOutages(start, 10, [{ from: at(-90), to: at(9_999) }])).toBe(10);
  expect(minutesInOutages(start, 10, [{ from: at(601), to: at(9_999) }])).toBe(0);
  const outage = fc.tuple(fc.integer({ min: -500, max: 1_500 }), fc.integer({ min: 1, max: 600 }));
  fc.assert(
    fc.property(fc.array(outage, { maxLength: 6 }), fc.integer({ min: 0, max: 20 }), (given, counted) => {
      const outages = given.map(([from, long]) => ({ from: at(from), to: at(from + long) }));
      const touched = Array.from({ length: counted }, (_, minute) =>
        outages.some(({ from, to }) => from < at(minute * 60 + 60) && to > at(minute * 60)),
      ).filter(Boolean).length;
      expect(minutesInOutages(start, counted, outages)).toBe(touched);
    }),
  );
});

test('[G-13] a buyer is warned in time', () => {
  expect([10, 60, 120, 600, 6_000].map(warnAt)).toEqual([5, 30, 30, 60, 600]);
});
