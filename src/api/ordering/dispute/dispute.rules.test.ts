import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aLine, anOrder } from '../../../../test/factories/order.ts';
import {
  answerUntil,
  decidedCents,
  disputable,
  leftCents,
  refusalOfOpening,
  resumedUntil,
  defaultDisputeTimes as times,
} from './dispute.rules.ts';
import { dispositionOf, safeFileName, typeOfFile } from './dispute-file.rules.ts';

const paid = new Date('2026-11-01T12:00:00Z');
const day = (count: number) => new Date(paid.getTime() + count * 86_400_000);
const ordered = (line: Parameters<typeof aLine>[0] = {}, more = {}) =>
  anOrder({ paid_at: paid, lines: [aLine({ amount_cents: 10_000, ...line })], ...more });
const refusal = (
  order: ReturnType<typeof ordered>,
  now: Date,
  reason: 'not_delivered' | 'unusable' = 'not_delivered',
) => {
  const [line] = order.lines;
  if (!line) throw new Error('without a line');
  return refusalOfOpening(order, line, { shares: [], reason, now, times })?.code ?? null;
};

describe('[W-10] a line can be disputed', () => {
  test.each([
    [6.9, 'dispute_too_early'],
    [7, null],
    [90, null],
    [90.1, 'dispute_too_late'],
  ])('as not delivered, %s days after it was paid: %s', (days, code) => {
    expect(refusal(ordered(), day(days))).toBe(code);
  });

  test.each([
    [0, null],
    [30, null],
    [30.1, 'dispute_too_late'],
  ])('%s days after it was delivered: %s', (days, code) => {
    const order = ordered({ delivered_at: paid.toISOString() });
    for (const reason of ['not_delivered', 'unusable'] as const) expect(refusal(order, day(days), reason)).toBe(code);
  });

  test('only where something was paid, and is not given back or looked at', () => {
    expect(refusal(ordered(), day(10), 'unusable'), 'not delivered').toBe('dispute_too_early');
    expect(refusal(ordered({ amount_cents: 0 }), day(10))).toBe('nothing_to_dispute');
    expect(refusal(ordered({ refunded_cents: 10_000 }), day(10))).toBe('nothing_to_dispute');
    expect(refusal(ordered({ disputed: true }), day(10))).toBe('dispute_open');
    expect(refusal(ordered({}, { status: 'in_review' }), day(10))).toBe('order_on_hold');
    for (const status of ['pending', 'cancelled', 'expired', 'refunded'] as const)
      expect(refusal(ordered({}, { status }), day(10)), status).toBe('nothing_to_dispute');
    const order = ordered();
    expect(
      disputable(order, aLine({ amount_cents: 500 }), [{ line: 0, state: 'arrived', cents: 500 }], times),
    ).toBeNull();
  });

  test('for what neither a refund nor the bank has taken of it', () => {
    const line = aLine({ amount_cents: 1_000, discount_cents: 100, refunded_cents: 200 });
    expect(leftCents(line, [])).toBe(700);
    expect(leftCents(line, [{ line: 0, state: 'taken', cents: 500 }])).toBe(400);
    expect(leftCents(line, [{ line: 0, state: 'failed', cents: 500 }])).toBe(700);
    expect(leftCents(line, [{ line: 1, state: 'taken', cents: 500 }])).toBe(700);
  });
});

describe('[W-10] a decision', () => {
  test('gives all that is left, a part of it, or nothing', () => {
    expect(decidedCents('buyer', null, 700)).toEqual({ cents: 700 });
    expect(decidedCents('seller', null, 700)).toEqual({ cents: 0 });
    expect(decidedCents('part', 699, 700)).toEqual({ cents: 699 });
    for (const asked of [null, 0, -1, 700, 701])
      expect(decidedCents('part', asked, 700)).toMatchObject({ code: 'line_refund_too_large' });
  });

  test('waits as long as the bank does: what was left of the time is left then', () => {
    const until = answerUntil(paid, times);
    expect(until).toEqual(day(7));
    expect(resumedUntil(until, day(3), day(33))).toEqual(day(37));
  });
});

describe('[W-10] a file of a dispute', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  test('is what its bytes say', () => {
    expect(typeOfFile(bytes('%PDF-1.4'))?.mediaType).toBe('application/pdf');
    expect(typeOfFile(bytes('\u00ff\u00d8\u00ff\u00e0'))?.mediaType).toBe('image/jpeg');
    expect(typeOfFile(bytes('RIFF....WEBPVP8 '))?.mediaType).toBe('image/webp');
    expect(typeOfFile(bytes('....ftypavif'))?.mediaType).toBe('image/avif');
    for (const other of ['', '<svg>', 'GIF89a', ' %PDF-1.4', 'RIFF....WAVE', '....ftypheic'])
      expect(typeOfFile(bytes(other)), other).toBeNull();
  });

  test('has a name that harms nobody, whatever was given', () => {
    const pdf = { mediaType: 'application/pdf', extension: 'pdf' };
    expect(safeFileName('C:\\Photos\\my frogs.PNG', pdf)).toBe('my frogs.pdf');
    expect(safeFileName('', pdf)).toBe('file.pdf');
    expect(safeFileName('Frösche.pdf', pdf)).toBe('Frösche.pdf');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = safeFileName(given, pdf);
        expect(name).toMatch(/^[\p{L}\p{N} _-]{1,80}\.pdf$/u);
        expect(dispositionOf(name)).toMatch(/^attachment; filename="[^"\\\r\n]+"; filename\*=UTF-8''[\x21-\x7e]+$/);
      }),
    );
  });
});
