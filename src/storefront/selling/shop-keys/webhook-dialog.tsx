import { type ReactNode, useState } from 'react';
import type { Webhook } from '#contract/selling/webhook.schema.ts';
import { type WebhookEvent, webhookEvents } from '#contract/selling/webhook.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { Field } from '#ui/form/field.tsx';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { TickList } from './tick-list.tsx';
import { eventNames } from './tool-labels.ts';

type WebhookDialogProps = {
  title: string;
  /** Null: a new one. */
  webhook: Webhook | null;
  /** Resolves with what is wrong with it, or with nothing. */
  onSave: (wanted: { url: string; events: WebhookEvent[] }) => Promise<string | undefined>;
  onClose: () => void;
};

/** Where events go, and which. */
export function WebhookDialog({ title, webhook, onSave, onClose }: WebhookDialogProps) {
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [...webhookEvents]);
  const [judged, setJudged] = useState(false);
  const form = useForm({
    initial: { url: webhook?.url ?? '' },
    check: ({ url }) =>
      URL.canParse(url.trim()) ? {} : { url: 'Enter an address such as https://example.com/webhooks' },
    begin: () => setJudged(true),
    async send({ url }) {
      if (events.length === 0) return {};
      const fault: ReactNode = await onSave({ url: url.trim(), events });
      return fault ? { errors: { url: fault } } : undefined;
    },
  });
  return (
    <Dialog title={title} busy={form.busy} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <Field
          label={t('Address')}
          type="url"
          autoComplete="off"
          hint={t('A public machine of yours that answers by https within ten seconds.')}
          {...form.field('url')}
        />
        <TickList
          legend={t('Tell it when')}
          names={eventNames}
          chosen={events}
          error={judged && events.length === 0 ? t('Choose at least one') : undefined}
          onChange={setEvents}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-line" onClick={() => !form.busy && onClose()}>
            {t('Cancel')}
          </button>
          <SubmitButton busy={form.busy} className="btn btn-primary">
            {webhook ? t('Save webhook') : t('Add webhook')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
