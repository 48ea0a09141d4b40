// The short run of `npm run fuzz`, with the same requests each time.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeLastingDatabase } from '../../database/lasting-database.ts';
import { openPaymentsDatabase } from '../../parts/payments.ts';
import { type OpenShop, openShop } from '../../security/open-shop.ts';
import { type FuzzReport, runFuzz } from './run-fuzz.ts';

const requests = { seed: 20_261_125, count: 1_500 };

let shop: OpenShop;
let report: FuzzReport;
const closing: Array<() => unknown> = [];

beforeAll(async () => {
  const lasting = await makeLastingDatabase();
  const payments = await openPaymentsDatabase();
  closing.unshift(lasting.drop, payments.close);
  shop = await openShop({ databaseUrl: lasting.databaseUrl, dump: inject('prepared') });
  closing.unshift(shop.stop);
  report = await runFuzz(shop, { ...requests, payments });
}, 120_000);
afterAll(async () => {
  for (const close of closing) await close();
});

test('no hostile request is a fault of the shop’s own, hangs, becomes markup or is told of the inside', () => {
  expect(report.requests).toBe(requests.count);
  expect(report.findings).toEqual([]);
  expect(shop.faults()).toEqual([]);
});

test('the hostile requests reach what they are meant for: every part has answered both success and refusal', () => {
  const areas = new Set(report.answers.map(({ area }) => area));
  expect([...areas].sort()).toEqual([
    'api',
    'file',
    'hosted login',
    'identity',
    'outbox',
    'page',
    'payment API',
    'payment page',
    'payout page',
  ]);
  for (const area of ['api', 'hosted login', 'identity', 'page', 'payment API', 'payment page', 'payout page']) {
    const statuses = report.answers.filter((answer) => answer.area === area).map(({ status }) => Number(status));
    expect(Math.min(...statuses), area).toBeLessThan(400);
    expect(Math.max(...statuses), area).toBeGreaterThanOrEqual(400);
  }
});
