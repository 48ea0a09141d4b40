import { type RefObject, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import type { Endpoint, EndpointState, EndpointTest, EndpointWithSecret } from '#contract/provision.schema.ts';
import { ActionButton } from '#ui/action-button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Lamp } from '#ui/lamp.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton, Section } from '#ui/section.tsx';
import { ShowLoaded } from '#ui/show-loaded.tsx';
import {
  callNow,
  newEndpointSecret,
  setAddress,
  takeEndpointAway,
  useEndpoint,
} from '../../../selling/endpoint-actions.ts';
import type { SellerHere } from '../seller-screen.tsx';
import { CallList } from './call-list.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { secretNote } from './webhooks-section.tsx';

/** What is called when somebody buys access or hours that only the shop can set up. */
export function EndpointSection({ seller: { sellerId } }: { seller: SellerHere }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useEndpoint(sellerId);
  const [secret, setSecret] = useState<EndpointWithSecret | null>(null);

  function keep(made: EndpointWithSecret) {
    if (made.secret) setSecret(made);
    else showAlert({ type: 'success', message: 'The address is changed' });
    void state.reload();
  }

  return (
    <Section
      title="Endpoint"
      heading={heading}
      lead={
        <>
          A machine of yours that sets up what was bought: access, and hours of machines. It is called, signed, and its
          answer is what the buyer is shown.{' '}
          <a className="text-link" href="/api/docs">
            What it is asked
          </a>
        </>
      }
    >
      <ShowLoaded from={state} skeleton={<RowSkeleton rows={2} />} fault="The endpoint could not be loaded.">
        {(found) =>
          found.endpoint ? (
            <Present
              sellerId={sellerId}
              state={found}
              endpoint={found.endpoint}
              heading={heading}
              onMade={keep}
              onChanged={state.reload}
            />
          ) : (
            <Absent sellerId={sellerId} waiting={found.waiting} onMade={keep} />
          )
        }
      </ShowLoaded>
      {secret && (
        <ShownOnce
          title="The secret of the endpoint"
          label="Secret of the endpoint"
          text={secret.secret ?? ''}
          onClose={() => setSecret(null)}
        >
          {secretNote}
        </ShownOnce>
      )}
    </Section>
  );
}

type AbsentProps = { sellerId: string; waiting: number; onMade: (made: EndpointWithSecret) => void };

function Absent({ sellerId, waiting, onMade }: AbsentProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-ink-2">
        There is none. It is needed only for products whose access or hours your own machines set up.
      </p>
      {waiting > 0 && (
        <p className="text-warning">{`${waiting === 1 ? 'One buyer waits' : `${waiting} buyers wait`} for an endpoint to be there.`}</p>
      )}
      <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen(true)}>
        Set up the endpoint
      </button>
      {open && (
        <EndpointDialog
          url={null}
          onClose={() => setOpen(false)}
          onSave={async (url) => {
            const made = await setAddress(sellerId, url);
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

type PresentProps = {
  sellerId: string;
  state: EndpointState;
  endpoint: Endpoint;
  heading: RefObject<HTMLHeadingElement | null>;
  onMade: (made: EndpointWithSecret) => void;
  onChanged: () => Promise<void>;
};

function Present({ sellerId, state, endpoint, heading, onMade, onChanged }: PresentProps) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'remove' | null>(null);
  const [outcome, setOutcome] = useState<EndpointTest | null>(null);
  const close = () => setOpen(null);

  async function test() {
    setOutcome(null);
    const came = await callNow(sellerId);
    if ('fault' in came) return came.fault;
    setOutcome(came);
    await onChanged();
    return undefined;
  }

  async function rotate() {
    const made = await newEndpointSecret(sellerId);
    if ('fault' in made) return made.fault;
    onMade(made);
    return undefined;
  }

  async function remove() {
    const fault = await takeEndpointAway(sellerId);
    if (fault) return fault;
    showAlert({ type: 'success', message: 'The endpoint is removed' });
    await onChanged();
    return undefined;
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 font-[540] [overflow-wrap:anywhere]">{endpoint.url}</p>
        <EndpointLamp endpoint={endpoint} />
      </div>
      <Health state={state} endpoint={endpoint} />
      <div className="flex flex-wrap items-start gap-2">
        <ActionButton action={test}>Call it now</ActionButton>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('edit')}>
          Change address
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('rotate')}>
          New secret<span className="sr-only"> of the endpoint</span>
        </button>
        <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen('remove')}>
          Remove<span className="sr-only"> the endpoint</span>
        </button>
      </div>
      <Outcome test={outcome} />
      <CallList sellerId={sellerId} onChanged={onChanged} />
      {open === 'edit' && (
        <EndpointDialog
          url={endpoint.url}
          onClose={close}
          onSave={async (url) => {
            const made = await setAddress(sellerId, url);
            if ('fault' in made) return made.fault;
            close();
            onMade(made);
            return undefined;
          }}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog title="Make a new secret?" confirmLabel="Make new secret" onConfirm={rotate} onClose={close}>
          <p>For a day both secrets sign, so that you can change it without losing anything. Then the old one ends.</p>
        </ConfirmDialog>
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove the endpoint?"
          confirmLabel="Remove endpoint"
          onConfirm={remove}
          onClose={close}
          focusWhenDone={heading}
        >
          <p>Nothing is set up for buyers any more until there is another one. What waits goes on waiting for it.</p>
          {state.waiting > 0 && <p>{`${calls(state.waiting)} now.`}</p>}
        </ConfirmDialog>
      )}
    </div>
  );
}

function EndpointLamp({ endpoint: { failing_since, last_success_at } }: { endpoint: Endpoint }) {
  if (failing_since) return <Lamp state="bad">Failing</Lamp>;
  return last_success_at ? <Lamp state="on">In order</Lamp> : <Lamp state="draft">Not called yet</Lamp>;
}

function Health({ state: { waiting, failed }, endpoint }: { state: EndpointState; endpoint: Endpoint }) {
  const { last_success_at, failing_since, last_failure, previous_secret_until } = endpoint;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {failing_since && (
        <p className="text-danger">
          No call was taken since <LocalTime instant={failing_since} />. {last_failure} It is tried again by itself.
        </p>
      )}
      <p>
        {last_success_at ? (
          <>
            Last taken <LocalTime instant={last_success_at} />
          </>
        ) : (
          'None was taken yet'
        )}
        {waiting > 0 && `; ${calls(waiting)}`}
        {failed > 0 && `; ${failed} given up in the last 30 days`}.
      </p>
      {previous_secret_until && (
        <p>
          Until <LocalTime instant={previous_secret_until} /> calls are signed with the secret of before, too.
        </p>
      )}
    </div>
  );
}

function calls(waiting: number): string {
  return waiting === 1 ? 'one call waits' : `${waiting} calls wait`;
}

function Outcome({ test }: { test: EndpointTest | null }) {
  const text = test
    ? test.ok
      ? `The call was taken: it answered ${test.status} after ${test.duration_ms} ms.`
      : `The call was not taken. ${test.failure ?? ''}`
    : '';
  return (
    <div className="grid gap-2">
      <p role="status" className={`text-sm empty:hidden ${test?.ok ? 'text-success' : 'text-danger'}`}>
        {text}
      </p>
      {test?.answer && (
        <figure className="grid min-w-0 gap-1.5">
          <figcaption className="text-sm text-ink-3">What it answered</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
          <pre tabIndex={0} className="max-h-60 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5">
            {test.answer}
          </pre>
        </figure>
      )}
    </div>
  );
}
