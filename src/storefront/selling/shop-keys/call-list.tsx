import type { ProvisionCall } from '#contract/goods/access/provision.schema.ts';
import type { ProvisionCallState, ProvisionCallType } from '#contract/goods/access/provision.ts';
import { type Message, msg, t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { callAgain, useCalls } from './endpoint-actions.ts';

/** Calls of an endpoint, as its owner reads them. */
const callNames: Record<ProvisionCallType, Message> = {
  'access.grant': msg('Give access'),
  'access.withdraw': msg('Withdraw access'),
  'hours.start': msg('Start a machine'),
  'hours.stop': msg('Stop a machine'),
  'hours.extend': msg('Change the hours of a machine'),
  'hours.status': msg('How a machine does'),
};

const states: Record<ProvisionCallState, { badge: BadgeState; word: Message }> = {
  waiting: { badge: 'wait', word: msg('Waiting') },
  sent: { badge: 'on', word: msg('Taken') },
  failed: { badge: 'bad', word: msg('Given up') },
};

/** Calls of the endpoint, newest first; open ones can be repeated at once. */
export function CallList({ sellerId }: { sellerId: string }) {
  const { first, items, more } = useCalls(sellerId);

  async function again({ call_id }: ProvisionCall) {
    const repeated = await callAgain(sellerId, call_id);
    return 'fault' in repeated ? repeated.fault : undefined;
  }

  return (
    <section aria-labelledby="calls" className="grid gap-3">
      <h3 id="calls" className="text-base">
        {t('Calls')}
      </h3>
      <ShowLoaded from={first} skeleton={<RowSkeleton rows={2} />} fault={t('The calls could not be loaded.')}>
        {() =>
          items.length === 0 ? (
            <p className="text-sm text-ink-2">
              {t('Nothing was asked for yet. Each call stands here for 90 days, with what became of it.')}
            </p>
          ) : (
            <ul aria-label={t('Calls')} className="grid border-b text-sm">
              {items.map((call) => (
                <li
                  key={call.call_id}
                  className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t py-3"
                >
                  <Call call={call} />
                  {call.state !== 'sent' && (
                    <ActionButton action={() => again(call)}>
                      {rich('Ask again{value}', {
                        value: <span className="sr-only">{`: ${t(callNames[call.type])}`}</span>,
                      })}
                    </ActionButton>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
      {more && <ActionButton action={more}>{t('Show older calls')}</ActionButton>}
    </section>
  );
}

function Call({ call }: { call: ProvisionCall }) {
  const { badge, word } = states[call.state];
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-[540]">{t(callNames[call.type])}</span>
        <StatusBadge state={badge}>{t(word)}</StatusBadge>
      </p>
      <p className="num text-ink-3">
        <LocalTime instant={call.create_time} />
        {call.attempts > 1 && t(', {attempts} attempts', { attempts: call.attempts })}
      </p>
      {call.failure && call.state !== 'sent' && <p className="text-ink-2 [overflow-wrap:anywhere]">{call.failure}</p>}
      {call.next_attempt_at && call.attempts > 0 && (
        <p className="text-ink-3">
          {t('Asked again at')} <LocalTime instant={call.next_attempt_at} />
        </p>
      )}
      {call.promised_at && call.state !== 'sent' && (
        <p className="text-ink-3">
          {t('Promised until')} <LocalTime instant={call.promised_at} />
        </p>
      )}
    </div>
  );
}
