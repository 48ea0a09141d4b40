// Actions of owners on the endpoint of their shop. A failure is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import { useApi } from '#client/query/use-api.ts';
import { type Pages, useApiPages } from '#client/query/use-api-pages.ts';
import type { EndpointState, ProvisionCall } from '#contract/goods/access/provision.schema.ts';
import type { EndpointActs } from '#product-form/goods/endpoint-panel.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';

type Fault = { fault: string };

async function orFault<T extends object>(call: Promise<T>): Promise<T | Fault> {
  return call.catch((error) => ({ fault: failureText(error) }));
}

export const useEndpoint = (sellerId: string): Loaded<EndpointState> =>
  useApi('/seller/{sellerId}/provision-endpoint', { params: { path: { sellerId } } });

export const useCalls = (sellerId: string): Pages<ProvisionCall> =>
  useApiPages('/seller/{sellerId}/provision-endpoint/call', { params: { path: { sellerId } } });

/** Actions on the endpoint of one shop. */
export const endpointActs = (sellerId: string): EndpointActs => ({
  set: (url) =>
    orFault(
      createBrowserApi().put('/seller/{sellerId}/provision-endpoint', {
        params: { path: { sellerId } },
        body: { url },
      }),
    ),
  test: () =>
    orFault(createBrowserApi().post('/seller/{sellerId}/provision-endpoint/test', { params: { path: { sellerId } } })),
  rotate: () =>
    orFault(
      createBrowserApi().post('/seller/{sellerId}/provision-endpoint/rotate', { params: { path: { sellerId } } }),
    ),
  remove: () =>
    createBrowserApi()
      .delete('/seller/{sellerId}/provision-endpoint', { params: { path: { sellerId } } })
      .then(() => undefined, failureText),
});

export const callAgain = (sellerId: string, callId: string): Promise<ProvisionCall | Fault> =>
  orFault(
    createBrowserApi().post('/seller/{sellerId}/provision-endpoint/call/{callId}/repeat', {
      params: { path: { sellerId, callId } },
    }),
  );
