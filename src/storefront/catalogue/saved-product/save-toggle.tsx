import { useStore } from '@nanostores/react';
import { Heart } from 'lucide-react';
import type { ProductSummary } from '#contract/catalogue/product/product.ts';
import { t } from '#language/message.ts';
import { toggleSaved } from './save-product.ts';
import { savedIds, startSaved } from './saved-ids.ts';

startSaved();

export type SaveToggleProps = {
  product: Pick<ProductSummary, 'product_id' | 'product_name' | 'product_img'>;
  /** A button with words, for the product's own page; without it a round one on a card's picture. */
  worded?: boolean;
};

/** Saves a product and takes it back. It is there once it is known what is saved. */
export function SaveToggle({ product, worded }: SaveToggleProps) {
  const ids = useStore(savedIds);
  if (!ids) return null;
  const saved = ids.includes(product.product_id);
  return (
    <button
      type="button"
      className={worded ? 'btn btn-ghost btn-lg w-full' : 'save-toggle'}
      aria-label={t('Save {product_name}', { product_name: product.product_name })}
      aria-pressed={saved}
      title={saved ? t('Saved') : t('Save')}
      onClick={() => void toggleSaved(product)}
    >
      <Heart size={18} strokeWidth={1.8} fill={saved ? 'currentColor' : 'none'} aria-hidden />
      {worded && (saved ? t('Saved') : t('Save'))}
    </button>
  );
}
