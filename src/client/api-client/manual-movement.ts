import type {
  MakeMovement,
  ManualMovement,
  MovementPreview,
  PreviewMovement,
} from '#contract/manual-movement.schema.ts';
import type { ApiClient } from './api-client.ts';

const path = '/admin/manual-movement';

export function listMovements(api: ApiClient): Promise<ManualMovement[]> {
  return api.get(path, { asUser: true });
}

export function previewMovement(api: ApiClient, movement: PreviewMovement): Promise<MovementPreview> {
  return api.post(`${path}/preview`, movement);
}

export function makeMovement(api: ApiClient, movement: MakeMovement): Promise<ManualMovement[]> {
  return api.post(path, movement);
}

export function confirmMovement(api: ApiClient, movementId: string): Promise<ManualMovement[]> {
  return api.post(`${path}/${encodeURIComponent(movementId)}/confirm`, {});
}

export function refuseMovement(api: ApiClient, movementId: string, reason: string): Promise<ManualMovement[]> {
  return api.post(`${path}/${encodeURIComponent(movementId)}/refuse`, { reason });
}
