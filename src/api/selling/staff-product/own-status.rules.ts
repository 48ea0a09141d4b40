// How one of the operator's own products stands, and what can be done with it.

export type OwnStatus = { paused: boolean; archived: boolean };

/** `paused` and `archived` are not in the shop; whoever has bought it keeps it. */
const ownStates = ['on_sale', 'paused', 'archived'] as const;
export type OwnState = (typeof ownStates)[number];

export const ownActions = ['pause', 'publish', 'archive', 'restore'] as const;
export type OwnAction = (typeof ownActions)[number];

export function ownStateOf({ paused, archived }: OwnStatus): OwnState {
  if (archived) return 'archived';
  return paused ? 'paused' : 'on_sale';
}

export const ownChanges = {
  pause: { paused: true },
  publish: { paused: false },
  archive: { archived: true },
  restore: { archived: false },
} as const satisfies Record<OwnAction, Partial<OwnStatus>>;

/** Why it cannot be done with a product that stands so, and what to do instead; null: it can. */
export function statusRefusal({ archived }: OwnStatus, action: OwnAction): string | null {
  if (archived && (action === 'pause' || action === 'publish'))
    return 'It is archived. Restore it from the archive first.';
  return null;
}

/** Actions that take each of them back. */
export const wayBack = {
  pause: 'publish',
  publish: 'pause',
  archive: 'restore',
  restore: 'archive',
} as const satisfies Record<OwnAction, OwnAction>;
