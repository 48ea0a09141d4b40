import { expect, test } from 'vitest';
import { orderText } from '../scripts/order/show-order.ts';

test('[G-14] an order that is shown says what its buyer has downloaded, before anybody gives the money back', () => {
  const at = new Date('2026-11-23T05:12:00Z');
  const had = { order_id: 'AS3YCQMDH889', line: 0, started: 3, completed: 2, files: 3, last_at: at };
  const record = {
    order: { order_id: 'AS3YCQMDH889', status: 'fulfilled', created_at: at, expires_at: at, payment_method: 'card' },
    lines: [],
    downloads: [had],
    refunds: [],
    disputes: [],
    mails: [],
    history: [],
  };
  expect(orderText(record as never)).toMatch(/^Downloads\n {2}Line 0 {2}2 of 3 files downloaded.*2026-11-23 05:12/m);
});
