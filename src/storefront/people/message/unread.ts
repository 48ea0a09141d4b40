import { useEffect } from 'react';
import { useApi } from '#client/query/use-api.ts';

/** How many threads have something unread; 0 until it is known. `moment`: it is asked for again whenever this changes. */
export function useUnread(moment: string): number {
  const { value, reload } = useApi('/thread/unread');
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with every change of screen
  useEffect(() => {
    void reload();
  }, [reload, moment]);
  return value ? value.buyer + value.sellers : 0;
}
