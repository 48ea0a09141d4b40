import { useState } from 'react';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { MachineSession, SellerHours } from '#contract/goods/access/hours.schema.ts';
import { machineText, minutesText, type StopReason } from '#contract/goods/access/hours.ts';
import { type Message, msg, t } from '#language/message.ts';
import { CopyableLines } from '#ui/copyable-lines.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { StatusBadge } from '#ui/status-badge.tsx';
import { salesPath } from '../../ordering/seller-order/sales.ts';
import type { SellerHere } from '../../selling/seller/seller-screen.tsx';
import { MachineDialog } from './machine-dialog.tsx';
import { OutageDialog } from './outage-dialog.tsx';
import { stoppedByHand } from './sold-hours.ts';

type SoldHoursRowProps = {
  seller: SellerHere;
  hours: SellerHours;
  mayAct: boolean;
  onChanged: (hours: SellerHours) => void;
};

/** Hours of one purchase: what is left, whether the machine is on, and what the buyer waits for. */
export function SoldHoursRow({ seller, hours, mayAct, onChanged }: SoldHoursRowProps) {
  const [open, setOpen] = useState<'start' | 'stop' | 'outage' | null>(null);
  const { session, request } = hours;
  const close = () => setOpen(null);
  const isByHand = hours.by === 'hand';
  const isOn = session?.state === 'running';
  const name = hours.product_name;
  return (
    <article aria-label={name} className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-base [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-sm text-ink-3">
            {hours.selected_options.length > 0 && `${selectedOptionsText(hours.selected_options)} · `}
            {hours.machine && `${machineText(hours.machine)} · `}
            {hours.order_id ? (
              <a className="text-link" href={salesPath(seller.address, { id: hours.order_id })}>
                {t('Order {order_id}', { order_id: hours.order_id })}
              </a>
            ) : (
              t('A gift')
            )}
            {' · '}
            <LocalTime instant={hours.granted_at} />
          </p>
        </div>
        <MachineBadge hours={hours} />
      </div>
      <Balance hours={hours} />
      {session && <Machine session={session} />}
      {session && isByHand && session.ssh_keys.length > 0 && (
        <CopyableLines
          lines={session.ssh_keys}
          label={t('SSH keys for {name}', { name })}
          copyLabel={t('Copy SSH keys')}
        >
          {t("The buyer logs in with these SSH keys: add them to the machine's authorized_keys.")}
        </CopyableLines>
      )}
      {request && (
        <p className="text-sm text-warning">
          {request === 'start'
            ? t('The buyer waits for the machine: start it, then say how it is reached. Minutes count from then on.')
            : t('The buyer has stopped it, and nothing is counted any more: switch the machine off, then say so.')}
        </p>
      )}
      {mayAct && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isByHand && request === 'start' && (
            <button type="button" className="btn btn-primary btn-sm" onClick={() => setOpen('start')}>
              {rich('It is on{value}', { value: <span className="sr-only">{`: ${name}`}</span> })}
            </button>
          )}
          {isByHand && request === 'stop' && (
            <button type="button" className="btn btn-primary btn-sm" onClick={() => setOpen('stop')}>
              {rich('It is off{value}', { value: <span className="sr-only">{`: ${name}`}</span> })}
            </button>
          )}
          {isByHand && isOn && !request && (
            <>
              <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('start')}>
                {rich('Change how it is reached{value}', { value: <span className="sr-only">{`: ${name}`}</span> })}
              </button>
              <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('stop')}>
                {rich('Stop it{value}', { value: <span className="sr-only">{`: ${name}`}</span> })}
              </button>
            </>
          )}
          {session?.started_at && (
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => setOpen('outage')}>
              {rich('Record an outage{value}', {
                value: <span className="sr-only">{t(' of this machine: {name}', { name })}</span>,
              })}
            </button>
          )}
        </div>
      )}
      {open === 'start' && (
        <MachineDialog sellerId={seller.sellerId} hours={hours} onDone={onChanged} onClose={close} />
      )}
      {open === 'stop' && (
        <ConfirmDialog
          tone="main"
          title={request === 'stop' ? t('Is the machine off?') : t('Stop the machine?')}
          confirmLabel={request === 'stop' ? t('It is off') : t('It is off, stop counting')}
          onConfirm={() => stoppedByHand(seller.sellerId, hours, onChanged)}
          onClose={close}
        >
          <p>
            {request === 'stop'
              ? t('The buyer can ask for it anew as long as minutes are left.')
              : t('Switch it off first. The buyer keeps what is left, and can ask for the machine anew.')}
          </p>
        </ConfirmDialog>
      )}
      {open === 'outage' && session && (
        <OutageDialog sellerId={seller.sellerId} session={session} about={name} onClose={close} />
      )}
    </article>
  );
}

