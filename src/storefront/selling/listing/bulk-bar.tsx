import { Archive, ArchiveRestore, Download, type LucideIcon, Package, Pause, Play, Tag, X } from 'lucide-react';
import type { BulkAction, ListingState } from '#contract/selling/listing/listing-labels.ts';
import { type Message, msg, t } from '#language/message.ts';
import { rich } from '#ui/rich.ts';

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
  label: Message;
  icon: LucideIcon;
  fits: (state: ListingState) => boolean;
}> = [
  { action: 'price', label: msg('Price'), icon: Tag, fits: (state) => state !== 'archived' },
  { action: 'stock', label: msg('Stock'), icon: Package, fits: (state) => state !== 'archived' },
  {
    action: 'pause',
    label: msg('Pause'),
    icon: Pause,
    fits: (state) => state === 'on_sale' || state === 'changes_waiting',
  },
  { action: 'resume', label: msg('Resume'), icon: Play, fits: (state) => state === 'paused' },
  { action: 'archive', label: msg('Archive'), icon: Archive, fits: (state) => state !== 'archived' },
  { action: 'restore', label: msg('Restore'), icon: ArchiveRestore, fits: (state) => state === 'archived' },
];

/** Actions on the chosen products: a bar at the lower edge, as long as there are any. */
export function BulkBar({ states, onAct, onExport, onNone }: BulkBarProps) {
  const button =
    'inline-flex min-h-10 items-center gap-1.5 rounded-md px-2.5 text-sm hover:bg-[color-mix(in_srgb,currentColor_14%,transparent)]';
  return (
    <div className="sticky bottom-3 z-20 mt-4 flex justify-center">
      <div
        role="toolbar"
        aria-label={t('With the {length} chosen', { length: states.length })}
        className="flex max-w-full flex-wrap items-center gap-x-1 rounded-lg bg-primary p-1.5 pl-4 text-on-primary shadow-3"
      >
        <p className="mr-2 text-sm" role="status">
          {rich('{length} chosen', { length: <b className="num">{states.length}</b> })}
        </p>
        {actions
          .filter(({ fits }) => states.some(fits))
          .map(({ action, label, icon: Icon }) => (
            <button key={action} type="button" className={button} aria-haspopup="dialog" onClick={() => onAct(action)}>
              <Icon size={15} aria-hidden />
              {t(label)}
            </button>
          ))}
        <button type="button" className={button} onClick={onExport}>
          <Download size={15} aria-hidden />
          {t('Export')}
        </button>
        <button type="button" className={`${button} !px-2`} aria-label={t('Choose none')} onClick={onNone}>
          <X size={16} aria-hidden />
        </button>
      </div>
    </div>
  );
}
