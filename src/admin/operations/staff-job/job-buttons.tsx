import { useState } from 'react';
import { type JobKindName, jobKinds } from '#contract/operations/staff-job.ts';
import { type ChosenRows, JobDialog } from './job-dialog.tsx';

/** More of them are chosen from inside the dialog. */
const BESIDE_EACH_OTHER = 2;

/** `look`: beside the bar of chosen rows, which is dark. */
type JobButtonsProps = { kinds: JobKindName[]; rows: ChosenRows; look?: string };

/** Bulk actions on the chosen rows: each leads to a preview, and nothing is changed here. */
export function JobButtons({ kinds, rows, look = 'bg-on-primary text-primary' }: JobButtonsProps) {
  const [open, setOpen] = useState<JobKindName[] | null>(null);
  const button = (label: string, some: JobKindName[]) => (
    <button
      key={label}
      type="button"
      className={`btn btn-sm ${look}`}
      aria-haspopup="dialog"
      onClick={() => setOpen(some)}
    >
      {label}
    </button>
  );
  return (
    <>
      {kinds.length > BESIDE_EACH_OTHER
        ? button('Actions', kinds)
        : kinds.map((kind) => button(jobKinds[kind].label, [kind]))}
      {open && <JobDialog kinds={open} rows={rows} onClose={() => setOpen(null)} />}
    </>
  );
}
