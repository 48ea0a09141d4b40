import { type KeyboardEvent, useState } from 'react';
import { messageMaximum } from '#contract/people/message-limits.ts';
import { t } from '#language/message.ts';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';

type MessageFormProps = {
  label: string;
  initial?: string;
  /** Resolves with what went wrong, or with nothing: then the field is empty again. */
  send: (text: string) => Promise<string | undefined>;
};

/** A message to write; Ctrl and Enter send it. */
export function MessageForm({ label, initial = '', send }: MessageFormProps) {
  const [fault, setFault] = useState<string>();
  const form = useForm({
    initial: { text: initial },
    check: ({ text }) => ({
      ...(text.trim() === '' && { text: t('Write a message') }),
      ...(text.trim().length > messageMaximum && {
        text: `At most ${messageMaximum} characters; these are ${text.trim().length}`,
      }),
    }),
    begin: () => setFault(undefined),
    async send({ text }) {
      const found = await send(text.trim());
      setFault(found);
      return found === undefined ? { clear: ['text'] } : undefined;
    },
  });

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  }

  return (
    <form {...form.props} className="grid gap-3" onKeyDown={onKeyDown}>
      <Field
        {...form.field('text')}
        label={label}
        rows={initial ? 7 : 4}
        hint={t('Ctrl and Enter send it. Never write passwords here.')}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {fault}
      </p>
      <div>
        <SubmitButton busy={form.busy} className="btn btn-primary">
          {t('Send')}
        </SubmitButton>
      </div>
    </form>
  );
}
