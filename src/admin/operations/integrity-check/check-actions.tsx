import { useRef, useState } from 'react';
import type { ShopCheck } from '#contract/operations/integrity-check.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { checkLabels } from './check-labels.ts';
import { checkNow, putFiguresRight } from './integrity-check.ts';

type CheckActionsProps = { check: ShopCheck; onBegun: () => Promise<void> };

/** Actions on a check; differences of the figures can be repaired. The buttons stay while it runs, so that none loses the focus. */
export function CheckActions({ check: { name, last, running }, onBegun }: CheckActionsProps) {
  const [asks, setAsks] = useState(false);
  // The repair button is gone once the figures are repaired.
  const place = useRef<HTMLDivElement>(null);
  const { title } = checkLabels[name];
  const of = <span className="sr-only">{`: ${title}`}</span>;

  async function begin(what: () => Promise<string | undefined>): Promise<string | undefined> {
    const fault = await what();
    await onBegun();
    return fault;
  }

  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap items-start gap-2 outline-none">
      <ActionButton
        className="btn btn-line btn-sm whitespace-nowrap"
        action={() => begin(() => (running ? Promise.resolve(undefined) : checkNow(name)))}
      >
        {running ? 'Checking' : 'Check now'}
        {of}
      </ActionButton>
      {name === 'figures' && last?.state === 'differs' && !running && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks(true)}>
          Put right{of}
        </button>
      )}
      {asks && (
        <ConfirmDialog
          tone="main"
          title="Put the figures right?"
          confirmLabel="Put right"
          onConfirm={() => begin(putFiguresRight)}
          onClose={() => setAsks(false)}
          focusWhenDone={place}
        >
          <p>
            What is kept for the overview and for lists becomes what the orders, refunds and customers come to. Orders,
            money and the counters of sellers are not changed.
          </p>
          <p>Then the figures are checked once more. It is in the audit log, and the shop goes on meanwhile.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
