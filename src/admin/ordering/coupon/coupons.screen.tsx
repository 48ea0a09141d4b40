import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { couponList } from '#contract/ordering/coupon-list.ts';
import { useMay } from '../../frame/who.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Every coupon, with what it has brought. */
export function Component() {
  const may = useMay();
  return (
    <ListScreen
      list={couponList}
      empty="There is no coupon yet."
      to={({ id }) => `/coupons/${encodeURIComponent(id)}`}
      actions={
        may('manageCoupons') && (
          <Link to="/coupons/new" className="btn btn-primary btn-sm !min-h-10 md:!min-h-9">
            <Plus size={16} strokeWidth={1.8} aria-hidden />
            New coupon
          </Link>
        )
      }
    />
  );
}
