import { useState } from 'react';
import type { SellerDetail } from '#contract/people/staff.schema.ts';
import { useMay } from '../../frame/who.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

/** Section of a shop that sells: the operator's own products are handed to it, by those who may. */
export function OwnProductsSection({ seller, onDone }: { seller: SellerDetail; onDone: () => Promise<void> }) {
  const may = useMay();
  const [asks, setAsks] = useState(false);
  if (!may('manageSellers') || seller.state !== 'approved') return null;
  return (
    <section aria-labelledby="own-products">
      <h2 id="own-products" className="mb-1 text-lg">
        Products of your own
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        What you sell yourself until now can become this shop’s, which changes it by itself from then on.
      </p>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setAsks(true)}>
        Hand over products…
      </button>
      {asks && <HandOverDialog seller={seller} onDone={onDone} onClose={() => setAsks(false)} />}
    </section>
  );
}
