import { expect, test } from 'vitest';
import { requestBody, requestNow } from './provision-request.rules.ts';

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 22) + hours * 60 * 60_000);
const entitlement = {
  ...{ entitlement_id: 'e', account_id: 'jane', seller_id: 'ours', product_id: 'bird', product_version: 1 },
  ...{ quantity: 1, selected_options: [] },
};
/** Asked for at hour 0, and bought for a day. */
const body = (until: Date | null = hour(24)) =>
  requestBody(
    { type: 'access.grant', id: 'prv_1', at: hour(0) },
    entitlement,
    until ? { valid_until: until.toISOString() } : {},
  );
const goods = (within_minutes: number) => ({ access: { by: 'endpoint' as const, within_minutes, valid_days: 1 } });

test('[G-12] in time an endpoint is told the same at each attempt, and afterwards a whole day from then on', () => {
  const asked = { body: body(), promised_at: hour(1), goods: goods(60), expires_at: null };
  expect(requestNow(asked, hour(1))).toEqual({ body: body(), until: hour(24) });
  expect(requestNow(asked, hour(2))).toEqual({ body: body(hour(26)), until: hour(26) });
  expect(requestNow(asked, hour(40))).toEqual({ body: body(hour(64)), until: hour(64) });
});

test('[G-12] access that was promised for later than its end is not over before it is there', () => {
  const asked = { body: body(), promised_at: hour(48), goods: goods(48 * 60), expires_at: null };
  expect(requestNow(asked, hour(23)).until).toEqual(hour(24));
  expect(requestNow(asked, hour(30))).toEqual({ body: body(hour(54)), until: hour(54) });
});

test('[G-12] what was given until some day ends then, and what has no end is told none', () => {
  const given = { body: body(), promised_at: hour(1), goods: goods(60), expires_at: hour(30) };
  expect(requestNow(given, hour(20)).until).toEqual(hour(30));
  const { valid_days: _, ...access } = goods(60).access;
  const undated = { ...given, goods: { access } };
  expect(requestNow(undated, hour(20))).toEqual({ body: body(), until: hour(24) });
  expect(requestNow({ ...given, body: body(null) }, hour(20))).toEqual({ body: body(null), until: null });
});
