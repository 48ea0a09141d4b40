import { customerList } from '#contract/people/customer-list.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';
import { customerPath } from '../../ordering/order/order-labels.ts';

/** Everybody who has signed in here; a row leads to all that is known of them. */
export function Component() {
  return (
    <ListScreen
      list={customerList}
      lead="Everybody who has signed in; a row leads to all that is known of them."
      empty="Nobody has signed in yet."
      to={({ id }) => customerPath(id)}
    />
  );
}
