import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

/** The state of a navigation after which there is nothing to save: what was written is saved, or what it was of is gone. */
export const nothingToSave = { nothingToSave: true } as const;

/** Asks before the page is closed or left for another screen while something is unsaved; `children` say what would be lost. */
export function UnsavedGuard({ isDirty, children }: { isDirty: boolean; children: ReactNode }) {
  const blocker = useBlocker(({ nextLocation }) => isDirty && nextLocation.state?.nothingToSave !== true);

  useEffect(() => {
    if (!isDirty) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isDirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      tone="harm"
      title="Leave without saving?"
      confirmLabel="Leave"
      closeLabel="Stay"
      onClose={() => blocker.reset()}
      onConfirm={async () => {
        blocker.proceed();
        return undefined;
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
