import { type FormEvent, useState } from 'react';
import { type ContactField, type ContactMessage, checkContactMessage } from '#contract/contact.ts';

const empty: ContactMessage = { senderEmail: '', senderSubject: '', senderMessage: '' };

/** Errors appear once a field is touched or changed; the button waits until every field is valid. */
export function ContactForm({ onValid }: { onValid: () => void }) {
  const [message, setMessage] = useState(empty);
  const [touched, setTouched] = useState<Partial<Record<ContactField, true>>>({});
  const faults = checkContactMessage(message);
  const valid = Object.keys(faults).length === 0;

  function field(name: ContactField) {
    const fault = touched[name] ? faults[name] : undefined;
    return {
      name,
      fault,
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

type FieldProps = {
  label: string;
  name: ContactField;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  type?: string;
  autoComplete?: string;
  rows?: number;
};

function Field({ label, name, fault, onChange, rows, ...rest }: FieldProps) {
  const errorId = `${name}-error`;
  const shared = {
    ...rest,
    id: name,
    name,
    required: true,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': fault ? errorId : undefined,
    className: 'field font-normal',
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="text-sm font-[560]">
        {label}
      </label>
      {rows ? (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input {...shared} onChange={(event) => onChange(event.target.value)} />
      )}
      <p id={errorId} role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
    </div>
  );
}
