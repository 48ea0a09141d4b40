import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#client/api/api-client.ts';
import { createBrowserApi } from '#client/api/browser-api.ts';
import type { Message, Thread } from '#contract/people/message.ts';
import { t } from '#language/message.ts';
import { getThread, markThreadRead, type Side } from './threads.ts';
import { withNewest } from './with-newest.ts';

const EVERY_MS = 20_000;

type OpenThread = {
  /** Null until it is known, or where there is none. */
  thread: Thread | null;
  /** Oldest first. */
  messages: Message[];
  state: 'loading' | 'there' | 'missing' | 'failed';
  /** Loads the messages before; resolves with what went wrong, or with nothing. Null where there are none. */
  earlier: (() => Promise<string | undefined>) | null;
  reload: () => Promise<void>;
};

type Known = Pick<OpenThread, 'thread' | 'state' | 'messages'> & { next: string | null };

const nothing: Known = { thread: null, messages: [], next: null, state: 'loading' };

/** A thread as it is now: asked for again when the reader comes back to it, and every 20 seconds while it is looked at. */
export function useThread(side: Side, threadId: string): OpenThread {
  const [known, setKnown] = useState<Known>(nothing);
  const busy = useRef(false);

  const reload = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const page = await getThread(createBrowserApi(), side, threadId);
      setKnown((before) => ({ thread: page.thread, state: 'there', ...withNewest(before, page) }));
      const newest = page.messages[0];
      if (newest && page.thread.unread > 0 && document.visibilityState === 'visible')
        await markThreadRead(createBrowserApi(), side, threadId, newest.message_id);
    } catch (error) {
      const state = error instanceof ApiError && error.status === 404 ? 'missing' : 'failed';
      // Messages on the screen stay while the connection is away.
      setKnown((before) => (before.state === 'there' && state === 'failed' ? before : { ...nothing, state }));
    } finally {
      busy.current = false;
    }
  }, [side, threadId]);

  useEffect(() => {
    void reload();
    const look = () => {
      if (document.visibilityState === 'visible') void reload();
    };
    const timer = setInterval(look, EVERY_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [reload]);

  const { next } = known;
  async function earlier(): Promise<string | undefined> {
    try {
      const page = await getThread(createBrowserApi(), side, threadId, next ?? undefined);
      setKnown((before) => ({
        ...before,
        messages: [...page.messages.toReversed(), ...before.messages],
        next: page.next,
      }));
      return undefined;
    } catch {
      return t('They could not be loaded.');
    }
  }

  return {
    thread: known.thread,
    state: known.state,
    messages: known.messages,
    earlier: next ? earlier : null,
    reload,
  };
}
