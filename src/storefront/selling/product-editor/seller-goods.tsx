import type { ComponentProps } from 'react';
import { GoodsFields } from '#product-form/goods/goods-fields.tsx';
import { KeyStore } from '#product-form/goods/key-store.tsx';
import { ReleaseFields } from '#product-form/release/release-fields.tsx';
import { loadKeys, useProductKeys } from '../../goods/product-key/product-keys.ts';
import type { SellerHere } from '../seller/seller-screen.tsx';
import { EndpointNote } from './endpoint-note.tsx';

type SellerGoodsProps = Pick<ComponentProps<typeof GoodsFields>, 'productId' | 'content' | 'onChange'> & {
  seller: SellerHere;
};

/** Goods of a product of the shop, with the shop's endpoint, keys and releases. */
export function SellerGoods({ seller, productId, content, onChange }: SellerGoodsProps) {
  return (
    <GoodsFields
      productId={productId}
      content={content}
      onChange={onChange}
      endpoint={<EndpointNote seller={seller} />}
      keyStore={(edition) => (
        <SellerKeys key={edition} sellerId={seller.sellerId} productId={productId} edition={edition} />
      )}
      releases={(given) => (
        <ReleaseFields key={given.edition} sellerId={seller.sellerId} productId={productId} {...given} />
      )}
    />
  );
}

function SellerKeys({ edition, ...product }: { sellerId: string; productId: string; edition: string }) {
  const found = useProductKeys(product);
  return <KeyStore edition={edition} found={found} load={(given) => loadKeys(product, given)} />;
}
