// The endpoint of the operator's own products, as the staff look at it and change it.
import type { ApiClient } from '#client/api/api-client.ts';
import { useApi } from '#client/query/use-api.ts';
import type { EndpointState } from '#contract/goods/access/provision.schema.ts';
import type { EndpointActs } from '#product-form/goods/endpoint-panel.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { attempt } from '../../frame/attempt.ts';

export function useOwnEndpoint(): Loaded<EndpointState> {
  return useApi('/admin/provision-endpoint');
}

export const ownEndpointActs: EndpointActs = {
  set: (url) => answered((api) => api.put('/admin/provision-endpoint', { body: { url } })),
  test: () => answered((api) => api.post('/admin/provision-endpoint/test')),
  rotate: () => answered((api) => api.post('/admin/provision-endpoint/rotate')),
  remove: () => attempt((api) => api.delete('/admin/provision-endpoint')),
};

async function answered<T>(act: (api: ApiClient) => Promise<T>): Promise<T | { fault: string }> {
  let answer: T | undefined;
  const fault = await attempt(async (api) => {
    answer = await act(api);
  });
  return answer ?? { fault: fault ?? '' };
}
