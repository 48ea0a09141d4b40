import type { Endpoint, EndpointState, EndpointTest } from '#contract/goods/access/provision.schema.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';

export function EndpointBadge({ endpoint: { failing_since, last_success_at } }: { endpoint: Endpoint }) {
  if (failing_since) return <StatusBadge state="bad">Failing</StatusBadge>;
  return last_success_at ? (
    <StatusBadge state="on">In order</StatusBadge>
  ) : (
    <StatusBadge state="draft">Not called yet</StatusBadge>
  );
}

/** Health of an endpoint: if its calls are taken, since when not, and how many wait. */
export function EndpointHealth({ state: { waiting, failed }, endpoint }: { state: EndpointState; endpoint: Endpoint }) {
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
        {waiting > 0 && `; ${callsWaiting(waiting)}`}
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

export function callsWaiting(waiting: number): string {
  return waiting === 1 ? 'one call waits' : `${waiting} calls wait`;
}

/** Outcome of a test call. */
export function TestOutcome({ test }: { test: EndpointTest | null }) {
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
