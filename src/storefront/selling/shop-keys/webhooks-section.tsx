import { useState } from 'react';
import type { Webhook, WebhookWithSecret } from '#contract/selling/webhook.schema.ts';
import { ShownOnce, secretNote } from '#ui/dialog/shown-once.tsx';
import { Lamp } from '#ui/lamp.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { RowSkeleton, Section, SectionRow } from '#ui/section.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { newWebhook, toolsPath, useWebhooks } from './tool-actions.ts';
import { eventsText } from './tool-words.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Where the shop is told of what happens. */
export function WebhooksSection({ seller: { sellerId, address } }: { seller: SellerHere }) {
  const webhooks = useWebhooks(sellerId);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<WebhookWithSecret | null>(null);

  return (
    <Section title="Webhooks" lead="Machines of yours that are told at once when something happens, signed.">
      <div>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setAdding(true)}>
          Add webhook
        </button>
      </div>
      <ShowLoaded from={webhooks} skeleton={<RowSkeleton rows={2} />} fault="The webhooks could not be loaded.">
        {(all) =>
          all.length === 0 ? (
            <p className="text-ink-2">Nobody is told yet.</p>
          ) : (
            <ul className="grid gap-5" aria-label="Webhooks">
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
                        Created by <bdi>{webhook.made_by || 'someone who has left'}</bdi>
                        {webhook.made_with && (
                          <>
                            {' '}
                            with the key <bdi>{webhook.made_with}</bdi>
                          </>
                        )}
                      </>
                    }
                  >
                    <WebhookLamp webhook={webhook} />
                  </SectionRow>
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {adding && (
        <WebhookDialog
          title="Add webhook"
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
        <ShownOnce title="The secret of this webhook" label="Secret" text={added.secret} onClose={() => setAdded(null)}>
          {secretNote}
        </ShownOnce>
      )}
    </Section>
  );
}

export function WebhookLamp({ webhook: { enabled, off_reason, failing_since } }: { webhook: Webhook }) {
  if (off_reason === 'gone') return <Lamp state="bad">Off: it answered 410</Lamp>;
  if (off_reason === 'failing') return <Lamp state="bad">Off: nothing arrived for days</Lamp>;
  if (!enabled) return <Lamp state="off">Off</Lamp>;
  return failing_since ? <Lamp state="wait">On, failing</Lamp> : <Lamp state="on">On</Lamp>;
}
