import { useState } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money.ts';
import type { PayoutBatch } from '#contract/payout.schema.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Lamp } from '#ui/lamp.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { markSent, saveBankFile, useBatches } from '../back-office/payouts.ts';
import { ListEnd } from './list-end.tsx';

type BatchesProps = { round: number; mayManage: boolean; onDone: () => void };

/** Bank files, newest first: to be given to the bank, then said to be there. On a phone all of a file stands in one cell. */
export function PayoutBatches({ round, mayManage, onDone }: BatchesProps) {
  const batches = useBatches(round);
  const [sending, setSending] = useState<PayoutBatch | null>(null);
  return (
    <section aria-labelledby="bank-files" className="mt-10">
      <h2 id="bank-files" className="mb-3 text-lg">
        Bank files
      </h2>
      {batches.items && batches.items.length > 0 && (
        <table className="table border-t">
          <caption className="sr-only">Bank files</caption>
          <thead>
            <tr>
              <th>File</th>
              <th className="max-md:hidden">State</th>
              <th className="!text-right max-md:hidden">Payouts</th>
              <th className="!text-right">Amount</th>
              {mayManage && <th className="max-md:hidden">Get it, send it</th>}
            </tr>
          </thead>
          <tbody>
            {batches.items.map((batch) => (
              <tr key={batch.batch_id}>
                <td>
                  <Link to={`/payouts?batch=${batch.batch_id}`} className="text-link font-[560]">
                    {batch.batch_id}
                  </Link>
                  <span className="block text-xs text-ink-3">
                    <LocalTime instant={batch.create_time} />
                  </span>
                  <div className="mt-1 grid justify-items-start gap-1 md:hidden">
                    <BatchLamp batch={batch} />
                    <span className="text-xs text-ink-3">
                      {batch.payouts === 1 ? '1 payout' : `${batch.payouts} payouts`}
                    </span>
                    {mayManage && <Acts batch={batch} onSend={() => setSending(batch)} />}
                  </div>
                </td>
                <td className="max-md:hidden">
                  <BatchLamp batch={batch} />
                </td>
                <td className="num !text-right max-md:hidden">{batch.payouts}</td>
                <td className="num !text-right">{formatAmount(batch.amount)}</td>
                {mayManage && (
                  <td className="max-md:hidden">
                    <Acts batch={batch} onSend={() => setSending(batch)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={batches} empty="No bank file was made yet. Choose pending payouts above." />
      {sending && (
        <ConfirmDialog
          tone="main"
          title={`Has the bank got ${sending.batch_id}?`}
          confirmLabel="Mark as sent"
          onConfirm={async () => {
            const fault = await markSent(sending.batch_id);
            if (fault === undefined) onDone();
            return fault;
          }}
          onClose={() => setSending(null)}
        >
          <p>
            {formatAmount(sending.amount)} in {sending.payouts} transfers. Give the file to the bank first: the shops
            see their payouts as sent from now on.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Acts({ batch, onSend }: { batch: PayoutBatch; onSend: () => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton action={() => saveBankFile(batch.batch_id, 'pain001')}>
        XML<span className="sr-only"> of {batch.batch_id}</span>
      </ActionButton>
      <ActionButton action={() => saveBankFile(batch.batch_id, 'csv')}>
        CSV<span className="sr-only"> of {batch.batch_id}</span>
      </ActionButton>
      {!batch.sent_at && (
        <button type="button" className="btn btn-line btn-sm" onClick={onSend}>
          Mark as sent<span className="sr-only"> {batch.batch_id}</span>
        </button>
      )}
    </div>
  );
}

function BatchLamp({ batch: { sent_at, open } }: { batch: PayoutBatch }) {
  if (!sent_at) return <Lamp state="bad">To be sent</Lamp>;
  return open > 0 ? <Lamp state="wait">Sent, {open} open</Lamp> : <Lamp state="on">Settled</Lamp>;
}
