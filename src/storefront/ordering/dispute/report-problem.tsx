import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { type DisputableLine, disputePath, disputeReasonLabels } from '#contract/ordering/dispute.ts';
import { statusOf } from '#contract/ordering/dispute-labels.ts';
import { disputeTextMaximum, type LineDisputeReason } from '#contract/ordering/dispute-terms.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { DisputeFiles } from './dispute-files.tsx';
import { open } from './disputes.ts';

type Line = { orderId: string; name: string; known: DisputableLine };

/** Below a line of an order: the dispute there is, or from when on one can be begun. */
export function LineDispute({ name, known }: Omit<Line, 'orderId'>) {
  const { dispute_id: id, state, reasons, from } = known;
  const isEarly = reasons.length === 0 && from !== null && new Date(from) > new Date();
  const status = state && statusOf({ state, decision: null, kind: 'line', waits_for_bank: false }, 'buyer');
  return (
    <>
      {id && status && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-sm font-normal">
          <StatusBadge state={status.badge}>{state === 'decided' ? t('Decided') : status.words}</StatusBadge>
          <a href={disputePath(id)} className="text-link">
            {rich('See the dispute{span}', { span: <span className="sr-only">: {name}</span> })}
          </a>
        </p>
      )}
      {isEarly && (
        <p className="mt-1 text-sm font-normal text-ink-3">
          {t('If it does not come, you can report it from')} <LocalTime instant={from} /> {t('on.')}
        </p>
      )}
    </>
  );
}

/** The way to begin a dispute of a line. */
export function ReportDialog({ orderId, name, known, onClose }: Line & { onClose: () => void }) {
  const navigate = useNavigate();
  const [only] = known.reasons;
  const [reason, setReason] = useState<LineDisputeReason | null>(known.reasons.length === 1 && only ? only : null);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [judged, setJudged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const textFault = text.trim() ? undefined : t('Say what is wrong: the seller reads it');

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setJudged(true);
    setFault(undefined);
    if (!reason || textFault) return;
    setBusy(true);
    const opened = await open(orderId, { line: known.line, reason, text: text.trim() }, files);
    setBusy(false);
    if (opened.disputeId === undefined) return setFault(opened.fault);
    await navigate(disputePath(opened.disputeId), { state: { fault: opened.fault } });
  }

  return (
    <Dialog title={t('Report a problem: {name}', { name })} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={confirm} className="grid gap-5">
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-[560]">{t('What is wrong')}</legend>
          {known.reasons.map((one) => (
            <label key={one} className="flex items-start gap-3">
              <input
                type="radio"
                name="reason"
                data-fault={(judged && !reason) || undefined}
                className="mt-1 flex-none"
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              {disputeReasonLabels[one]}
            </label>
          ))}
          {judged && !reason && (
            <p role="alert" className="text-sm text-danger">
              {t('Choose what is wrong')}
            </p>
          )}
        </fieldset>
        <Field
          label={t('What happened')}
          name="text"
          rows={5}
          value={text}
          error={judged ? textFault : undefined}
          hint={t('What you expected, and what you got. Never write passwords here.')}
          onChange={(given) => setText(given.slice(0, disputeTextMaximum))}
        />
        <DisputeFiles label={t('Pictures or documents')} onChosen={setFiles} />
        <p className="text-sm text-ink-2">
          {t(
            'The seller has to answer in time, and the money waits until it is settled. Without an answer you get it back; with one we read what both of you say, and decide.',
          )}
        </p>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {fault}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !busy && onClose()}>
            {t('Cancel')}
          </button>
          <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
            {busy && <LoaderCircle size={18} aria-hidden className="spinner" />}
            {t('Open a dispute')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
