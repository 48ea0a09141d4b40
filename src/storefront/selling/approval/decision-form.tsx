import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Approval, ApprovalKind } from '#contract/selling/listing/approval.ts';
import { reasonMaximum } from '#contract/selling/listing/approval-limits.ts';
import { type Message, msg, t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { rich } from '#ui/rich.ts';
import { useKeys } from '#ui/use-keys.ts';
import { decide } from './decide.ts';
import { readReason, saveReason } from './reason-draft.ts';

type DecisionFormProps = {
  approval: Approval;
  onDecided: (said: { type: 'success' | 'error'; message: string }) => void;
};

const usualReasons: Record<ApprovalKind, Message[]> = {
  application: [
    msg('Say who is responsible, with an address'),
    msg('Say what is sold'),
    msg('The support address does not answer'),
  ],
  product: [msg('Text in the picture'), msg('The description says too little'), msg('License and product disagree')],
  change: [
    msg('Text in the picture'),
    msg('The description does not fit the product'),
    msg('License and product disagree'),
  ],
};

/** Approve, or return with a reason. While a reason is written, nothing is approved by accident. */
export function DecisionForm({ approval, onDecided }: DecisionFormProps) {
  const [reason, setReason] = useState(() => readReason(approval.approval_id));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'approve' | 'return' | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { approval_id: id, title, kind } = approval;
  const isWritten = reason.trim() !== '';

  async function run(given: string | null) {
    if (busy) return;
    setBusy(given === null ? 'approve' : 'return');
    setError(undefined);
    const outcome = await decide(id, given);
    setBusy(null);
    if (outcome.kind === 'failed') return refuse(outcome.message);
    saveReason(id, '');
    if (outcome.kind === 'ended') return onDecided({ type: 'error', message: `${title}: ${outcome.message}` });
    onDecided({
      type: 'success',
      message: given === null ? approvedText(approval) : t('{title} is returned.', { title }),
    });
  }

  useEffect(() => saveReason(id, reason), [id, reason]);

  function refuse(message: string) {
    setError(message);
    form.current?.querySelector('textarea')?.focus();
  }

  function approve() {
    if (isWritten) return refuse(t('A reason is written: return it with that, or clear it to approve.'));
    void run(null);
  }

  function sendBack(event: FormEvent) {
    event.preventDefault();
    if (!isWritten) return refuse(t('Say what has to change, so that it can be approved.'));
    if (reason.length > reasonMaximum)
      return refuse(
        t('Say it in {reasonMaximum} characters.', { reasonMaximum: reasonMaximum.toLocaleString('en-US') }),
      );
    void run(reason.trim());
  }

  /** Behind what is written already. */
  function add(text: string) {
    setError(undefined);
    setReason((known) => (known.trim() === '' ? `${text}.` : `${known.trimEnd()} ${text}.`));
    form.current?.querySelector('textarea')?.focus();
  }

  useKeys({
    a: () => {
      if (!isWritten) approve();
    },
  });

  return (
    <form
      ref={form}
      noValidate
      aria-label={t('Decision')}
      onSubmit={sendBack}
      className="card mt-6 grid gap-4 p-4 shadow-2 sm:p-5"
    >
      <Field
        label={t('Reason, if you return it')}
        name="reason"
        value={reason}
        onChange={(value) => {
          setReason(value);
          setError(undefined);
        }}
        error={error}
        hint={`The seller gets it by mail; it stands on the ${kind === 'application' ? 'application' : 'product'}.`}
        placeholder={t('What has to change, so that it can be approved')}
        rows={2}
        required={false}
      />
      <ul aria-label={t('Reasons used often')} className="flex flex-wrap gap-2">
        {usualReasons[kind].map((text, index) => (
          <li key={index}>
            <button type="button" className="chip pointer-coarse:min-h-10" onClick={() => add(t(text))}>
              {t(text)}
            </button>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-3 sm:flex sm:justify-end">
        <button
          type="submit"
          className="btn btn-line aria-disabled:cursor-progress"
          aria-disabled={busy !== null || undefined}
        >
          {busy === 'return' && <LoaderCircle size={18} aria-hidden className="spinner" />}
          {t('Return with reason')}
        </button>
        <button
          type="button"
          className="btn btn-primary aria-disabled:cursor-progress"
          aria-disabled={busy !== null || undefined}
          aria-keyshortcuts="a"
          onClick={approve}
        >
          {busy === 'approve' && <LoaderCircle size={18} aria-hidden className="spinner" />}
          {rich('Approve{span}', {
            span: (
              <span aria-hidden="true" className="rounded-sm border border-current/40 px-1.5 text-xs max-sm:hidden">
                A
              </span>
            ),
          })}
        </button>
      </div>
      <span role="status" className="sr-only">
        {busy && t('Please wait')}
      </span>
    </form>
  );
}

function approvedText({ kind, title, seller }: Approval): string {
  if (kind === 'application') return t('{title} is approved: the shop may sell now.', { title });
  if (seller.state !== 'approved') return t('{title} is approved.', { title });
  return kind === 'product'
    ? t('{title} is approved and on sale.', { title })
    : t('The change of {title} is approved and on sale.', { title });
}
