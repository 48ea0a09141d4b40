import type { Thread } from '#contract/people/message.ts';
import type { Side } from './threads.ts';

type Own = { side: Side; threads: ReadonlyArray<Pick<Thread, 'unread' | 'last_at'>> };

/** The side with the newest unread thread; where nothing is unread, with the newest of all; without any, the first. */
export function newestSide(sides: readonly Own[]): Side {
  const all = sides.flatMap(({ side, threads }) => threads.map(({ unread, last_at }) => ({ side, unread, last_at })));
  const unread = all.filter((thread) => thread.unread > 0);
  const newest = (unread.length > 0 ? unread : all).toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1))[0];
  return newest ? newest.side : (sides[0]?.side ?? null);
}
