import { reviewList } from '#contract/catalogue/review-list.ts';
import { ListScreen } from '../../operations/staff-list/list-screen.tsx';

/** Every review, and the queue of those that somebody has reported. */
export function Component() {
  return (
    <ListScreen
      list={reviewList}
      lead="What buyers say about products; those that are reported wait in the queue."
      empty="Nobody has reviewed anything yet."
      to={({ id }) => `/reviews/${encodeURIComponent(id)}`}
    />
  );
}
