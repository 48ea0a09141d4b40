import { useEffect, useRef, useState } from 'react';
import { showAlert } from '#client/alert/alert.ts';
import { currentUser } from '#client/session/session.ts';
import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { kindsOf } from '#contract/goods/goods.ts';
import { entitlementOfLine, libraryPath } from '#contract/goods/library/library.ts';
import { SubmitButton } from '#ui/form/submit-button.tsx';
import { setOwned } from '../../goods/owned/owned.ts';
import { useOwned } from '../../goods/owned/use-owned.ts';
import { goodsOfChoice } from '../../goods/release/release-for.ts';
import { useAskToSignIn } from '../../people/sign-in/ask-to-sign-in.ts';
import { AcceptedTerms } from './accepted-terms.tsx';
import { createOrderNow } from './order-now.ts';

type GetItProps = {
  product: Product;
  quantity: number;
  machines: number;
  selected: readonly SelectedOption[];
  /** Asks for what has to be chosen before, if anything has. */
  askFirst: (() => void) | null;
};

/** Button of one click for products that cost nothing. Files that are in the library already are not offered again here. */
export function GetIt({ product, quantity, machines, selected, askFirst }: GetItProps) {
  const { product_id: id, license = '', price_unit } = product;
  const askToSignIn = useAskToSignIn();
  const [orderNow] = useState(createOrderNow);
  const [busy, setBusy] = useState(false);
  const [got, setGot] = useState<string>();
  const way = useRef<HTMLAnchorElement>(null);
  const owned = useOwned([id]).get(id);
  const isOfFiles = kindsOf(goodsOfChoice(product, selected) ?? {}).join() === 'files';

  useEffect(() => {
    // The button has gone.
    if (got !== undefined) way.current?.focus();
  }, [got]);

  async function get() {
    if (askFirst) return askFirst();
    if (!currentUser.get()) return askToSignIn();
    setBusy(true);
    const chosen = {
      ...(selected.length > 0 && { selected_options: [...selected] }),
      ...(machines > 1 && { machines }),
    };
    const item = { product_id: id, quantity, price: 0, price_unit, license, ...chosen };
    const answer = await orderNow({ items: [item], amount: 0, coupon: null });
    setBusy(false);
    if (!currentUser.get()) return;
    if ('fault' in answer) return showAlert({ type: 'error', message: answer.fault });
    const entitlement = entitlementOfLine(answer.orderId, 0);
    setOwned(id, entitlement);
    setGot(entitlement);
  }

  if (got !== undefined)
    return (
      <p role="status" className="mb-3 text-center">
        It is yours.{' '}
        <a ref={way} href={libraryPath(got)} className="text-link">
          Open your library
        </a>
      </p>
    );
  if (owned && isOfFiles) return null;
  return (
    <form
      noValidate
      className="needs-script mb-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void get();
      }}
    >
      <SubmitButton busy={busy} className="btn btn-accent btn-lg w-full">
        Get it
      </SubmitButton>
      <AcceptedTerms lines={[{ license }]} />
    </form>
  );
}
