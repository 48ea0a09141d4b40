import { useEffect } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { FailedDelivery, ShopState } from '#contract/operations/shop-state.schema.ts';
import type { OutboxName } from '#contract/operations/shop-state.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

const EVERY_MS = 30_000;

/** As it is, asked again twice a minute while somebody looks. */
export function useShopState(): Loaded<ShopState> {
  const state = useLoaded(() => createBrowserApi().get('/admin/state', { asUser: true }));
  const { reload } = state;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return state;
}

export function useFailedDeliveries(outbox: OutboxName): Loaded<FailedDelivery[]> {
  return useLoaded(
    async () =>
      (
        await createBrowserApi().get('/admin/state/outbox/{outbox}/failed', {
          params: { path: { outbox } },
          asUser: true,
        })
      ).items,
  );
}

export function useOperationsGuide(): Loaded<string> {
  return useLoaded(async () => (await createBrowserApi().get('/admin/operations', { asUser: true })).html);
}

/** Resolves with what went wrong, or with nothing. */
export function sendFailedAgain(outbox: OutboxName, ids: string[] | null): Promise<string | undefined> {
  return attempt((api) =>
    api.post('/admin/state/outbox/{outbox}/send-again', { params: { path: { outbox } }, body: { ids } }),
  );
}

/** Resolves with what went wrong, or with nothing: a turn begins. */
export function runJob(name: string): Promise<string | undefined> {
  return attempt((api) => api.post('/admin/state/job/{name}/run', { params: { path: { name } } }));
}
