import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { EndpointPanel } from '#product-form/goods/endpoint-panel.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { ownEndpointActs, useOwnEndpoint } from './endpoint.ts';

/** Endpoint called when access or hours of the operator's own products are bought. Shops set up theirs in their profile. */
export function Component() {
  const state = useOwnEndpoint();
  const may = useMay();
  const [told, setTold] = useState('');
  const sentence = useRef<HTMLParagraphElement>(null);
  return (
    <Screen
      title="Endpoint"
      lead={
        <>
          A machine of yours that sets up what was bought of your own products: access, and hours of machines. It is
          called, signed, and its answer is what the buyer is shown.{' '}
          <a className="text-link" href="/api/docs">
            What it is asked
          </a>
        </>
      }
    >
      <p ref={sentence} role="status" tabIndex={-1} className="mb-4 font-[560] text-success outline-none empty:hidden">
        {told}
      </p>
      <section aria-label="Endpoint" className="max-w-3xl border-t pt-6">
        <EndpointPanel
          from={state}
          acts={may('manageState') ? ownEndpointActs : null}
          heading={sentence}
          onDone={(done) => setTold(`${done}.`)}
        />
        <p className="mt-5 text-sm text-ink-2">
          {'What was given up is looked at, and sent again, under '}
          <Link to="/state" className="text-link">
            State
          </Link>
          {', in the line “Endpoints”, which has those of sellers too.'}
        </p>
      </section>
    </Screen>
  );
}
