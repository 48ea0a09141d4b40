import { type FormEvent, useState } from 'react';
import { type ContactField, type ContactMessage, checkContactMessage } from '#contract/contact.ts';
import { Field } from '../ui/field.tsx';

const empty: ContactMessage = { senderEmail: '', senderSubject: '', senderMessage: '' };

/** Errors appear once a field is touched or changed; the button waits until every field is valid. */
export function ContactForm({ onValid }: { onValid: () => void }) {
  const [message, setMessage] = useState(empty);
  const [touched, setTouched] = useState<Partial<Record<ContactField, true>>>({});
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

  function submit(event: FormEvent) {
    event.preventDefault();
    // As specified, submitting only logs whether the form is valid, and makes no call.
    // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the browser's console
    console.log(`Contact form valid: ${valid}`);
    if (valid) onValid();
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5" aria-label="Contact">
      <Field label="Your email" {...field('senderEmail')} type="email" autoComplete="email" />
      <Field label="Subject" {...field('senderSubject')} />
      <Field label="Message" {...field('senderMessage')} rows={6} />
      <button type="submit" className="btn btn-primary btn-lg justify-self-start needs-script" disabled={!valid}>
        Send message
      </button>
      <p className="without-script text-ink-2">This form needs scripts; the address beside it always works.</p>
    </form>
  );
}
