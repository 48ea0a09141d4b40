import type {
  MakeMovement,
  ManualMovement,
  MovementPreview,
  PreviewMovement,
} from '#contract/money/manual-movement.schema.ts';
import type { ApiClient } from '../api/api-client.ts';

const path = '/admin/manual-movement';

export function listMovements(api: ApiClient): Promise<ManualMovement[]> {
  return api.get(path, { asUser: true });
}

export function previewMovement(api: ApiClient, movement: PreviewMovement): Promise<MovementPreview> {
  return api.post(`${path}/preview`, movement);
}

/** `requestKey`: the same when the request is sent again, as after an answer that was lost. */
export function makeMovement(api: ApiClient, movement: MakeMovement, requestKey: string): Promise<ManualMovement[]> {
  return api.post(path, movement, { headers: { 'idempotency-key': requestKey } });
}

export function confirmMovement(api: ApiClient, movementId: string): Promise<ManualMovement[]> {
  return api.post(`${path}/${encodeURIComponent(movementId)}/confirm`, {});
}

export function refuseMovement(api: ApiClient, movementId: string, reason: string): Promise<ManualMovement[]> {
  return api.post(`${path}/${encodeURIComponent(movementId)}/refuse`, { reason });
}
