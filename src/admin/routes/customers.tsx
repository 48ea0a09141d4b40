import { customerList } from '#contract/staff-list/customer-list.ts';
import { ListScreen } from '../components/list/list-screen.tsx';

/** Everybody who has signed in here; a row leads to their orders. */
export function Component() {
  return (
    <ListScreen
      list={customerList}
      lead="Everybody who has signed in; a row leads to their orders."
      empty="Nobody has signed in yet."
      to={({ id }) => `/orders?customer=${encodeURIComponent(id)}`}
    />
  );
}
