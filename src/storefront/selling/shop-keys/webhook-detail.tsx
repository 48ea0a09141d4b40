import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { showAlert } from '#client/alert/alert.ts';
import type { Webhook, WebhookWithSecret } from '#contract/selling/webhook.schema.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShownOnce, secretNote } from '#ui/dialog/shown-once.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { DeliveryList } from './delivery-list.tsx';
import {
  newSecret,
  type OwnWebhook,
  saveWebhook,
  takeAway,
  test,
  toolsPath,
  useWebhook,
  type WantedWebhook,
} from './tool-actions.ts';
import { eventsText } from './tool-labels.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookBadge } from './webhooks-section.tsx';

/** One webhook: what it is told, and what was sent to it. */
export function WebhookDetail({ seller, webhookId }: { seller: SellerHere; webhookId: string }) {
  const own = { sellerId: seller.sellerId, webhookId };
  const webhook = useWebhook(own);
  /** Counts what was sent from here: the list is read anew. */
  const [sent, setSent] = useState(0);
  return (
    <div className="grid gap-6">
      <a
        className="text-link inline-flex items-center gap-1 justify-self-start text-sm"
        href={toolsPath(seller.address)}
      >
        <ChevronLeft size={16} aria-hidden />
        {t('All keys and webhooks')}
      </a>
      <ShowLoaded from={webhook} skeleton={<RowSkeleton rows={3} />} fault={t('The webhook could not be loaded.')}>
        {({ found }) =>
          found ? (
            <div className="grid gap-6">
              <Head
                key={found.webhook_id}
                seller={seller}
                own={own}
                webhook={found}
                onChanged={webhook.reload}
                onSent={() => setSent(sent + 1)}
              />
              <DeliveryList key={sent} seller={seller} own={own} />
            </div>
          ) : (
            <p className="text-ink-2">{t('There is no such webhook any more.')}</p>
          )
        }
      </ShowLoaded>
    </div>
  );
}

type HeadProps = {
  seller: SellerHere;
  own: OwnWebhook;
  webhook: Webhook;
  onChanged: () => Promise<void>;
  onSent: () => void;
};

function Head({ seller, own, webhook, onChanged, onSent }: HeadProps) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [secret, setSecret] = useState<WebhookWithSecret | null>(null);
  const [outcome, setOutcome] = useState<{ text: string; isGood: boolean } | null>(null);
  const { url, events, enabled } = webhook;

  async function save(wanted: Partial<WantedWebhook>, message: string) {
    const fault = await saveWebhook(own, { url, events, enabled, ...wanted });
    if (fault) return fault;
    setOpen(null);
    showAlert({ type: 'success', message });
    await onChanged();
    return undefined;
  }

  async function sendTest() {
    setOutcome(null);
    const came = await test(own);
    if ('fault' in came) return came.fault;
    onSent();
    const last = came.tries.at(-1);
    const isGood = came.state === 'delivered';
    const text = isGood
      ? t('The test was taken: it answered {status} after {duration_ms} ms.', {
          status: last?.status ?? '',
          duration_ms: last?.duration_ms ?? '',
        })
      : came.state === 'failed'
        ? t('The test was not taken. {value}', { value: came.failure ?? '' })
        : t('The test waits. Look at the deliveries in a moment.');
    setOutcome({ text, isGood });
    return undefined;
  }

  async function rotate() {
    const made = await newSecret(own);
    if ('fault' in made) return made.fault;
    setSecret(made);
    await onChanged();
    return undefined;
  }

  async function remove() {
    const fault = await takeAway(own);
    if (fault) return fault;
    showAlert({ type: 'success', message: t('The webhook is removed') }, { persist: true });
    navigate(toolsPath(seller.address));
    return undefined;
  }

  return (
    <section aria-label={t('Webhook')} className="grid gap-4 border-b pb-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg [overflow-wrap:anywhere]">{url}</h2>
        <WebhookBadge webhook={webhook} />
      </div>
      <p className="text-sm text-ink-2">{eventsText(events)}</p>
      {webhook.failing_since && (
        <p className="text-sm text-ink-2">
          {t('Nothing has arrived since')} <LocalTime instant={webhook.failing_since} />
          {t('. It is tried again; see the deliveries for what came back.')}
        </p>
      )}
      {webhook.previous_secret_until && (
        <p className="text-sm text-ink-2">
          {t('Until')} <LocalTime instant={webhook.previous_secret_until} />{' '}
          {t('events are signed with the secret of before, too.')}
        </p>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <ActionButton action={sendTest}>{t('Send a test')}</ActionButton>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('edit')}>
          {t('Edit')}
        </button>
        <ActionButton
          action={() => save({ enabled: !enabled }, enabled ? t('The webhook is off') : t('The webhook is on'))}
        >
          {enabled ? t('Switch off') : t('Switch on')}
        </ActionButton>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('rotate')}>
          {t('New secret')}
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('remove')}>
          {t('Remove')}
        </button>
      </div>
      <p role="status" className={`text-sm empty:hidden ${outcome?.isGood ? 'text-success' : 'text-danger'}`}>
        {outcome?.text}
      </p>
      {open === 'edit' && (
        <WebhookDialog
          title={t('Edit webhook')}
          webhook={webhook}
          onClose={() => setOpen(null)}
          onSave={(wanted) => save(wanted, t('The webhook is changed'))}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          tone="harm"
          title={t('Make a new secret?')}
          confirmLabel={t('Make new secret')}
          onConfirm={rotate}
          onClose={() => setOpen(null)}
        >
          <p>
            {t(
              'For a day both secrets sign, so that you can change it without losing anything. Then the old one ends.',
            )}
          </p>
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          tone="harm"
          title={t('Remove this webhook?')}
          confirmLabel={t('Remove webhook')}
          onConfirm={remove}
          onClose={() => setOpen(null)}
        >
          <p>{t('Nothing is sent there any more, and the list of what was sent is gone.')}</p>
        </ConfirmDialog>
      )}
      {secret && (
        <ShownOnce title={t('The new secret')} label={t('Secret')} text={secret.secret} onClose={() => setSecret(null)}>
          {secretNote()}
        </ShownOnce>
      )}
    </section>
  );
}
