import type { SearchAlertLink } from '#contract/catalogue/saved-search.ts';
import { t } from '#language/message.ts';

/** Searches of an email: the alerts of each, and of all, end by a button. */
export function SearchAlerts({ token, link: { searches, others } }: { token: string; link: SearchAlertLink }) {
  const on = searches.filter(({ alerts }) => alerts).length + others;
  return (
    <>
      {searches.length === 0 && <p>{t('The searches of this email are not saved any more.')}</p>}
      <ul className="grid w-full gap-4">
        {searches.map(({ search_id, name, address, alerts }) => (
          <li key={search_id} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              {alerts ? t('We email you about new matches of ') : t('We no longer email you about ')}
              <a href={address} dir="auto" className="font-[560] text-ink underline underline-offset-4">
                {name}
              </a>
              .
            </p>
            {alerts && <EndButton token={token} what={search_id} label={t('Stop these emails')} about={name} />}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p>
          {others === 1
            ? t('Emails are on for 1 other search.')
            : t('Emails are on for {others} other searches.', { others })}
        </p>
      )}
      {on > 1 && <EndButton token={token} what="all" label={t('Stop all emails about searches')} />}
    </>
  );
}

function EndButton({ token, what, label, about }: { token: string; what: string; label: string; about?: string }) {
  return (
    <form method="post" action={`/api/saved-search/alerts/${token}/end`}>
      <button type="submit" name="what" value={what} className="btn btn-line">
        {label}
        {about && <span className="sr-only"> {t('about {about}', { about })}</span>}
      </button>
    </form>
  );
}
