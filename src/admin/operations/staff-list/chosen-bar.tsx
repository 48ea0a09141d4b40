import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { AnyRow, ListDescription } from '#contract/operations/staff-list/description.ts';

type ChosenBarProps = {
  list: ListDescription;
  rows: AnyRow[];
  /** All that fit the list are chosen, on every page: how many, in words. */
  whole?: string | null;
  onClear: () => void;
  children: ReactNode;
};

/** How many rows are chosen, what they come to, and what can be done with them. */
export function ChosenBar({ list, rows, whole = null, onClear, children }: ChosenBarProps) {
  const [sum] = list.sums ?? [];
  const cents = sum === undefined ? 0 : rows.reduce((all, row) => all + Math.round(Number(row[sum] ?? 0) * 100), 0);
  return (
    <section
      aria-label={whole === null ? `With the ${rows.length} chosen` : 'With all that fit'}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-primary px-4 py-2.5 text-sm text-on-primary shadow-3"
    >
      <p role="status" className="num">
        {whole !== null ? (
          `Chosen: ${whole}`
        ) : (
          <>
            <b className="font-[640]">{rows.length}</b> chosen{sum !== undefined && `, ${formatAmount(cents / 100)}`}
          </>
        )}
      </p>
      {children}
      <button
        type="button"
        aria-label="Choose none"
        className="grid size-10 place-items-center rounded-md md:size-8"
        onClick={onClear}
      >
        <X size={16} strokeWidth={1.8} aria-hidden />
      </button>
    </section>
  );
}
