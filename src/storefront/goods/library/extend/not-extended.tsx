import type { LibraryEntry } from '#contract/goods/library/library.ts';
import { t } from '#language/message.ts';
import { productPath } from '../../../catalogue/paths.ts';
import { optionsQuery } from '../../../catalogue/product/options/options-query.ts';

type NotExtendedProps = {
  entry: { product: Pick<LibraryEntry['product'], 'id' | 'name'>; selected_options: LibraryEntry['selected_options'] };
  why: string;
};

/** Why the shop extends a machine no more, and where it is rented anew. */
export function NotExtended({ entry: { product, selected_options: options }, why }: NotExtendedProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <p role="alert">{why}</p>
      <a className="btn btn-line" href={productPath(product.id) + optionsQuery(options)}>
        {t('Rent {name} again', { name: product.name })}
      </a>
    </div>
  );
}
