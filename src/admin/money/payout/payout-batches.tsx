import { useState } from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#contract/money/amount/money.ts';
import type { PayoutBatch } from '#contract/money/payout.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { discardFile, markSent, saveBankFile, useBatches } from './payouts.ts';

type BatchesProps = { mayManage: boolean };

/** Bank files, newest first: to be given to the bank, then said to be there. On a phone all of a file stands in one cell. */
export function PayoutBatches({ mayManage }: BatchesProps) {
  const batches = useBatches();
  const [asked, setAsked] = useState<AskedBatch | null>(null);
  return (
    <section aria-labelledby="bank-files" className="mt-10">
      <h2 id="bank-files" className="mb-3 text-lg">
        Bank files
      </h2>
      {batches.items.length > 0 && (
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
                    <BatchBadge batch={batch} />
                    <span className="text-xs text-ink-3">
                      {batch.payouts === 1 ? '1 payout' : `${batch.payouts} payouts`}
                    </span>
                    {mayManage && <Acts batch={batch} onAsk={setAsked} />}
                  </div>
                </td>
                <td className="max-md:hidden">
                  <BatchBadge batch={batch} />
                </td>
                <td className="num !text-right max-md:hidden">{batch.payouts}</td>
                <td className="num !text-right">{formatAmount(batch.amount)}</td>
                {mayManage && (
                  <td className="max-md:hidden">
                    <Acts batch={batch} onAsk={setAsked} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ListEnd of={batches} empty="No bank file was made yet. Choose pending payouts above." />
      {asked && <BatchDialog {...asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

type AskedBatch = { batch: PayoutBatch; step: 'send' | 'discard' };

function BatchDialog({ batch, step, onClose }: AskedBatch & { onClose: () => void }) {
  const { batch_id: id } = batch;
  const sum = `${formatAmount(batch.amount)} in ${batch.payouts === 1 ? '1 transfer' : `${batch.payouts} transfers`}.`;
  return (
    <ConfirmDialog
      tone={step === 'send' ? 'main' : 'harm'}
      title={step === 'send' ? `Has the bank got ${id}?` : `Discard ${id}?`}
      confirmLabel={step === 'send' ? 'Mark as sent' : 'Discard file'}
      onConfirm={() => (step === 'send' ? markSent(id) : discardFile(id))}
      onClose={onClose}
    >
      <p>
        {step === 'send'
          ? `${sum} Give the file to the bank first: the shops see their payouts as sent from now on.`
          : `${sum} Its payouts are pending again, in no file. Discard it only if the bank does not have it: otherwise they would be paid twice.`}
      </p>
    </ConfirmDialog>
  );
}

function Acts({ batch, onAsk }: { batch: PayoutBatch; onAsk: (asked: AskedBatch) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton action={() => saveBankFile(batch.batch_id, 'pain001')}>
        XML<span className="sr-only"> of {batch.batch_id}</span>
      </ActionButton>
      <ActionButton action={() => saveBankFile(batch.batch_id, 'csv')}>
        CSV<span className="sr-only"> of {batch.batch_id}</span>
      </ActionButton>
      {!batch.sent_at && (
        <>
          <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk({ batch, step: 'send' })}>
            Mark as sent<span className="sr-only"> {batch.batch_id}</span>
          </button>
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onAsk({ batch, step: 'discard' })}>
            Discard<span className="sr-only"> {batch.batch_id}</span>
          </button>
        </>
      )}
    </div>
  );
}

function BatchBadge({ batch: { state, open, failed, payouts } }: { batch: PayoutBatch }) {
  switch (state) {
    case 'unsent':
      return <StatusBadge state="due">To be sent</StatusBadge>;
    case 'sent':
      return (
        <StatusBadge state="wait">Sent, {failed > 0 ? `${open} open, ${failed} failed` : `${open} open`}</StatusBadge>
      );
    case 'paid':
      return <StatusBadge state="on">Paid</StatusBadge>;
    case 'failed':
      return <StatusBadge state="bad">Failed</StatusBadge>;
    case 'mixed':
      return (
        <StatusBadge state="bad">
          {payouts - failed} paid, {failed} failed
        </StatusBadge>
      );
  }
}
