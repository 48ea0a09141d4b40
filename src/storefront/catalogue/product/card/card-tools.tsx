import { rich } from '#ui/rich.ts';
import { OwnedMark } from '../../../goods/owned/owned-mark.tsx';
import { SaveToggle, type SaveToggleProps } from '../../saved-product/save-toggle.tsx';

/** Saves a product, and says where it is in the library; `ticks` it to be compared, where a form of the list takes that. */
export function CardTools({ ticks, ...saved }: SaveToggleProps & { ticks?: boolean }) {
  const { product_id, product_name } = saved.product;
  return (
    <>
      <OwnedMark product={saved.product} className={saved.worded ? 'btn btn-line btn-lg mb-3 w-full' : 'owned-mark'} />
      {ticks && (
        <label className="compare-tick">
          <input type="checkbox" name="id" value={product_id} />
          {rich('Compare{span}', { span: <span className="sr-only"> {product_name}</span> })}
        </label>
      )}
      <SaveToggle {...saved} />
    </>
  );
}
