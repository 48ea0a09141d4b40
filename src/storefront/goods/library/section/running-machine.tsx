import { Timer } from 'lucide-react';
import { useState } from 'react';
import type { LibraryHours, LibraryMachine } from '#contract/goods/access/hours.schema.ts';
import { minutesText } from '#contract/goods/access/hours.ts';
import { formatAmount } from '#contract/money/amount/money.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { rich } from '#ui/rich.ts';
import { LimitFields } from './limit-fields.tsx';
import { limitsText } from './limits-text.ts';
import { useLimits } from './use-limits.ts';
import { useMachine } from './use-machine.ts';

type RunningMachineProps = { hours: LibraryHours; machine: LibraryMachine; reload: () => Promise<void> };

/** Cost so far of a machine that is on, when it stops by itself, and what its shop reports of it. */
export function RunningMachine({ hours, machine, reload }: RunningMachineProps) {
  const [asking, setAsking] = useState(false);
  const { minutes, cost, stops_at: stopsAt, report } = machine;
  const hasLimit = machine.stop_after_minutes !== null || machine.budget !== null;
  return (
    <>
      <div className="grid gap-2">
        <p className="num text-sm text-ink-2">
          {machine.template && <>{rich('Started with {template}.', { template: <bdi>{machine.template}</bdi> })} </>}
          {t('{minutes} so far', { minutes: minutesText(minutes) })}
          {cost !== null && t(', {cost} of what you paid', { cost: formatAmount(cost) })}
          {'. '}
          {limitsText(machine)}
          {stopsAt && (
            <>
              {t(' That is at ')}
              <LocalTime instant={stopsAt} />.
            </>
          )}
        </p>
        <button type="button" className="btn btn-line btn-sm w-fit" onClick={() => setAsking(true)}>
          <Timer size={14} strokeWidth={1.8} aria-hidden />
          {hasLimit ? t('Change when it stops') : t('Stop by itself')}
          <span className="sr-only"> {hours.product_name}</span>
        </button>
      </div>
      {report && <Report report={report} name={hours.product_name} />}
      {asking && <LimitsDialog hours={hours} machine={machine} reload={reload} onClose={() => setAsking(false)} />}
    </>
  );
}

function LimitsDialog({ hours, machine, reload, onClose }: RunningMachineProps & { onClose: () => void }) {
  const { limit } = useMachine(hours.entitlement_id, reload);
  const { fields, send } = useLimits(machine);
  return (
    <ConfirmDialog
      tone="main"
      title={t('When does {product_name} stop?', { product_name: hours.product_name })}
      confirmLabel={t('Save')}
      onConfirm={() => send(limit)}
      onClose={onClose}
    >
      <p>
        {t('It has run for {minutes}. What the machine has not saved elsewhere by then may be lost.', {
          minutes: minutesText(machine.minutes),
        })}
      </p>
      <LimitFields {...fields} hours={hours} />
    </ConfirmDialog>
  );
}

function Report({ report, name }: { report: NonNullable<LibraryMachine['report']>; name: string }) {
  const { at, utilization, log } = report;
  return (
    <div className="grid grid-cols-1 gap-3">
      {utilization.length > 0 && (
        <ul aria-label={t('How busy {name} is', { name })} className="grid gap-2 @lg:grid-cols-2">
          {utilization.map(({ label, percent, detail }, index) => (
            <li key={`${index} ${label}`} className="num grid gap-1 text-[0.8125rem]">
              <span className="flex justify-between gap-4">
                <bdi>{label}</bdi>
                <span className="text-ink-3">
                  {detail && `${detail}, `}
                  {`${percent}%`}
                </span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
                <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {log.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm">{t('Log of the machine')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
          <pre tabIndex={0} className="mt-2 max-h-64 overflow-auto rounded-lg bg-sunken p-3 font-mono text-xs">
            {log.join('\n')}
          </pre>
        </details>
      )}
      <p className="text-xs text-ink-3">
        {t('As the shop has reported it at')} <LocalTime instant={at} />.
      </p>
    </div>
  );
}
