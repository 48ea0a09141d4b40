import { Link } from 'react-router';
import { productList } from '#contract/catalogue/product/product-list.ts';
import type { AnyRow } from '#contract/operations/staff-list/description.ts';
import { useMay } from '../../frame/who.ts';
import { ListCell } from '../../operations/staff-list/list-cell.tsx';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Every product, of the shop itself and of sellers. */
export function Component() {
  const may = useMay();
  return (
    <ListScreen
      list={productList}
      lead="Your own and those of sellers."
      empty="There is no product yet."
      actions={
        may('manageProducts') && (
          <>
            <Link to="/import" className="btn btn-line btn-sm !min-h-10 md:!min-h-9">
              Import
            </Link>
            <Link to="/products/new" className="btn btn-primary btn-sm !min-h-10 md:!min-h-9">
              New product
            </Link>
          </>
        )
      }
      to={({ id }) => `/products/${encodeURIComponent(id)}`}
      before={Picture}
      cells={{
        price: Price,
        stock: Stock,
        seller: ({ seller }) => (seller === null ? 'Own' : <bdi>{String(seller)}</bdi>),
      }}
    />
  );
}

function Picture({ picture }: AnyRow) {
  return (
    <img
      src={String(picture)}
      alt=""
      width={40}
      height={30}
      loading="lazy"
      className="h-[30px] w-10 flex-none rounded-xs bg-night object-cover"
    />
  );
}

function Price({ price, price_unit: unit }: AnyRow) {
  return (
    <>
      <ListCell column={productList.columns.price} value={price} />
      {unit ? <span className="text-ink-3"> / {String(unit)}</span> : null}
    </>
  );
}

function Stock({ stock }: AnyRow) {
  return stock === null ? (
    <span className="text-ink-3">without end</span>
  ) : (
    <ListCell column={productList.columns.stock} value={stock} />
  );
}
