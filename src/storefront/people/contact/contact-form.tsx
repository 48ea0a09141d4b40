import { type FormEvent, useRef, useState } from 'react';
import {
  type ContactField,
  type ContactMessage,
  checkContactMessage,
  messageMinimum,
  subjectMinimum,
} from '#contract/people/contact.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import type { SubmitMessage } from './submit-message.ts';

const empty: ContactMessage = { senderEmail: '', senderSubject: '', senderMessage: '' };

/** Not by a property that changes with hydration: rendering again then empties what somebody is just typing. */
function judgeByScript(form: HTMLFormElement | null): void {
  if (form) form.noValidate = true;
}

type ContactFormProps = {
  onSubmit: SubmitMessage;
  /** Where it is sent without scripts; null where nothing takes it. */
  action: string | null;
};

/**
 * Errors appear once a field is touched or changed; the button waits until every field is valid. Without scripts the
 * browser judges the fields, and sends them.
 */
export function ContactForm({ onSubmit, action }: ContactFormProps) {
  const [message, setMessage] = useState(empty);
  const [touched, setTouched] = useState<Partial<Record<ContactField, true>>>({});
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const sending = useRef(false);
  const faults = checkContactMessage(message);
  const valid = Object.keys(faults).length === 0;

  function field(name: ContactField) {
    return {
      name,
      error: touched[name] && faults[name],
      value: message[name],
      onChange: (value: string) => {
        setMessage({ ...message, [name]: value });
        setTouched({ ...touched, [name]: true });
      },
      onBlur: () => setTouched({ ...touched, [name]: true }),
    };
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (sending.current || !valid) return;
    sending.current = true;
    setBusy(true);
    setFault(undefined);
    setFault(await onSubmit(message, valid));
    setBusy(false);
    sending.current = false;
  }

  return (
    <form
      ref={judgeByScript}
      onSubmit={submit}
      className="grid gap-5"
      aria-label={t('Contact')}
      {...(action && { method: 'post', action })}
    >
      <Field label={t('Your email')} {...field('senderEmail')} type="email" autoComplete="email" />
      <Field label={t('Subject')} {...field('senderSubject')} minLength={subjectMinimum} />
      <Field label={t('Message')} {...field('senderMessage')} rows={6} minLength={messageMinimum} />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      {/* Before the other: Enter presses the first button of a form, also one that is not shown. */}
      <div className="without-script">
        {action ? (
          <button type="submit" className="btn btn-primary btn-lg">
            {t('Send message')}
          </button>
        ) : (
          <p className="text-ink-2">{t('This form needs scripts; the address beside it always works.')}</p>
        )}
      </div>
      <div className="needs-script">
        <SubmitButton busy={busy} disabled={!valid} className="btn btn-primary btn-lg">
          {t('Send message')}
        </SubmitButton>
      </div>
    </form>
  );
}
