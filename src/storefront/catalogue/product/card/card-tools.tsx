import { SaveToggle, type SaveToggleProps } from '../../saved-product/save-toggle.tsx';

/** Saves a product; `ticks` it to be compared, where a form of the list takes that. */
export function CardTools({ ticks, ...saved }: SaveToggleProps & { ticks?: boolean }) {
  const { product_id, product_name } = saved.product;
  return (
    <>
      {ticks && (
        <label className="compare-tick">
          <input type="checkbox" name="id" value={product_id} />
          Compare<span className="sr-only"> {product_name}</span>
        </label>
      )}
      <SaveToggle {...saved} />
    </>
  );
}
