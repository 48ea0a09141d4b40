// Checks of the books, the figures, the coupons and the storage. What is done resolves with what went wrong, in words, or with nothing.
import { selected, useApi } from '#client/query/use-api.ts';
import type { ShopCheck, ShopCheckResult } from '#contract/operations/integrity-check.schema.ts';
import type { CheckName } from '#contract/operations/integrity-check.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

const EVERY_MS = 30_000;
const RUNNING_MS = 1_500;

export function useChecks(): Loaded<ShopCheck[]> {
  const checks = useApi('/admin/check', { every: (value) => everyMs(value?.items ?? []) });
  return selected(checks, ({ items }) => items);
}

export function useCheck(name: CheckName): Loaded<ShopCheckResult> {
  return useApi('/admin/check/{check}', {
    params: { path: { check: name } },
    every: (value) => everyMs(value ? [value] : []),
  });
}

/** Twice a minute while somebody looks, and without waiting long for what a check under way has found. */
function everyMs(checks: ReadonlyArray<Pick<ShopCheck, 'running'>>): number {
  return checks.some(({ running }) => running !== null) ? RUNNING_MS : EVERY_MS;
}

export const checkNow = (name: CheckName) =>
  attempt((api) => api.post('/admin/check/{check}', { params: { path: { check: name } } }));
export const putFiguresRight = () => attempt((api) => api.post('/admin/check/figures/repair'));
