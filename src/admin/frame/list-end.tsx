import type { Pages } from '#client/query/use-api-pages.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { RowSkeleton } from '#ui/section.tsx';

/** End of a list: rows that are being loaded, why they could not be, or the way to more. */
export function ListEnd<T>({ of, empty }: { of: Pages<T>; empty: string }) {
  const { first, items, fault, more } = of;
  if (first.value === null && fault === null)
    return (
      <div role="status">
        <span className="sr-only">Loading</span>
        <RowSkeleton rows={6} />
      </div>
    );
  if (first.value === null)
    return (
      <div className="grid justify-items-start gap-3 py-6">
        <p role="alert" className="text-danger">
          {fault}
        </p>
        <ActionButton action={async () => void (await first.reload())}>Try again</ActionButton>
      </div>
    );
  if (items.length === 0) return <p className="border-y py-10 text-center text-ink-2">{empty}</p>;
  return more ? (
    <div className="mt-4">
      <ActionButton action={more}>More</ActionButton>
    </div>
  ) : null;
}
