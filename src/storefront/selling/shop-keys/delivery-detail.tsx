import { ChevronLeft } from 'lucide-react';
import type { DeliveryDetail as Detail } from '#contract/selling/webhook.schema.ts';
import { t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { type OwnWebhook, sendAgain, toolsPath, useDelivery } from './tool-actions.ts';
import { deliveryLabels, eventName } from './tool-labels.ts';

/** One delivery, with each request and what came back. */
export function DeliveryDetail({
  seller,
  own,
  deliveryId,
}: {
  seller: SellerHere;
  own: OwnWebhook;
  deliveryId: string;
}) {
  const delivery = useDelivery(own, deliveryId);

  return (
    <div className="grid gap-6">
      <a
        className="text-link inline-flex items-center gap-1 justify-self-start text-sm"
        href={toolsPath(seller.address, { webhook: own.webhookId })}
      >
        <ChevronLeft size={16} aria-hidden />
        {t('All deliveries')}
      </a>
      <ShowLoaded from={delivery} skeleton={<RowSkeleton rows={4} />} fault={t('The delivery could not be loaded.')}>
        {({ found }) =>
          found ? (
            <Shown detail={found} onAgain={() => sendAgain(own, deliveryId)} />
          ) : (
            <p className="text-ink-2">{t('There is no such delivery. What is older than 30 days is forgotten.')}</p>
          )
        }
      </ShowLoaded>
    </div>
  );
}

function Shown({ detail, onAgain }: { detail: Detail; onAgain: () => Promise<string | undefined> }) {
  const { badge, word } = deliveryLabels[detail.state];
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2 className="text-lg">{eventName(detail.type)}</h2>
          <p className="flex flex-wrap gap-x-3 text-sm text-ink-3">
            <StatusBadge state={badge}>{t(word)}</StatusBadge>
            <LocalTime instant={detail.create_time} />
            <code className="font-mono [overflow-wrap:anywhere]">{detail.event_id}</code>
          </p>
          {detail.next_attempt_at && detail.attempts > 0 && (
            <p className="text-sm text-ink-2">
              {t('It is tried again at')} <LocalTime instant={detail.next_attempt_at} />.
            </p>
          )}
        </div>
        <ActionButton action={onAgain}>{t('Send again')}</ActionButton>
      </div>
      <Text title={t('What is sent')} text={pretty(detail.request_body)} />
      {detail.tries.toReversed().map((attempt, index) => (
        <section
          key={attempt.at}
          aria-label={t('Attempt {value}', { value: detail.tries.length - index })}
          className="grid gap-3 border-t pt-5"
        >
          <h3 className="flex flex-wrap items-center gap-x-3 text-base">
            {rich('Attempt {value}{span}', {
              value: detail.tries.length - index,
              span: (
                <span className="num text-sm font-normal text-ink-3">
                  <LocalTime instant={attempt.at} />
                  {t(', {duration_ms} ms', { duration_ms: attempt.duration_ms })}
                </span>
              ),
            })}
          </h3>
          {attempt.error ? (
            <StatusBadge state="bad">
              <span className="whitespace-normal">{attempt.error}</span>
            </StatusBadge>
          ) : (
            <StatusBadge state="on">{t('It answered {status}', { status: attempt.status ?? '' })}</StatusBadge>
          )}
          <Text title={t('Answer')} text={attempt.answer || t('It was empty.')} />
          <details>
            <summary className="text-link w-fit cursor-pointer text-sm">{t('Request')}</summary>
            <div className="mt-3">
              <Text title={attempt.url} text={headersText(attempt.request_headers)} />
            </div>
          </details>
        </section>
      ))}
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid min-w-0 gap-1.5">
      <figcaption className="text-sm text-ink-3 [overflow-wrap:anywhere]">{title}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
      <pre tabIndex={0} className="max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5">
        {text}
      </pre>
    </figure>
  );
}

function headersText(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
