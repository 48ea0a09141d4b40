import { Archive, ArchiveRestore, Download, type LucideIcon, Package, Pause, Play, Tag, X } from 'lucide-react';
import type { BulkAction, ListingState } from '#contract/selling/listing/listing-labels.ts';

export type ChosenAction = Exclude<BulkAction, 'offers'>;

type BulkBarProps = {
  /** States of the chosen products. */
  states: ListingState[];
  onAct: (action: ChosenAction) => void;
  onExport: () => void;
  onNone: () => void;
};

const actions: Array<{
  action: ChosenAction;
  label: string;
  icon: LucideIcon;
  fits: (state: ListingState) => boolean;
}> = [
  { action: 'price', label: 'Price', icon: Tag, fits: (state) => state !== 'archived' },
  { action: 'stock', label: 'Stock', icon: Package, fits: (state) => state !== 'archived' },
  { action: 'pause', label: 'Pause', icon: Pause, fits: (state) => state === 'on_sale' || state === 'changes_waiting' },
  { action: 'resume', label: 'Resume', icon: Play, fits: (state) => state === 'paused' },
  { action: 'archive', label: 'Archive', icon: Archive, fits: (state) => state !== 'archived' },
  { action: 'restore', label: 'Restore', icon: ArchiveRestore, fits: (state) => state === 'archived' },
];

/** Actions on the chosen products: a bar at the lower edge, as long as there are any. */
export function BulkBar({ states, onAct, onExport, onNone }: BulkBarProps) {
  const button =
    'inline-flex min-h-10 items-center gap-1.5 rounded-md px-2.5 text-sm hover:bg-[color-mix(in_srgb,currentColor_14%,transparent)]';
  return (
    <div className="sticky bottom-3 z-20 mt-4 flex justify-center">
      <div
        role="toolbar"
        aria-label={`With the ${states.length} chosen`}
        className="flex max-w-full flex-wrap items-center gap-x-1 rounded-lg bg-primary p-1.5 pl-4 text-on-primary shadow-3"
      >
        <p className="mr-2 text-sm" role="status">
          <b className="num">{states.length}</b> chosen
        </p>
        {actions
          .filter(({ fits }) => states.some(fits))
          .map(({ action, label, icon: Icon }) => (
            <button key={action} type="button" className={button} aria-haspopup="dialog" onClick={() => onAct(action)}>
              <Icon size={15} aria-hidden />
              {label}
            </button>
          ))}
        <button type="button" className={button} onClick={onExport}>
          <Download size={15} aria-hidden />
          Export
        </button>
        <button type="button" className={`${button} !px-2`} aria-label="Choose none" onClick={onNone}>
          <X size={16} aria-hidden />
        </button>
      </div>
    </div>
  );
}
