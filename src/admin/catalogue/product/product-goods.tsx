import { Link } from 'react-router';
import type { ListingContent } from '#contract/selling/listing/listing.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { chosenGoods } from '#product-form/goods/goods-draft.ts';
import { GoodsFields } from '#product-form/goods/goods-fields.tsx';
import { KeyStore } from '#product-form/goods/key-store.tsx';
import { ReleaseFields } from '#product-form/release/release-fields.tsx';
import { useMay } from '../../frame/who.ts';
import { loadKeys, useKeyLists } from './product.ts';
import type { ProductFields } from './product-draft.ts';

type ProductGoodsProps = {
  of: StaffProduct;
  fields: ProductFields;
  onChange: (update: (now: ProductFields) => Partial<ProductFields>) => void;
};

/** Goods of one of the operator's own products. */
export function ProductGoods({ of, fields, onChange }: ProductGoodsProps) {
  return (
    <GoodsFields
      productId={of.product_id}
      content={fields as Pick<ListingContent, 'goods' | 'variants' | 'price_unit' | 'delivery_within_hours'>}
      onChange={(update) => onChange((now) => update(now as Pick<ListingContent, 'goods'>) as Partial<ProductFields>)}
      endpoint={<OwnEndpoint />}
      keyStore={(edition) => <Keys key={edition} of={of} edition={edition} />}
      releases={(given) => <ReleaseFields key={given.edition} sellerId={null} productId={of.product_id} {...given} />}
    />
  );
}

/** Not every role that keeps products may look at it. */
function OwnEndpoint() {
  const may = useMay();
  return (
    <p className="text-sm text-ink-2">
      {'It is the endpoint of your own products: '}
      {may('readState') ? (
        <Link to="/endpoint" className="text-link">
          set it up and try it out
        </Link>
      ) : (
        'an administrator sets it up'
      )}
      .
    </p>
  );
}

/** Keys are loaded into what is saved: a list that is only written has none yet. */
function Keys({ of, edition }: { of: StaffProduct; edition: string }) {
  const isSaved = of.fields.goods && chosenGoods(of.fields.goods, edition)?.keys?.source === 'list';
  if (!isSaved) return <p className="text-sm text-ink-2">Save the product first: then its keys are loaded here.</p>;
  return <SavedKeys productId={of.product_id} edition={edition} />;
}

function SavedKeys({ productId, edition }: { productId: string; edition: string }) {
  const found = useKeyLists(productId);
  return <KeyStore edition={edition} found={found} load={(given) => loadKeys(productId, given)} />;
}
