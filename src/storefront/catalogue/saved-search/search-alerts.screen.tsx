import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { ApiError } from '#client/api/api-client.ts';
import type { SearchAlertLink } from '#contract/catalogue/saved-search.ts';
import { PageHead } from '../../page/page-head.tsx';
import { apiContext } from '../../routing/api-context.ts';
import { orNotFound } from '../../routing/loader-errors.ts';

export async function loader({ params: { token = '' }, context, request }: LoaderFunctionArgs) {
  const link = await context
    .get(apiContext)
    .get('/saved-search/alerts/{token}', { params: { path: { token } }, signal: request.signal })
    .catch((error) => {
      if (error instanceof ApiError && error.status === 404) return null;
      return orNotFound(Promise.reject<never>(error));
    });
  return link ? { token, link } : data(null, { status: 404 });
}

/** Where the link in an alert's email leads: alerts end by a button, without a sign-in and without scripts. */
export function Component() {
  const found = useLoaderData<typeof loader>();
  return (
    <main id="main" className="page wrap flex-1">
      <PageHead title="Search Alerts" description="Emails about new matches." noIndex />
      <h1 className="page-title mb-6">Search Alerts</h1>
      <div className="grid max-w-[60ch] justify-items-start gap-5 text-ink-2">
        {found ? <Alerts {...found} /> : <p>There are no alerts under this link any more. Nothing is sent for it.</p>}
        <a href="/saved/searches" className="underline underline-offset-4">
          See your saved searches
        </a>
      </div>
    </main>
  );
}

function Alerts({ token, link: { searches, others } }: { token: string; link: SearchAlertLink }) {
  const on = searches.filter(({ alerts }) => alerts).length + others;
  return (
    <>
      {searches.length === 0 && <p>The searches of this email are not saved any more.</p>}
      <ul className="grid w-full gap-4">
        {searches.map(({ search_id, name, address, alerts }) => (
          <li key={search_id} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {alerts ? 'We email you about new matches of ' : 'We no longer email you about '}
              <a href={address} dir="auto" className="font-[560] text-ink underline underline-offset-4">
                {name}
              </a>
              .
            </p>
            {alerts && <EndButton token={token} what={search_id} label="Stop these emails" about={name} />}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p>{others === 1 ? 'Emails are on for 1 other search.' : `Emails are on for ${others} other searches.`}</p>
      )}
      {on > 1 && <EndButton token={token} what="all" label="Stop all emails about searches" />}
    </>
  );
}

function EndButton({ token, what, label, about }: { token: string; what: string; label: string; about?: string }) {
  return (
    <form method="post" action={`/api/saved-search/alerts/${token}/end`}>
      <button type="submit" name="what" value={what} className="btn btn-line">
        {label}
        {about && <span className="sr-only"> about {about}</span>}
      </button>
    </form>
  );
}
