// What owners do with the endpoint of their shop. What fails is answered in words.
import { createBrowserApi } from '#client/api/browser-api.ts';
import { failureText } from '#client/api/failure-text.ts';
import {
  getEndpoint,
  listProvisionCalls,
  putEndpoint,
  removeEndpoint,
  repeatProvisionCall,
  rotateEndpointSecret,
  testEndpoint,
} from '#client/goods/seller-provision.ts';
import type { EndpointState, ProvisionCall } from '#contract/goods/access/provision.schema.ts';
import type { EndpointActs } from '#product-form/goods/endpoint-panel.tsx';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';
import { type Pages, usePages } from '#ui/loading/use-pages.ts';

type Fault = { fault: string };

async function orFault<T extends object>(call: Promise<T>): Promise<T | Fault> {
  return call.catch((error) => ({ fault: failureText(error) }));
}

export const useEndpoint = (sellerId: string): Loaded<EndpointState> =>
  useLoaded(() => getEndpoint(createBrowserApi(), sellerId));

export const useCalls = (sellerId: string): Pages<ProvisionCall> =>
  usePages((next) => listProvisionCalls(createBrowserApi(), sellerId, next));

/** What is done with the endpoint of one shop. */
export const endpointActs = (sellerId: string): EndpointActs => ({
  set: (url) => orFault(putEndpoint(createBrowserApi(), sellerId, url)),
  test: () => orFault(testEndpoint(createBrowserApi(), sellerId)),
  rotate: () => orFault(rotateEndpointSecret(createBrowserApi(), sellerId)),
  remove: () => removeEndpoint(createBrowserApi(), sellerId).then(() => undefined, failureText),
});

export const callAgain = (sellerId: string, callId: string): Promise<ProvisionCall | Fault> =>
  orFault(repeatProvisionCall(createBrowserApi(), sellerId, callId));
