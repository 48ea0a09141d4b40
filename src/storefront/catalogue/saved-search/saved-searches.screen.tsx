import { useCurrentUser } from '#client/session/use-current-user.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { SavedFrame } from '../saved-product/saved-frame.tsx';
import { SavedSearchList } from './saved-search-list.tsx';

export function Component() {
  const user = useCurrentUser();
  return (
    <SavedFrame title="Saved Searches" description="Searches that you have saved.">
      {user === undefined ? (
        <>
          <p className="without-script mb-6 text-ink-2">Saved searches are shown by scripts, which are off here.</p>
          <RowSkeleton rows={3} />
        </>
      ) : (
        <SavedSearchList key={user?.userId} signedIn={user !== null} />
      )}
    </SavedFrame>
  );
}
