import type { Endpoint, EndpointState, EndpointTest } from '#contract/goods/access/provision.schema.ts';
import { t } from '#language/message.ts';
import { LocalTime } from '#ui/local-time.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';

export function EndpointBadge({ endpoint: { failing_since, last_success_at } }: { endpoint: Endpoint }) {
  if (failing_since) return <StatusBadge state="bad">{t('Failing')}</StatusBadge>;
  return last_success_at ? (
    <StatusBadge state="on">{t('In order')}</StatusBadge>
  ) : (
    <StatusBadge state="draft">{t('Not called yet')}</StatusBadge>
  );
}

/** Health of an endpoint: if its calls are taken, since when not, and how many wait. */
export function EndpointHealth({ state: { waiting, failed }, endpoint }: { state: EndpointState; endpoint: Endpoint }) {
  const { last_success_at, failing_since, last_failure, previous_secret_until } = endpoint;
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      {failing_since && (
        <p className="text-danger">
          {t('No call was taken since')} <LocalTime instant={failing_since} />. {last_failure}{' '}
          {t('It is tried again by itself.')}
        </p>
      )}
      <p>
        {last_success_at ? (
          <>
            {t('Last taken')} <LocalTime instant={last_success_at} />
          </>
        ) : (
          t('None was taken yet')
        )}
        {waiting > 0 && `; ${callsWaiting(waiting)}`}
        {failed > 0 && `; ${failed} given up in the last 30 days`}.
      </p>
      {previous_secret_until && (
        <p>
          {t('Until')} <LocalTime instant={previous_secret_until} />{' '}
          {t('calls are signed with the secret of before, too.')}
        </p>
      )}
    </div>
  );
}

export function callsWaiting(waiting: number): string {
  return waiting === 1 ? t('one call waits') : t('{waiting} calls wait', { waiting });
}

/** Outcome of a test call. */
export function TestOutcome({ test }: { test: EndpointTest | null }) {
  const text = test
    ? test.ok
      ? t('The call was taken: it answered {status} after {duration_ms} ms.', {
          status: test.status ?? '',
          duration_ms: test.duration_ms,
        })
      : t('The call was not taken. {value}', { value: test.failure ?? '' })
    : '';
  return (
    <div className="grid gap-2">
      <p role="status" className={`text-sm empty:hidden ${test?.ok ? 'text-success' : 'text-danger'}`}>
        {text}
      </p>
      {test?.answer && (
        <figure className="grid min-w-0 gap-1.5">
          <figcaption className="text-sm text-ink-3">{t('What it answered')}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
          <pre tabIndex={0} className="max-h-60 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5">
            {test.answer}
          </pre>
        </figure>
      )}
    </div>
  );
}
