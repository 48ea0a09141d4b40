import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import { type HoursEntryKind, minutesText, type StopReason } from '#contract/goods/access/hours.ts';
import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { newThreadPath } from '#contract/people/message.ts';
import { type Message, msg, t } from '#language/message.ts';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { localDate } from '#ui/local-date.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { productPath } from '../../../catalogue/paths.ts';
import { optionsQuery } from '../../../catalogue/product/options/options-query.ts';
import { ExtendDialog } from '../extend/extend-dialog.tsx';
import { entryName } from '../library-labels.ts';
import { RowsSkeleton } from '../rows-skeleton.tsx';
import { RunningMachine } from './running-machine.tsx';
import { ShownFields } from './shown-fields.tsx';
import type { GoodsState } from './use-goods-state.ts';
import { useLedger } from './use-ledger.ts';

/** Why the machine is off, where its user has not just stopped it. */
const stopTexts: Partial<Record<StopReason, Message>> = {
  time_limit: msg('The machine has stopped: the time that you had set is over.'),
  budget: msg('The machine has stopped: the budget that you had set is used up.'),
  used_up: msg('The machine has stopped: your hours are used up.'),
  shop: msg('The shop has stopped the machine.'),
  machine: msg('The machine has ended, as the shop says.'),
};

/** Hours that are left, how the machine is reached, and where the minutes went. */
export function HoursSection({ entry, hours }: { entry: LibraryEntry; hours: GoodsState['hours'] }) {
  return (
    <section aria-label={t('Hours of {entry}', { entry: entryName(entry) })}>
      <ShowLoaded from={hours} skeleton={<RowsSkeleton rows={1} />} fault={t('The hours could not be loaded.')}>
        {({ found }) => found && <Hours entry={entry} hours={found} reload={hours.reload} />}
      </ShowLoaded>
    </section>
  );
}

type HoursProps = { entry: LibraryEntry; hours: LibraryHours; reload: () => Promise<void> };

function Hours({ entry, hours, reload }: HoursProps) {
  const [showsLedger, setShowsLedger] = useState(false);
  const [isExtending, setExtends] = useState(false);
  const { session, minutes_left: left, minutes_bought: bought, minutes_left_in_all: inAll } = hours;
  const { product, selected_options: options } = entry;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Meter hours={hours} />
      {inAll > left && (
        <p className="text-[0.8125rem] text-ink-3">
          {t('With what you have beside it {inAll} are left: a running machine goes on with that.', {
            inAll: minutesText(inAll),
          })}
        </p>
      )}
      {session?.state === 'starting' && (
        <p className="text-sm text-ink-2" role="status">
          {t('The machine is being started. Nothing is counted until it runs.')}
        </p>
      )}
      {session?.state === 'failed' && (
        <p className="text-sm text-danger">
          {t('The machine could not be started')}
          {session.failure && `: ${session.failure}`}
          {t('. Nothing was counted.')}
        </p>
      )}
      {session && (session.state === 'running' || session.state === 'stopping') && (
        <ShownFields fields={session.fields} />
      )}
      {session?.state === 'running' && <RunningMachine hours={hours} machine={session} reload={reload} />}
      {session?.state === 'stopped' && session.stop_reason && stopTexts[session.stop_reason] && (
        <p className="text-sm text-ink-2">{t(stopTexts[session.stop_reason])}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {product.sold && hours.may_extend && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setExtends(true)}>
            <Plus size={14} strokeWidth={1.8} aria-hidden />
            {rich('Extend{span}', { span: <span className="sr-only"> {product.name}</span> })}
          </button>
        )}
        {product.sold && !hours.may_extend && (
          <a className="btn btn-line btn-sm" href={productPath(product.id) + optionsQuery(options)}>
            <Plus size={14} strokeWidth={1.8} aria-hidden />
            {rich('Add hours{span}', {
              span: <span className="sr-only"> {t('of {name}', { name: product.name })}</span>,
            })}
          </a>
        )}
        {bought > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-expanded={showsLedger}
            onClick={() => setShowsLedger(!showsLedger)}
          >
            {t('Ledger of minutes')}
          </button>
        )}
        {session?.started_at && <ReportOutage entry={entry} machine={session.session_id} />}
      </div>
      {isExtending && <ExtendDialog entry={entry} onClose={() => setExtends(false)} />}
      {showsLedger && <Ledger key={`${session?.session_id} ${session?.state}`} entry={entry} left={left} />}
    </div>
  );
}

