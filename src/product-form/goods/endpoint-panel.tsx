import { type ReactNode, type RefObject, useState } from 'react';
import type {
  Endpoint,
  EndpointState,
  EndpointTest,
  EndpointWithSecret,
} from '#contract/goods/access/provision.schema.ts';
import { t } from '#language/message.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { ShownOnce, secretNote } from '#ui/dialog/shown-once.tsx';
import { ActionButton } from '#ui/form/action-button.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import type { Loaded } from '#ui/loading/use-loaded.ts';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { callsWaiting, EndpointBadge, EndpointHealth, TestOutcome } from './endpoint-health.tsx';

type Fault = { fault: string };
/** Actions on an endpoint, whoever it belongs to. */
export type EndpointActs = {
  set: (url: string) => Promise<EndpointWithSecret | Fault>;
  test: () => Promise<EndpointTest | Fault>;
  rotate: () => Promise<EndpointWithSecret | Fault>;
  /** Resolves with what went wrong, or with nothing. */
  remove: () => Promise<string | undefined>;
};

type EndpointPanelProps = {
  from: Loaded<EndpointState>;
  /** Null: whoever looks changes nothing. */
  acts: EndpointActs | null;
  /** Gets the focus when the endpoint is removed. */
  heading: RefObject<HTMLElement | null>;
  /** It is done: what is told about it. */
  onDone: (sentence: string) => void;
  /** Content below an endpoint, such as its calls. */
  children?: ReactNode;
};

/** Endpoint called when access or hours are bought that only its owner can set up: a shop's, or the operator's own. */
export function EndpointPanel({ from, acts, heading, onDone, children }: EndpointPanelProps) {
  const [secret, setSecret] = useState('');

  function handleMade(made: EndpointWithSecret) {
    if (made.secret) setSecret(made.secret);
    else onDone(t('The address is changed'));
    void from.reload();
  }

  return (
    <>
      <ShowLoaded from={from} skeleton={<RowSkeleton rows={2} />} fault={t('The endpoint could not be loaded.')}>
        {(found) =>
          found.endpoint ? (
            <Present
              {...{ acts, heading, onDone }}
              state={found}
              endpoint={found.endpoint}
              onMade={handleMade}
              onChanged={from.reload}
            >
              {children}
            </Present>
          ) : (
            <Absent acts={acts} waiting={found.waiting} onMade={handleMade} />
          )
        }
      </ShowLoaded>
      {secret && (
        <ShownOnce
          title={t('The secret of the endpoint')}
          label={t('Secret of the endpoint')}
          text={secret}
          onClose={() => setSecret('')}
        >
          {secretNote()}
        </ShownOnce>
      )}
    </>
  );
}

type AbsentProps = { acts: EndpointActs | null; waiting: number; onMade: (made: EndpointWithSecret) => void };

function Absent({ acts, waiting, onMade }: AbsentProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-2">
        {t('There is none. It is needed only for products whose access or hours your own machines set up.')}
      </p>
      {waiting > 0 && (
        <p className="text-warning">
          {t('{value} for an endpoint to be there.', {
            value: waiting === 1 ? t('One buyer waits') : t('{waiting} buyers wait', { waiting }),
          })}
        </p>
      )}
      {acts && (
        <button type="button" className="btn btn-line btn-sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('Set up the endpoint')}
        </button>
      )}
      {acts && open && (
        <EndpointDialog
          url={null}
          onClose={() => setOpen(false)}
          onSave={async (url) => {
            const made = await acts.set(url);
            if ('fault' in made) return made.fault;
            setOpen(false);
            onMade(made);
            return undefined;
          }}
        />
      )}
    </div>
  );
}

type PresentProps = Omit<EndpointPanelProps, 'from'> & {
  state: EndpointState;
  endpoint: Endpoint;
  onMade: (made: EndpointWithSecret) => void;
  onChanged: () => Promise<void>;
};

function Present({ acts, children, ...rest }: PresentProps) {
  const { state, endpoint } = rest;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-[540] [overflow-wrap:anywhere]">{endpoint.url}</p>
        <EndpointBadge endpoint={endpoint} />
      </div>
      <EndpointHealth state={state} endpoint={endpoint} />
      {acts && <Actions acts={acts} {...rest} />}
      {children}
    </div>
  );
}

type ActionsProps = Omit<PresentProps, 'children'> & { acts: EndpointActs };

function Actions({ acts, state, endpoint, heading, onMade, onDone, onChanged }: ActionsProps) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [outcome, setOutcome] = useState<EndpointTest | null>(null);
  const close = () => setOpen(null);

  async function test() {
    setOutcome(null);
    const came = await acts.test();
    if ('fault' in came) return came.fault;
    setOutcome(came);
    await onChanged();
    return undefined;
  }

  async function rotate() {
    const made = await acts.rotate();
    if ('fault' in made) return made.fault;
    onMade(made);
    return undefined;
  }

  async function remove() {
    const fault = await acts.remove();
    if (fault) return fault;
    onDone(t('The endpoint is removed'));
    await onChanged();
    return undefined;
  }

  return (
    <>
      <div className="flex flex-wrap items-start gap-2">
        <ActionButton action={test}>{t('Call it now')}</ActionButton>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('edit')}>
          {t('Change address')}
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('rotate')}>
          {rich('New secret<span> of the endpoint</span>', {
            span: (words) => <span className="sr-only">{words}</span>,
          })}
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('remove')}>
          {rich('Remove<span> the endpoint</span>', { span: (words) => <span className="sr-only">{words}</span> })}
        </button>
      </div>
      <TestOutcome test={outcome} />
      {open === 'edit' && (
        <EndpointDialog
          url={endpoint.url}
          onClose={close}
          onSave={async (url) => {
            const made = await acts.set(url);
            if ('fault' in made) return made.fault;
            close();
            onMade(made);
            return undefined;
          }}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          tone="harm"
          title={t('Make a new secret?')}
          confirmLabel={t('Make new secret')}
          onConfirm={rotate}
          onClose={close}
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
          title={t('Remove the endpoint?')}
          confirmLabel={t('Remove endpoint')}
          onConfirm={remove}
          onClose={close}
          focusWhenDone={heading}
        >
          <p>
            {t('Nothing is set up for buyers any more until there is another one. What waits goes on waiting for it.')}
          </p>
          {state.waiting > 0 && <p>{t('{waiting} now.', { waiting: callsWaiting(state.waiting) })}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
