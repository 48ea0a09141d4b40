import { orderList } from '#contract/ordering/order-list.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Every order of the shop. */
export function Component() {
  return (
    <ListScreen
      list={orderList}
      empty="Nobody has ordered anything yet."
      to={({ id }) => `/orders/${encodeURIComponent(id)}`}
    />
  );
}
