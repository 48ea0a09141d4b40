import { failedMost, type OutboxName } from '#contract/operations/system-status.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { sendFailedAgain, useFailedDeliveries } from './system-status.ts';
import { outboxLabels } from './system-status-labels.ts';

type SendAgainProps = { outbox: OutboxName; mayAct: boolean; onDone: () => Promise<void>; onClose: () => void };

/** Failed messages of an outbox, and the way to retry them, one by one or all. */
export function SendAgain({ outbox, mayAct, onDone, onClose }: SendAgainProps) {
  const failed = useFailedDeliveries(outbox);

  async function send(ids: string[] | null): Promise<string | undefined> {
    const fault = await sendFailedAgain(outbox, ids);
    if (fault) return fault;
    await Promise.all([onDone(), failed.reload()]);
    if (ids === null) onClose();
    return undefined;
  }

  return (
    <Dialog title={`${outboxLabels[outbox].title}: given up`} wide onClose={onClose}>
      <p className="text-sm text-ink-2">
        What could not be delivered. Mend the cause first; what is sent again is tried from its first attempt on.
      </p>
      <ShowLoaded from={failed} skeleton={<RowSkeleton rows={3} />} fault="What failed could not be loaded.">
        {(items) =>
          items.length === 0 ? (
            <p role="status" className="border-y py-6 text-center text-sm text-ink-2">
              Nothing is given up any more.
            </p>
          ) : (
            <>
              {mayAct && (
                <ActionButton className="btn btn-primary btn-sm mb-4" action={() => send(null)}>
                  Send all again
                </ActionButton>
              )}
              <ul className="grid border-t text-sm">
                {items.map(({ id, what, attempts, failed_at: at, failure }) => (
                  <li key={id} className="flex flex-wrap items-start justify-between gap-3 border-b py-2.5">
                    <div className="min-w-0 break-words">
                      <bdi>{what}</bdi>
                      <p className="text-xs text-ink-3">
                        {`${attempts} attempts, given up `}
                        <LocalTime instant={at} />
                        {failure && ` (${failure})`}
                      </p>
                    </div>
                    {mayAct && (
                      <ActionButton className="btn btn-line btn-sm" action={() => send([id])}>
                        Send again<span className="sr-only">{`: ${what}`}</span>
                      </ActionButton>
                    )}
                  </li>
                ))}
              </ul>
              {items.length === failedMost && (
                <p className="text-xs text-ink-3">{`The newest ${failedMost} are shown; all are sent again.`}</p>
              )}
            </>
          )
        }
      </ShowLoaded>
    </Dialog>
  );
}
