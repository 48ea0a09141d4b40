import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { LibraryHours } from '#contract/goods/access/hours.schema.ts';
import { minutesText } from '#contract/goods/access/hours.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { LimitFields } from './limit-fields.tsx';
import { SshKeyFields } from './ssh-key-choice.tsx';
import { useLimits } from './use-limits.ts';
import { useMachine } from './use-machine.ts';
import { useSshKeyChoice } from './use-ssh-key-choice.ts';

type MachineButtonProps = { hours: LibraryHours; reload: () => Promise<void> };

/** Starts or stops a machine, after saying what that means for the minutes. */
export function MachineButton({ hours, reload }: MachineButtonProps) {
  const machine = useMachine(hours.entitlement_id, reload);
  const [asking, setAsking] = useState<'start' | 'stop' | null>(null);
  const { product_name: name, session } = hours;
  const isOn = session?.state === 'starting' || session?.state === 'running';
  if (!isOn && !hours.may_start) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-label={`${isOn ? t('Stop') : t('Start')} ${name}`}
        onClick={() => setAsking(isOn ? 'stop' : 'start')}
      >
        {isOn ? <Square size={14} strokeWidth={1.8} aria-hidden /> : <Play size={14} strokeWidth={1.8} aria-hidden />}
        {isOn ? t('Stop') : t('Start')}
      </button>
      {asking === 'start' && <StartDialog hours={hours} reload={reload} onClose={() => setAsking(null)} />}
      {asking === 'stop' && (
        <ConfirmDialog
          tone="harm"
          title={t('Stop {name}?', { name })}
          confirmLabel={t('Stop')}
          onConfirm={machine.stop}
          onClose={() => setAsking(null)}
        >
          <p>{t('Minutes are not counted from now on. What the machine has not saved elsewhere may be lost.')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function StartDialog({ hours, reload, onClose }: MachineButtonProps & { onClose: () => void }) {
  const machine = useMachine(hours.entitlement_id, reload);
  const { fields, send } = useLimits(null);
  const sshKeys = useSshKeyChoice();
  const [template, setTemplate] = useState(hours.templates[0]?.name ?? null);
  return (
    <ConfirmDialog
      tone="main"
      title={t('Start {product_name}?', { product_name: hours.product_name })}
      confirmLabel={t('Start')}
      onConfirm={() =>
        send((limits) => sshKeys.send((ids) => machine.start({ ...limits, template, ssh_key_ids: ids })))
      }
      onClose={onClose}
    >
      <p>
        {t('From the moment it runs each minute that begins is taken from your {minutes_left}, until you stop it.', {
          minutes_left: minutesText(hours.minutes_left),
        })}
      </p>
      {hours.by === 'hand' && <p>{t('The shop starts it by hand: that may take a while, which is not counted.')}</p>}
      {hours.templates.length > 0 && (
        <label className="grid gap-1.5 text-sm font-[560]">
          {t('Template')}
          <select
            className="field font-normal"
            value={template ?? ''}
            onChange={({ target }) => setTemplate(target.value)}
          >
            {hours.templates.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <SshKeyFields choice={sshKeys} />
      <LimitFields {...fields} hours={hours} />
    </ConfirmDialog>
  );
}
