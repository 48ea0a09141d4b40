// Checks of the books, the figures, the coupons and the storage. What is done resolves with what went wrong, in words, or with nothing.
import { useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { ShopCheck, ShopCheckResult } from '#contract/operations/shop-check.schema.ts';
import type { CheckName } from '#contract/operations/shop-check.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

const EVERY_MS = 30_000;
const RUNNING_MS = 1_500;

export function useChecks(): Loaded<ShopCheck[]> {
  const checks = useLoaded(async () => (await createBrowserApi().get('/admin/check', { asUser: true })).items);
  useAskedAgain(checks.reload, checks.value?.some(({ running }) => running !== null) ?? false);
  return checks;
}

export function useCheck(name: CheckName): Loaded<ShopCheckResult> {
  const check = useLoaded(() =>
    createBrowserApi().get('/admin/check/{check}', { params: { path: { check: name } }, asUser: true }),
  );
  useAskedAgain(check.reload, check.value?.running != null);
  return check;
}

/** Twice a minute while somebody looks, and without waiting long for what a check under way has found. */
function useAskedAgain(reload: () => Promise<void>, isRunning: boolean): void {
  useEffect(() => {
    const everyMs = isRunning ? RUNNING_MS : EVERY_MS;
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload, isRunning]);
}

export const checkNow = (name: CheckName) =>
  attempt((api) => api.post('/admin/check/{check}', { params: { path: { check: name } } }));
export const putFiguresRight = () => attempt((api) => api.post('/admin/check/figures/repair'));
