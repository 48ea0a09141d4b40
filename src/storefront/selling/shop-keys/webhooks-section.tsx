import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '#contract/selling/webhook.schema.ts';
import { t } from '#language/message.ts';
import { ShownOnce, secretNote } from '#ui/dialog/shown-once.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { newWebhook, toolsPath, useWebhooks } from './tool-actions.ts';
import { eventsText } from './tool-labels.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Where the shop is told of what happens. */
export function WebhooksSection({ seller: { sellerId, address } }: { seller: SellerHere }) {
  const webhooks = useWebhooks(sellerId);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<WebhookWithSecret | null>(null);

  return (
    <Section title={t('Webhooks')} lead={t('Machines of yours that are told at once when something happens, signed.')}>
      <div>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAdding(true)}>
          {t('Add webhook')}
        </button>
      </div>
      <ShowLoaded from={webhooks} skeleton={<RowSkeleton rows={2} />} fault={t('The webhooks could not be loaded.')}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-2">{t('Nobody is told yet.')}</p>
          ) : (
            <ul className="grid gap-5" aria-label={t('Webhooks')}>
              {all.map((webhook) => (
                <li key={webhook.webhook_id}>
                  <SectionRow
                    name={
                      <a
                        className="text-link [overflow-wrap:anywhere]"
                        href={toolsPath(address, { webhook: webhook.webhook_id })}
                      >
                        {webhook.url}
                      </a>
                    }
                    about={
                      <>
                        {eventsText(webhook.events)}
                        <br />
                        {rich('Created by {value}', {
                          value: <bdi>{webhook.made_by || t('someone who has left')}</bdi>,
                        })}
                        {webhook.made_with && (
                          <> {rich('with the key {made_with}', { made_with: <bdi>{webhook.made_with}</bdi> })}</>
                        )}
                      </>
                    }
                  >
                    <WebhookBadge webhook={webhook} />
                  </SectionRow>
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {adding && (
        <WebhookDialog
          title={t('Add webhook')}
          webhook={null}
          onClose={() => setAdding(false)}
          onSave={async (wanted) => {
            const made = await newWebhook(sellerId, { ...wanted, enabled: true });
            if ('fault' in made) return made.fault;
            setAdding(false);
            setAdded(made);
            await webhooks.reload();
            return undefined;
          }}
        />
      )}
      {added && (
        <ShownOnce
          title={t('The secret of this webhook')}
          label={t('Secret')}
          text={added.secret}
          onClose={() => setAdded(null)}
        >
          {secretNote()}
        </ShownOnce>
      )}
    </Section>
  );
}

export function WebhookBadge({ webhook: { enabled, off_reason, failing_since } }: { webhook: Webhook }) {
  if (off_reason === 'gone') return <StatusBadge state="bad">{t('Off: it answered 410')}</StatusBadge>;
  if (off_reason === 'failing') return <StatusBadge state="bad">{t('Off: nothing arrived for days')}</StatusBadge>;
  if (!enabled) return <StatusBadge state="off">{t('Off')}</StatusBadge>;
  return failing_since ? (
    <StatusBadge state="wait">{t('On, failing')}</StatusBadge>
  ) : (
    <StatusBadge state="on">{t('On')}</StatusBadge>
  );
}
