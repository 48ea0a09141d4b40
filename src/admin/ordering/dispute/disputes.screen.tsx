import { disputeList } from '#contract/ordering/dispute-list.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Disputes of lines and of card payments, by what is due. */
export function Component() {
  return (
    <ListScreen
      list={disputeList}
      lead="What buyers dispute, by what is due: first those that shops have to answer, then those that we decide."
      empty="Nothing was disputed yet."
      to={({ id }) => `/disputes/${encodeURIComponent(id)}`}
    />
  );
}