/** To the shop as a message of the order; to the operator, whose products have no shop, by the form for everybody. */
function ReportOutage({
  entry: { order_id: orderId, seller, product },
  machine,
}: {
  entry: LibraryEntry;
  machine: string;
}) {
  if (seller && !orderId) return null;
  const href = seller && orderId ? newThreadPath({ order: orderId, seller: seller.address, machine }) : '/contact';
  return (
    <a className="btn btn-ghost btn-sm" href={href}>
      {rich('Report an outage{span}', {
        span: <span className="sr-only"> {t('of {name}', { name: product.name })}</span>,
      })}
    </a>
  );
}

function Meter({ hours }: { hours: LibraryHours }) {
  const { minutes_left: left, minutes_bought: bought, minutes_used: used, expires_at: expires } = hours;
  const share = bought > 0 ? Math.max(0, Math.min(1, left / bought)) : 0;
  return (
    <div className="num grid gap-1.5">
      <p>
        <span className="text-[1.375rem] font-[560] tracking-[-.025em]">{minutesText(left)}</span>{' '}
        <span className="text-ink-3">{t('left of {bought}', { bought: minutesText(bought) })}</span>
      </p>
      <div
        role="img"
        aria-label={t('{left} left of {bought}', { left: minutesText(left), bought: minutesText(bought) })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-[0.8125rem] text-ink-3">
        <span>{t('{used} used', { used: minutesText(used) })}</span>
        {expires && <span>{t('Kept until {value}', { value: localDate(new Date(expires)) })}</span>}
      </p>
    </div>
  );
}

const words: Record<HoursEntryKind, Message> = {
  bought: msg('Bought'),
  used: msg('Used'),
  returned: msg('Given back'),
  expired: msg('Expired'),
  taken: msg('Taken back'),
};

function Ledger({ entry, left }: { entry: LibraryEntry; left: number }) {
  const { first, items, more } = useLedger(entry.entitlement_id);
  return (
    <ShowLoaded from={first} skeleton={<RowsSkeleton rows={2} />} fault={t('The ledger could not be loaded.')}>
      {() => (
        <div className="grid gap-3">
          <table className="num w-full text-[0.8125rem]">
            <caption className="sr-only">{t('Ledger of minutes of {entry}', { entry: entryName(entry) })}</caption>
            <thead className="text-left text-xs text-ink-3">
              <tr className="border-b">
                <th scope="col" className="py-2 pr-4 font-normal">
                  {t('What')}
                </th>
                <th scope="col" className="py-2 pr-4 font-normal">
                  {t('When')}
                </th>
                <th scope="col" className="py-2 text-right font-normal">
                  {t('Minutes')}
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ entry_id, kind, minutes, since, at, reason }) => (
                <tr key={entry_id} className="border-b align-top">
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    {t(words[kind])}
                    {reason && <span className="block text-ink-3">{reason}</span>}
                  </th>
                  <td className="py-2 pr-4 text-ink-2">
                    <LocalTime instant={since} />
                    {since !== at && (
                      <span className="block text-ink-3">
                        {t('to')} <LocalTime instant={at} />
                      </span>
                    )}
                  </td>
                  <td className="whitespace-nowrap py-2 text-right">
                    {`${minutes < 0 ? '−' : '+'}${Math.abs(minutes).toLocaleString('en-US')}`}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-[560]">
                <th scope="row" colSpan={2} className="py-2 pr-4 text-left font-[560]">
                  {more ? t('Left, with what is older') : t('Left, the sum of these')}
                </th>
                <td className="whitespace-nowrap py-2 text-right">
                  {(more ? left : items.reduce((sum, { minutes }) => sum + minutes, 0)).toLocaleString('en-US')}
                </td>
              </tr>
            </tfoot>
          </table>
          {more && <ActionButton action={more}>{t('Show older entries')}</ActionButton>}
        </div>
      )}
    </ShowLoaded>
  );
}
