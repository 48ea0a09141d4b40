import { createPortal } from 'react-dom';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { libraryPath } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { useLoaded } from '#ui/loading/use-loaded.ts';
import { RowsSkeleton } from '../../goods/library/rows-skeleton.tsx';
import { OwnedMark } from '../../goods/owned/owned-mark.tsx';
import { useOwned } from '../../goods/owned/use-owned.ts';
import { GetIt } from './get-it.tsx';
import { readProduct } from './use-get-it.ts';

type GetItDialogProps = { product: ProductSummary; onClose: () => void };

/** The one click for what is free, from its card: with the terms and licenses that it accepts, which a card has no room for. */
export function GetItDialog({ product, onClose }: GetItDialogProps) {
  const { product_id: id, product_name: name, default_options, least_quantity, offer } = product;
  const loaded = useLoaded(() => readProduct(id));
  const owned = useOwned([id]).get(id);
  function close() {
    onClose();
    // The button of the card is gone then: the way to the library stands in its place.
    if (owned)
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`a.owned-mark[href="${libraryPath(owned)}"]`)?.focus(),
      );
  }
  // A list may be within a form of its own, which a form in it must not be a part of, nor send.
  return createPortal(
    <div onSubmit={(event) => event.stopPropagation()}>
      <Dialog title={t('Get {name}', { name })} onClose={close}>
        <ShowLoaded from={loaded} skeleton={<RowsSkeleton rows={1} />} fault={t('The product could not be loaded.')}>
          {(found) => (
            <GetIt
              product={found}
              quantity={offer?.quantity ?? least_quantity ?? 1}
              machines={1}
              selected={default_options ?? []}
              askFirst={null}
              otherwise={<OwnedMark product={product} className="btn btn-line btn-lg w-full" />}
            />
          )}
        </ShowLoaded>
      </Dialog>
    </div>,
    document.body,
  );
}
