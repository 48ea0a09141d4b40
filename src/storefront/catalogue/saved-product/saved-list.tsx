import { Heart } from 'lucide-react';
import { loginPath } from '#client/session/account-path.ts';
import { t } from '#language/message.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { rich } from '#ui/rich.ts';
import { RowSkeleton } from '#ui/section.tsx';
import { categoryPath } from '../paths.ts';
import { SavedItem } from './saved-item.tsx';
import { useSavedProducts } from './use-saved-products.ts';

/** Saved products: of an account, with its alerts, or of this browser. */
export function SavedList({ signedIn }: { signedIn: boolean }) {
  const saved = useSavedProducts(signedIn);
  return (
    <>
      <p className="mb-6 text-ink-2">
        {signedIn
          ? t('What you want to come back to. We write to you when what you ask for happens, and not otherwise.')
          : rich(
              'Saved in this browser alone. <a>Log in</a> to have them everywhere, and to be told when one is cheaper or back in stock.',
              {
                a: (words) => (
                  <a href={loginPath('/saved')} className="underline underline-offset-4">
                    {words}
                  </a>
                ),
              },
            )}
      </p>
      <ShowLoaded
        from={saved}
        skeleton={<RowSkeleton rows={3} />}
        fault={t('Your saved products could not be loaded.')}
      >
        {(items) =>
          items.length === 0 ? (
            <EmptyState
              icon={Heart}
              title={t('You have saved nothing yet.')}
              action={{ href: categoryPath('all'), label: t('Look around') }}
            >
              {t('The heart on a product saves it here.')}
            </EmptyState>
          ) : (
            <ul className="border-b">
              {items.map((item) => (
                <SavedItem key={item.product.product_id} item={item} />
              ))}
            </ul>
          )
        }
      </ShowLoaded>
    </>
  );
}
