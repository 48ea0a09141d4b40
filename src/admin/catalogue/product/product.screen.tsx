import { type RefObject, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { productList } from '#contract/catalogue/product/product-list.ts';
import type { StaffProduct } from '#contract/selling/staff-product/staff-product.ts';
import { ShowLoaded } from '#ui/loading/show-loaded.tsx';
import { LocalTime } from '#ui/local-time.tsx';
import { RowSkeleton } from '#ui/section.tsx';
import { type BadgeState, StatusBadge } from '#ui/status-badge.tsx';
import { type Fact, FactList } from '../../frame/fact-list.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useMay } from '../../frame/who.ts';
import { useJobKinds } from '../../operations/staff-job/job.ts';
import { JobButtons } from '../../operations/staff-job/job-buttons.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { useProduct } from './product.ts';
import { ProductActions } from './product-actions.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductHistory } from './product-history.tsx';
import { ProductSales } from './product-sales.tsx';
import { ProductStock } from './product-stock.tsx';
import { SaveBar } from './save-bar.tsx';
import { useProductDraft } from './use-product-draft.ts';

/** One product: all its fields, its stock, its sales, what can be done with it, and its history. */
export function Component() {
  const { productId = '' } = useParams();
  return <Product key={productId} productId={productId} />;
}

function Product({ productId }: { productId: string }) {
  const product = useProduct(productId);
  // An action answers the product as it is then.
  const [newer, setNewer] = useState<StaffProduct | null>(null);
  const [told, setTold] = useState('');
  const statusRef = useRef<HTMLParagraphElement>(null);
  const may = useMay();
  const value = newer ?? product.value;
  const isOwn = value?.seller === null;
  return (
    <Screen
      title={value?.fields.product_name ?? 'Product'}
      lead={<Lead of={value} />}
      actions={
        value &&
        isOwn &&
        may('manageProducts') && (
          <ProductActions
            of={value}
            statusRef={statusRef}
            onChanged={(next, sentence) => {
              setNewer(next);
              setTold(sentence);
            }}
          />
        )
      }
    >
      <p role="status" className="mb-4 font-[560] text-success empty:hidden">
        {told}
      </p>
      <ShowLoaded
        from={product}
        skeleton={<RowSkeleton rows={8} />}
        fault="This product could not be loaded: there is none at this address, or your role does not include it any more."
      >
        {(first) => <Kept of={newer ?? first} statusRef={statusRef} onChanged={setNewer} />}
      </ShowLoaded>
    </Screen>
  );
}

function Lead({ of }: { of: StaffProduct | null }) {
  return (
    <span className="flex flex-wrap gap-x-4">
      <Link to="/products" className="text-link">
        All products
      </Link>
      {of?.state === 'on_sale' && (
        <a href={`/products/id/${encodeURIComponent(of.product_id)}`} className="text-link">
          Its page in the shop
        </a>
      )}
    </span>
  );
}

type KeptProps = {
  of: StaffProduct;
  statusRef: RefObject<HTMLParagraphElement | null>;
  onChanged: (product: StaffProduct) => void;
};

function Kept({ of, statusRef, onChanged }: KeptProps) {
  const may = useMay();
  const form = useRef<HTMLDivElement>(null);
  const draft = useProductDraft(of, onChanged);
  const isOwn = of.seller === null;
  const mayEdit = isOwn && may('manageProducts');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Facts of={of} statusRef={statusRef} />
      {!isOwn && <OfShop of={of} />}
      <Parts isOwn={isOwn} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-10 min-[70rem]:grid-cols-[minmax(0,1fr)_21rem]">
        <div ref={form} id="fields" className="grid min-w-0 max-w-3xl scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-6">
          <ChangedMeanwhile changes={draft.changes} />
          <ProductForm of={of} draft={draft} mayEdit={mayEdit} />
          <SaveBar draft={draft} form={form} />
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
          <ProductStock of={of} mayEdit={mayEdit} onChanged={onChanged} />
          {isOwn && <ProductSales of={of} mayEdit={mayEdit} onChanged={onChanged} />}
          <ProductHistory of={of} />
        </div>
      </div>
    </div>
  );
}

/** Where the parts stand below each other the way to the last of them is long. */
function Parts({ isOwn }: { isOwn: boolean }) {
  const parts = [
    ['fields', 'Fields'],
    ['stock', 'Stock'],
    ...(isOwn ? [['sales', 'Planned sales']] : []),
    ['history', 'History'],
  ];
  return (
    <nav aria-label="Parts of the product" className="min-[70rem]:hidden">
      <ul className="flex flex-wrap gap-x-5 border-y py-1 text-sm">
        {parts.map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`} className="flex min-h-10 items-center text-link">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Its shop changes it; the staff hide it from visitors, and show it again. */
function OfShop({ of: { product_id: id, seller, state } }: { of: StaffProduct }) {
  const kinds = useJobKinds(productList.name).filter(
    (kind) => kind === (state === 'on_sale' ? 'product.hide' : 'product.show'),
  );
  if (!seller) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-l-2 pl-3 text-sm text-ink-2">
      <p>
        It is a product of the shop{' '}
        <Link to={`/sellers/${encodeURIComponent(seller.seller_id)}`} className="text-link">
          <bdi>{seller.name}</bdi>
        </Link>
        , which changes it by itself.
      </p>
      <JobButtons kinds={kinds} rows={{ ids: [id], words: 'this product' }} look="btn-line" />
    </div>
  );
}

const badges: Record<StaffProduct['state'], [BadgeState, string]> = {
  on_sale: ['on', 'On sale'],
  paused: ['wait', 'Paused: visitors do not see it'],
  archived: ['off', 'Archived: visitors do not see it'],
  hidden: ['draft', 'Visitors do not see it'],
};

function Facts({ of, statusRef }: Pick<KeptProps, 'of' | 'statusRef'>) {
  const [badge, word] = badges[of.state];
  const count = (number: number) => number.toLocaleString('en-US');
  const facts: Fact[] = [
    ['product_id', <code key="id">{of.product_id}</code>],
    [
      'Sold',
      of.sold === 0 ? 'not yet' : `on ${of.sold === 1 ? '1 line of an order' : `${count(of.sold)} lines of orders`}`,
    ],
    ['Reviews', of.reviews > 0 && count(of.reviews)],
    ['Version', of.version !== null && String(of.version)],
    ['Added', <LocalTime key="added" instant={of.created_at} />],
    ['Changed', <LocalTime key="changed" instant={of.updated_at} />],
  ];
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <img
        src={of.picture}
        alt=""
        width={160}
        height={120}
        className="h-[120px] w-40 flex-none rounded-md bg-night object-cover"
      />
      <div className="min-w-0 flex-1 basis-72">
        <p ref={statusRef} tabIndex={-1} className="mb-3 outline-none">
          <StatusBadge state={badge}>{word}</StatusBadge>
        </p>
        <FactList facts={facts} />
      </div>
    </div>
  );
}
