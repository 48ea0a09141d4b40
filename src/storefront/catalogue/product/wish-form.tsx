import type { Product, SelectedOption } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { productPath } from '../paths.ts';
import { optionText } from './options/options-query.ts';

type WishFormProps = {
  product: Product;
  selected: readonly SelectedOption[];
  /** The mark from which the reviews of the page are read. */
  reviews: string | null;
  /** Where the page goes on. */
  anchor: string;
};

/** Without scripts: the wishes of a product without variants as a plain form, whose address chosenIn reads. */
export function WishForm({ product, selected, reviews, anchor }: WishFormProps) {
  return (
    <form
      action={`${productPath(product.product_id)}#${anchor}`}
      className="grid justify-items-start gap-3 without-script"
    >
      {product.options.map(({ name, choices }) => {
        const chosen = selected.find((option) => option.name === name);
        return (
          <label key={name} className="grid max-w-full gap-1.5 text-sm font-[560]">
            <bdi>{name}</bdi>
            <select name="options" defaultValue={chosen && optionText(chosen)} className="field font-normal">
              <option value="">{t('Any')}</option>
              {choices.map((choice) => (
                <option key={choice} value={optionText({ name, value: choice })}>
                  {choice}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      {reviews !== null && <input type="hidden" name="reviews" value={reviews} />}
      <button type="submit" className="btn btn-line">
        {t('Choose')}
      </button>
    </form>
  );
}
