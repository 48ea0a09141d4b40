// The endpoint of the operator's own products.
import type { EndpointState, EndpointTest, EndpointWithSecret } from '#contract/goods/access/provision.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

const path = '/admin/provision-endpoint';

export function getOwnEndpoint(api: ApiClient): Promise<EndpointState> {
  return api.get(path, { asUser: true });
}

/** The secret is in the answer alone, and only where there was no endpoint before. */
export function putOwnEndpoint(api: ApiClient, url: string): Promise<EndpointWithSecret> {
  return api.put(path, { url });
}

export function removeOwnEndpoint(api: ApiClient): Promise<void> {
  return api.delete(path);
}

/** Calls it now, and answers what became of it. */
export function testOwnEndpoint(api: ApiClient): Promise<EndpointTest> {
  return api.post(`${path}/test`, {});
}

export function rotateOwnEndpointSecret(api: ApiClient): Promise<EndpointWithSecret> {
  return api.post(`${path}/rotate`, {});
}
