import { useState } from 'react';
import { Link } from 'react-router';
import type { Adjustment } from '#contract/money/adjustment.schema.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { useMay } from '../../frame/who.ts';
import { dollars, wayNames } from '../wallet/movement-labels.ts';
import { AdjustmentForm } from './adjustment-form.tsx';
import { adjustments, useAdjustments } from './adjustments.ts';

/** Adjustments, and those that wait for a second person. */
export function Adjustments() {
  const list = useAdjustments();
  const may = useMay()('manageFinance');
  return (
    <section aria-labelledby="adjustments" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <h2 id="adjustments" className="text-lg">
          Adjustments
        </h2>
        <p className="mt-1 text-sm text-ink-2">
          Corrections of the ledger by the staff. Those that need a second person come first.
        </p>
      </div>
      <ShowLoaded from={list} skeleton={<RowSkeleton rows={4} />} fault="Adjustments could not be loaded.">
        {(items) =>
          items.length === 0 ? (
            <p className="border-y py-10 text-center text-ink-2">No adjustments yet.</p>
          ) : (
            <table className="table border-t">
              <caption className="sr-only">Adjustments</caption>
              <thead>
                <tr>
                  <th>What</th>
                  <th className="max-md:hidden">Accounts</th>
                  <th className="!text-right">Amount</th>
                  <th className="max-md:hidden">By</th>
                  <th>State</th>
                </tr>
              </thead>
              <tbody>
                {items.map((adjustment) => (
                  <Row key={adjustment.movement_id} adjustment={adjustment} may={may} onDone={list.reload} />
                ))}
              </tbody>
            </table>
          )
        }
      </ShowLoaded>
      {may && <AdjustmentForm onDone={list.reload} />}
    </section>
  );
}

function Row({ adjustment, may, onDone }: { adjustment: Adjustment; may: boolean; onDone: () => Promise<void> }) {
  const { way, from, to, amount, reason, proposed_at, proposed_by, decided_by, refusal, state, transfer } = adjustment;
  return (
    <tr>
      <td>
        {transfer === null ? (
          <span className="font-[560]">{wayNames[way]}</span>
        ) : (
          <Link
            to={`/ledger/transfer/${transfer}`}
            className="text-link font-[560]"
            aria-label={`${wayNames[way]}, transfer ${transfer}`}
          >
            {wayNames[way]}
          </Link>
        )}
        <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">{reason}</span>
        <LocalTime instant={proposed_at} />
      </td>
      <td className="text-xs [overflow-wrap:anywhere] max-md:hidden">
        {from}
        <span className="block">to {to}</span>
      </td>
      <td className="num !text-right">{dollars(amount)}</td>
      <td className="max-md:hidden">
        <bdi>{proposed_by}</bdi>
        {decided_by && <span className="block text-xs text-ink-3">{`${state} by ${decided_by}`}</span>}
      </td>
      <td>
        {state === 'proposed' && may ? <Decide adjustment={adjustment} onDone={onDone} /> : state}
        {refusal && <span className="block text-xs text-ink-3">{refusal}</span>}
      </td>
    </tr>
  );
}

function Decide({ adjustment, onDone }: { adjustment: Adjustment; onDone: () => Promise<void> }) {
  const [asks, setAsks] = useState<'confirm' | 'refuse' | null>(null);
  const [reason, setReason] = useState('');
  const { movement_id: id, amount, from, to, mine } = adjustment;
  const name = `${dollars(amount)} from ${from} to ${to}`;

  async function decide(): Promise<string | undefined> {
    if (asks === 'refuse' && !reason.trim()) return 'Say why.';
    const fault = asks === 'refuse' ? await adjustments.refuse(id, reason.trim()) : await adjustments.confirm(id);
    if (!fault) await onDone();
    return fault;
  }

  return (
    <div className="grid justify-items-start gap-2">
      {mine ? (
        <span className="text-xs text-ink-3">Somebody else must confirm it.</span>
      ) : (
        <button
          type="button"
          className="btn btn-primary btn-sm"
          aria-label={`Confirm ${name}`}
          onClick={() => setAsks('confirm')}
        >
          Confirm
        </button>
      )}
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-label={`${mine ? 'Take back' : 'Refuse'} ${name}`}
        onClick={() => setAsks('refuse')}
      >
        {mine ? 'Take back' : 'Refuse'}
      </button>
      {asks && (
        <ConfirmDialog
          tone={asks === 'confirm' ? 'main' : 'harm'}
          title={asks === 'confirm' ? `Move ${dollars(amount)}?` : 'Do not move it?'}
          confirmLabel={asks === 'confirm' ? `Move ${dollars(amount)}` : mine ? 'Take it back' : 'Refuse it'}
          onClose={() => setAsks(null)}
          onConfirm={decide}
        >
          <p className="text-left [overflow-wrap:anywhere]">{`${name}. ${adjustment.reason}`}</p>
          {asks === 'refuse' && <Field label="Why" name="why" value={reason} onChange={setReason} rows={2} />}
        </ConfirmDialog>
      )}
    </div>
  );
}
