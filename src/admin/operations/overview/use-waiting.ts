import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useRef } from 'react';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { AttentionKind } from '#contract/operations/attention.ts';
import type { Overview } from '#contract/people/staff.schema.ts';
import { type Loaded, useLoaded } from '#ui/loading/use-loaded.ts';

/** Counts what was decided on this page: what there is to do has changed then. */
const decided = atom(0);

let asked: Promise<Overview> | null = null;

/** What there is to do. The rail and the overview ask together: a question of the same moment is asked once. */
export function useOverview(): Loaded<Overview> {
  const overview = useLoaded(() => {
    asked ??= createBrowserApi()
      .get('/admin/overview', { asUser: true })
      .finally(() => {
        asked = null;
      });
    return asked;
  });
  const moment = useStore(decided);
  const before = useRef(moment);
  const { reload } = overview;
  useEffect(() => {
    if (before.current === moment) return;
    before.current = moment;
    void reload();
  }, [moment, reload]);
  return overview;
}

/** Something that waited was decided. */
export function recordDecided(): void {
  decided.set(decided.get() + 1);
}

/** How many wait of these kinds, as far as they are counted; null until that is known. */
export function useCount(...kinds: AttentionKind[]): number | null {
  const { value } = useOverview();
  const of = value?.attention.filter(({ kind }) => kinds.includes(kind));
  return of?.reduce((sum, { count }) => sum + count, 0) ?? null;
}

/** How many reports of conversations nobody has settled yet; null until that is known. */
export function useOpenReports(): number | null {
  return useCount('reports');
}

/** How many approvals wait for a decision; null until that is known. */
export function useWaiting(): number | null {
  return useCount('application', 'product', 'change');
}
