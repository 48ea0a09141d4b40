import { rich } from '#ui/rich.ts';
import { useShop } from '../../shop/shop-context.ts';
import { AcceptedLicenses } from './accepted-licenses.tsx';

/** Beside the button that orders: that this accepts the terms, where the shop has such a page, and the licenses of what is ordered. */
export function AcceptedTerms({ lines = [] }: { lines?: ReadonlyArray<{ license?: string }> | undefined }) {
  const licenses = [...new Set(lines.flatMap(({ license }) => license || []))];
  return (
    <>
      {useShop().shopPages.includes('terms') && (
        <p className="text-center text-sm text-ink-3">
          {rich('By placing the order you accept the <a>terms</a>.', {
            a: (words) => (
              <a href="/terms" className="text-link">
                {words}
              </a>
            ),
          })}
        </p>
      )}
      {licenses.length > 0 && <AcceptedLicenses licenses={licenses} />}
    </>
  );
}
