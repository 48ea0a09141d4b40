import { useCurrentUser } from '#client/session/use-current-user.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { SavedFrame } from './saved-frame.tsx';
import { SavedList } from './saved-list.tsx';

export function Component() {
  const user = useCurrentUser();
  return (
    <SavedFrame title="Saved Products" description="What you have saved.">
      {user === undefined ? (
        <>
          <p className="without-script mb-6 text-ink-2">Saved products are shown by scripts, which are off here.</p>
          <RowSkeleton rows={3} />
        </>
      ) : (
        <SavedList key={user?.userId} signedIn={user !== null} />
      )}
    </SavedFrame>
  );
}
