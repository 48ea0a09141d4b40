import type {
  EndpointState,
  EndpointTest,
  EndpointWithSecret,
  ProvisionCall,
} from '#contract/goods/access/provision.schema.ts';
import type { ApiClient, ListPage } from '../api/api-client.ts';

export function getEndpoint(api: ApiClient, sellerId: string): Promise<EndpointState> {
  return api.get(endpointOf(sellerId), { asUser: true });
}

/** The secret is in the answer alone, and only where the shop had no endpoint before. */
export function putEndpoint(api: ApiClient, sellerId: string, url: string): Promise<EndpointWithSecret> {
  return api.put(endpointOf(sellerId), { url });
}

export function removeEndpoint(api: ApiClient, sellerId: string): Promise<void> {
  return api.delete(endpointOf(sellerId));
}

/** Calls it now, and answers what became of it. */
export function testEndpoint(api: ApiClient, sellerId: string): Promise<EndpointTest> {
  return api.post(`${endpointOf(sellerId)}/test`, {});
}

export function rotateEndpointSecret(api: ApiClient, sellerId: string): Promise<EndpointWithSecret> {
  return api.post(`${endpointOf(sellerId)}/rotate`, {});
}

/** Newest first: the first of them, or what `next` of a page before leads to. */
export function listProvisionCalls(api: ApiClient, sellerId: string, next?: string): Promise<ListPage<ProvisionCall>> {
  return api.list(next ?? `${endpointOf(sellerId)}/call`, { asUser: true });
}

/** Calls again at once, also what was given up. */
export function repeatProvisionCall(api: ApiClient, sellerId: string, callId: string): Promise<ProvisionCall> {
  return api.post(`${endpointOf(sellerId)}/call/${encodeURIComponent(callId)}/repeat`, {});
}

function endpointOf(sellerId: string): string {
  return `/seller/${encodeURIComponent(sellerId)}/provision-endpoint`;
}
