// Money that the staff move by hand.
import { createBrowserApi } from '#client/api-client/browser-api.ts';
import { failureText } from '#client/api-client/failure-text.ts';
import {
  confirmMovement,
  listMovements,
  makeMovement,
  previewMovement,
  refuseMovement,
} from '#client/api-client/manual-movement.ts';
import type {
  MakeMovement,
  ManualMovement,
  MovementPreview,
  PreviewMovement,
} from '#contract/manual-movement.schema.ts';
import { type Loaded, useLoaded } from '#ui/use-loaded.ts';
import { attempt } from './attempt.ts';

export function useMovements(): Loaded<ManualMovement[]> {
  return useLoaded(() => listMovements(createBrowserApi()));
}

export async function preview(movement: PreviewMovement): Promise<{ preview: MovementPreview } | { fault: string }> {
  try {
    return { preview: await previewMovement(createBrowserApi(), movement) };
  } catch (error) {
    return { fault: failureText(error) };
  }
}

/** Each resolves with what went wrong, or with nothing. */
export const movements = {
  make: (movement: MakeMovement) => attempt((api) => makeMovement(api, movement)),
  confirm: (id: string) => attempt((api) => confirmMovement(api, id)),
  refuse: (id: string, reason: string) => attempt((api) => refuseMovement(api, id, reason)),
};
