import { jobList } from '#contract/operations/job-list.ts';
import { ListScreen } from '../staff-list/list-screen.tsx';

/** Bulk actions that the staff have run. */
export function Component() {
  return (
    <ListScreen
      list={jobList}
      lead="What was done with many rows at once, such as prices of products, and what became of each."
      empty="Nothing was done with many rows yet: choose some in a list, and say what to do with them."
      to={({ id }) => `/jobs/${encodeURIComponent(id)}`}
    />
  );
}
