import { Bookmark } from 'lucide-react';
import { loginPath } from '#client/session/account-path.ts';
import { useCurrentUser } from '#client/session/use-current-user.ts';
import { t } from '#language/message.ts';
import { late } from '#ui/loading/late.tsx';
import { listAddress } from '../product-list/list-address.ts';
import type { ListParts } from '../product-list/list-data.ts';

/** Place on the page to which a sign-in leads back. */
const place = 'save-search';

// For signed-in customers alone; whoever is signed in and clicks the link before it has come is led back at once.
const SaveSearchButton = late(async () => (await import('./save-search-button.tsx')).SaveSearchButton, Link);

/** Saves the search of a list; before the sign-in it leads there and back to the same list. */
export function SaveSearchLink(parts: Omit<ListParts, 'list'>) {
  const address = listAddress(parts, { cursor: parts.query.cursor });
  return useCurrentUser() ? <SaveSearchButton key={address} address={address} /> : <Link address={address} />;
}

function Link({ address }: { address: string }) {
  return (
    <a id={place} href={loginPath(`${address}#${place}`)} className="save-search text-link">
      <Bookmark size={16} aria-hidden /> {t('Save this search')}
    </a>
  );
}
