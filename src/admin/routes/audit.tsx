import { auditList } from '#contract/staff-list/audit-list.ts';
import { actionName } from '../components/action-name.ts';
import { ListScreen } from '../components/list/list-screen.tsx';

/** What was done that concerns money, roles, keys, products or shops. Nothing of it can be changed. */
export function Component() {
  return (
    <ListScreen
      list={auditList}
      lead="What was done that concerns money, roles, keys, products or shops; newest first."
      empty="Nothing has happened yet."
      to={({ id }) => `/audit/${id}`}
      cells={{ action: ({ action }) => actionName(String(action)) }}
    />
  );
}
