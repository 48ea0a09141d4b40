import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { selectedOptionsText } from '#contract/catalogue/product/variant.ts';
import type { SellerHours } from '#contract/goods/access/hours.schema.ts';
import { machineText, minutesText, sellerHoursFilters } from '#contract/goods/access/hours.ts';
import { machineLabels } from '#contract/goods/access/machine-labels.ts';
import { CopyableLines } from '#ui/copyable-lines.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { NamedValuesDialog } from '#ui/dialog/named-values-dialog.tsx';
import { OutageDialog } from '#ui/dialog/outage-dialog.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { ListEnd } from '../../frame/list-end.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { recordOutage, sayOff, sayOn, seeOutage, useOwnHours } from './hours.ts';

const stateNames = { requests: 'Waiting for us', running: 'Running' } as const;
const emptyTexts = {
  requests: 'Nobody waits for a machine to be started or stopped by hand.',
  running: 'No machine is on.',
  all: 'Nothing that we look after has sold hours.',
} as const;

type Step = 'on' | 'off' | 'outage';
type Asking = { step: Step; hours: SellerHours };

/** Machines that the operator looks after: who waits for one, which are on, and what was not there. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const state = sellerHoursFilters.find((one) => one === params.get('state')) ?? null;
  const [asking, setAsking] = useState<Asking | 'outage' | null>(null);
  const may = useMay();
  const hours = useOwnHours(state);
  const mayAct = may('deliverSales');
  const { items } = hours;
  const products = new Map(items.map(({ product_id: id, product_name: name }) => [id, name]));

  return (
    <Screen
      title="Machine hours"
      lead="Of our own products, and of shops that are suspended or have closed. Others start, stop and give back themselves."
      actions={
        mayAct &&
        items.length > 0 && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setAsking('outage')}>
            Record an outage
          </button>
        )
      }
    >
      <label className="mb-4 flex items-center gap-2 text-xs text-ink-3">
        Show
        <select
          className="field !min-h-10 !w-auto py-1 text-sm"
          value={state ?? ''}
          onChange={(event) => setParams(event.target.value ? { state: event.target.value } : {})}
        >
          <option value="">All</option>
          {sellerHoursFilters.map((one) => (
            <option key={one} value={one}>
              {stateNames[one]}
            </option>
          ))}
        </select>
      </label>
      {items.length > 0 && (
        <ul aria-label="Hours sold" className="border-t">
          {items.map((one) => (
            <Row
              key={one.entitlement_id}
              hours={one}
              mayAct={mayAct}
              onAsk={(step) => setAsking({ step, hours: one })}
            />
          ))}
        </ul>
      )}
      <ListEnd of={hours} empty={emptyTexts[state ?? 'all']} />
      {asking === 'outage' && (
        <OutageDialog
          products={[...products].map(([value, label]) => ({ value, label }))}
          preview={({ product, from, to }) => seeOutage({ product_id: product, from, to })}
          record={({ product, from, to, reason }) => recordOutage({ product_id: product, from, to, reason })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking && asking !== 'outage' && <Step {...asking} onClose={() => setAsking(null)} />}
    </Screen>
  );
}

function Step({ step, hours, onClose }: Asking & { onClose: () => void }) {
  const { session, request, product_name: name } = hours;
  if (step === 'outage' && session)
    return (
      <OutageDialog
        about={name}
        preview={({ from, to }) => seeOutage({ session_id: session.session_id, from, to })}
        record={({ from, to, reason }) => recordOutage({ session_id: session.session_id, from, to, reason })}
        onClose={onClose}
      />
    );
  if (step === 'on') return <On hours={hours} onClose={onClose} />;
  return (
    <ConfirmDialog
      tone="main"
      title={request === 'stop' ? 'Is the machine off?' : 'Stop the machine?'}
      confirmLabel={request === 'stop' ? 'It is off' : 'It is off, stop counting'}
      onConfirm={() => sayOff(hours)}
      onClose={onClose}
    >
      <p>Switch it off first. The buyer keeps what is left, and can ask for a machine anew.</p>
    </ConfirmDialog>
  );
}

function On({ hours, onClose }: { hours: SellerHours; onClose: () => void }) {
  return (
    <NamedValuesDialog {...machineLabels(hours.session)} onSave={(fields) => sayOn(hours, fields)} onClose={onClose} />
  );
}

function Row({ hours, mayAct, onAsk }: { hours: SellerHours; mayAct: boolean; onAsk: (step: Step) => void }) {
  const { product_name: name, selected_options: options, order_id: orderId, session, request, by } = hours;
  const isOn = session?.state === 'running';
  return (
    <li className="grid gap-2 border-b py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-6">
        <span>
          <bdi className="font-[560]">{name}</bdi>
          {options.length > 0 && <span className="text-ink-2"> {selectedOptionsText(options)}</span>}
          {hours.machine && <span className="text-ink-2">{`, ${machineText(hours.machine)}`}</span>}
          <span className="block text-xs text-ink-3">
            {orderId ? <span className="font-mono">{orderId}</span> : 'A gift'},{' '}
            <LocalTime instant={hours.granted_at} />
          </span>
        </span>
        <span className="num sm:text-right">
          {stateText(hours)}
          <span className="block text-xs text-ink-3">{`${minutesText(hours.minutes_left)} of ${minutesText(hours.minutes_bought)} left`}</span>
        </span>
      </p>
      {session?.started_at && (
        <p className="num text-xs text-ink-3">
          On since <LocalTime instant={session.started_at} />
          {session.stopped_at && (
            <>
              {' until '}
              <LocalTime instant={session.stopped_at} />
            </>
          )}
          {`: ${minutesText(session.minutes)} counted`}
          {session.minutes_returned > 0 && `, ${minutesText(session.minutes_returned)} given back`}
        </p>
      )}
      {session && by === 'hand' && session.ssh_keys.length > 0 && (
        <CopyableLines lines={session.ssh_keys} label={`SSH keys for ${name}`} copyLabel="Copy SSH keys">
          The buyer logs in with these SSH keys: add them to the machine's authorized_keys.
        </CopyableLines>
      )}
      {mayAct && (
        <p className="flex flex-wrap gap-2 empty:hidden">
          {by === 'hand' && (request === 'start' || isOn) && (
            <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk('on')}>
              {isOn ? 'Change how it is reached' : 'It is on'}
              <span className="sr-only">{`: ${name}`}</span>
            </button>
          )}
          {by === 'hand' && (request === 'stop' || isOn) && (
            <button type="button" className="btn btn-line btn-sm" onClick={() => onAsk('off')}>
              {isOn ? 'Stop it' : 'It is off'}
              <span className="sr-only">{`: ${name}`}</span>
            </button>
          )}
          {session?.started_at && (
            <button type="button" className="btn btn-ghost btn-sm" onClick={() => onAsk('outage')}>
              Record an outage<span className="sr-only">{` of this machine: ${name}`}</span>
            </button>
          )}
        </p>
      )}
    </li>
  );
}

function stateText({ state, session, request }: SellerHours): string {
  if (request === 'start') return 'Waits to be started';
  if (request === 'stop') return 'Waits to be stopped';
  if (session?.state === 'running') return 'Running';
  if (session?.state === 'starting') return 'Starting';
  if (session?.state === 'stopping') return 'Stopping';
  const names = { on_hold: 'Payment is looked at', expired: 'Expired', ended: 'Refunded or withdrawn', active: 'Off' };
  return names[state];
}
