import { Bookmark } from 'lucide-react';
import { loginPath } from '#client/session/account-path.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { categoryPath } from '../paths.ts';
import { SavedSearchItem } from './saved-search-item.tsx';
import { listSearches } from './saved-searches.ts';

/** Saved searches of the account, or the way to have some. */
export function SavedSearchList({ signedIn }: { signedIn: boolean }) {
  if (!signedIn)
    return (
      <p className="text-ink-2">
        {rich('<a>Log in</a> to save searches and get an email when something new fits.', {
          a: (words) => (
            <a href={loginPath('/saved/searches')} className="underline underline-offset-4">
              {words}
            </a>
          ),
        })}
      </p>
    );
  return <OfAccount />;
}

function OfAccount() {
  const searches = useLoaded(listSearches);
  return (
    <>
      <p className="mb-6 text-ink-2">{t('We email you about new matches, at most once a day.')}</p>
      <ShowLoaded
        from={searches}
        skeleton={<RowSkeleton rows={3} />}
        fault={t('Your saved searches could not be loaded.')}
      >
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              icon={Bookmark}
              title={t('No saved searches yet')}
              action={{ href: categoryPath('computing'), label: t('Browse machines') }}
            >
              {t('“Save this search” on a list keeps its filters here.')}
            </EmptyState>
          ) : (
            <ul className="border-b">
              {items.map((search) => (
                <SavedSearchItem key={search.search_id} search={search} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
    </>
  );
}
