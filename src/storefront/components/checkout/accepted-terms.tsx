import { useShop } from '../../shop/shop-context.ts';

/** Beside the button that orders: that this accepts the terms. Nothing where the shop has no such page. */
export function AcceptedTerms() {
  if (!useShop().shopPages.includes('terms')) return null;
  return (
    <p className="text-center text-sm text-ink-3">
      By placing the order you accept the{' '}
      <a href="/terms" className="text-link">
        terms
      </a>
      .
    </p>
  );
}
