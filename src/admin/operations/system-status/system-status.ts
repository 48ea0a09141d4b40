import { selected, useApi } from '#client/query/use-api.ts';
import type { FailedDelivery, ShopState } from '#contract/operations/system-status.schema.ts';
import type { OutboxName } from '#contract/operations/system-status.ts';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

const EVERY_MS = 30_000;

/** As it is, asked again twice a minute while somebody looks. */
export function useShopState(): Loaded<ShopState> {
  return useApi('/admin/state', { every: () => EVERY_MS });
}

export function useFailedDeliveries(outbox: OutboxName): Loaded<FailedDelivery[]> {
  return selected(
    useApi('/admin/state/outbox/{outbox}/failed', { params: { path: { outbox } } }),
    ({ items }) => items,
  );
}

export function useOperationsGuide(): Loaded<string> {
  return selected(useApi('/admin/operations'), ({ html }) => html);
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