function MachineBadge({ hours: { state, session, request } }: { hours: SellerHours }) {
  if (request)
    return (
      <StatusBadge state="due">{request === 'start' ? t('Waits to be started') : t('Waits to be stopped')}</StatusBadge>
    );
  if (session?.state === 'running') return <StatusBadge state="hot">{t('Running')}</StatusBadge>;
  if (session?.state === 'starting') return <StatusBadge state="wait">{t('Starting')}</StatusBadge>;
  if (session?.state === 'stopping') return <StatusBadge state="wait">{t('Stopping')}</StatusBadge>;
  if (state === 'on_hold') return <StatusBadge state="wait">{t('Payment is looked at')}</StatusBadge>;
  if (state === 'expired') return <StatusBadge state="off">{t('Expired')}</StatusBadge>;
  if (state === 'ended') return <StatusBadge state="off">{t('Refunded or withdrawn')}</StatusBadge>;
  return <StatusBadge state="off">{t('Off')}</StatusBadge>;
}

function Balance({ hours }: { hours: SellerHours }) {
  const { minutes_bought: bought, minutes_used: used, minutes_left: left, expires_at: until, state } = hours;
  return (
    <div className="grid max-w-[36rem] gap-1.5 text-sm">
      <p className="num flex flex-wrap justify-between gap-x-4">
        <span>
          <b className="font-[560]">{minutesText(left)}</b>
          {t(' of {bought} left', { bought: minutesText(bought) })}
        </span>
        {until && (
          <span className="text-ink-3">
            {state === 'expired' ? t('Expired ') : t('Expires ')}
            <LocalTime instant={until} />
          </span>
        )}
      </p>
      <meter
        className="h-1.5 w-full"
        aria-label={t('Minutes used')}
        min={0}
        max={Math.max(1, bought)}
        value={Math.min(used, bought)}
      />
    </div>
  );
}

const stopped: Record<StopReason, Message> = {
  buyer: msg('the buyer stopped it'),
  used_up: msg('all minutes were used'),
  expired: msg('the hours expired'),
  refunded: msg('it was refunded'),
  on_hold: msg('the payment is looked at'),
  shop: msg('you stopped it'),
  machine: msg('the machine ended'),
  not_started: msg('it did not start'),
  time_limit: msg('the time that the buyer had set was over'),
  budget: msg('the budget that the buyer had set was used up'),
};

function Machine({ session }: { session: MachineSession }) {
  const { started_at: started, stopped_at: ended, stop_reason: why, minutes, minutes_returned: returned } = session;
  return (
    <p className="num text-sm text-ink-2 [overflow-wrap:anywhere]">
      {started ? (
        <>
          {t('On since ')}
          <LocalTime instant={started} />
          {ended && (
            <>
              {' until '}
              <LocalTime instant={ended} />
              {why && `: ${t(stopped[why])}`}
            </>
          )}
          {`. ${minutesText(minutes)} counted`}
          {returned > 0 && t(', {returned} given back', { returned: minutesText(returned) })}.
        </>
      ) : (
        <>
          {t('Asked for ')}
          <LocalTime instant={session.requested_at} />
          {why && `: ${t(stopped[why])}`}.
        </>
      )}
      {session.template && (
        <>
          {' Template: '}
          <bdi>{session.template}</bdi>.
        </>
      )}
      {session.failure && ` ${session.failure}`}
    </p>
  );
}
