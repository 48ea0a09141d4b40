import { ShoppingBag } from 'lucide-react';
import { categoryPath } from '../components/category-links.ts';
import { PageHead } from '../components/page-head.tsx';

export function Component() {
  return (
    <main id="main" className="wrap grid flex-1 place-items-center py-16 text-center">
      <PageHead title="Cart" description="What you are about to order." noIndex />
      <div className="grid justify-items-center gap-3">
        <ShoppingBag size={44} strokeWidth={1.2} aria-hidden className="text-ink-3" />
        <h1 className="mt-2 text-2xl">Your Cart is Empty</h1>
        <p className="max-w-[44ch] text-ink-2">What you add from a product or a list waits here.</p>
        <a className="btn btn-primary mt-4" href={categoryPath('all')}>
          Continue Shopping
        </a>
      </div>
    </main>
  );
}
