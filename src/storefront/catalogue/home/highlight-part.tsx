import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { HighlightRow } from './read-highlights.ts';

/** The server draws the rows; a browser loads what draws them only where it comes to this page from another one without a reload. */
const load = async () => (await import('./highlight-rows.tsx')).HighlightRows;
const Rows = import.meta.env.SSR ? await load() : lazy(async () => ({ default: await load() }));

/** The same object in each drawing: React would empty the element for a new one. */
const asDrawn = { __html: '' };
const never = () => () => {};

/** Rows of products below the sections. They have nothing to click but links, so that React leaves them as the server drew them. */
export function HighlightPart({ rows }: { rows: HighlightRow[] }) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => !import.meta.env.SSR,
  );
  const [isDrawn] = useState(isHydrating);
  if (rows.length === 0) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and what the server has drawn stays
  if (isDrawn) return <div className="highlights" suppressHydrationWarning dangerouslySetInnerHTML={asDrawn} />;
  return (
    <div className="highlights">
      <Suspense>
        <Rows rows={rows} />
      </Suspense>
    </div>
  );
}
