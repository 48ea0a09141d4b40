import type { RefObject } from 'react';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { move } from './job.ts';

type StopJobProps = {
  jobId: string;
  many: string;
  onStopped: () => Promise<void>;
  onClose: () => void;
  focusWhenDone: RefObject<HTMLElement | null>;
};

export function StopJob({ jobId, many, onStopped, ...rest }: StopJobProps) {
  return (
    <ConfirmDialog
      tone="harm"
      {...rest}
      title="Stop this job?"
      confirmLabel="Stop job"
      closeLabel="Go on"
      onConfirm={() => move(jobId, 'stop', () => void onStopped())}
    >
      <p>What is done stays done; the {many} that are left stay as they are.</p>
    </ConfirmDialog>
  );
}
